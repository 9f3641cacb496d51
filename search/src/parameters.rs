//! Numbers that a user or a tuner may set by name: the parameters of searches and evaluations.

use std::fmt;

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, as a user writes it.
    pub name: &'static str,
    /// Its value unless it is set.
    pub default: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// A set of parameters; [`parameters!`](macro@crate::parameters) makes one.
pub trait ParameterSet {
    /// Every parameter.
    fn list() -> &'static [Parameter]
    where
        Self: Sized;

    /// Where the value of a parameter lives, by its place in the list.
    fn slot(&mut self, index: usize) -> &mut i32;

    /// Every parameter, with the values of this set as defaults: for a game that starts from values of its own.
    fn described(mut self) -> Vec<Parameter>
    where
        Self: Sized,
    {
        let describe = |(index, parameter): (usize, &Parameter)| Parameter {
            default: *self.slot(index),
            ..*parameter
        };
        Self::list().iter().enumerate().map(describe).collect()
    }

    /// Sets a parameter by name.
    fn set(&mut self, name: &str, value: i32) -> Result<(), SetParameterError>
    where
        Self: Sized,
    {
        let index = Self::list()
            .iter()
            .position(|parameter| parameter.name == name)
            .ok_or_else(|| SetParameterError::Unknown(name.to_owned()))?;
        let parameter = Self::list()[index];
        if !(parameter.min..=parameter.max).contains(&value) {
            return Err(SetParameterError::OutOfRange(parameter, value));
        }
        *self.slot(index) = value;
        Ok(())
    }
}

/// Why a parameter could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetParameterError {
    /// No parameter has this name.
    Unknown(String),
    /// The value is not in the parameter's range.
    OutOfRange(Parameter, i32),
}

impl fmt::Display for SetParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no parameter is named `{name}`"),
            Self::OutOfRange(Parameter { name, min, max, .. }, value) => {
                write!(f, "{name} is {min} to {max}, not {value}")
            }
        }
    }
}

impl std::error::Error for SetParameterError {}

/// Declares a struct of parameters, each with its default, its range and a sentence:
/// ```
/// ludex_search::parameters! {
///     /// What this evaluation weighs.
///     pub struct Weights {
///         mobility: 12, 0..=100, "Each move that a player has.";
///     }
/// }
/// use ludex_search::ParameterSet;
/// let mut weights = Weights::default();
/// weights.set("mobility", 15).expect("in range");
/// assert_eq!(weights.mobility, 15);
/// assert_eq!(Weights::list()[0].default, 12);
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $set:ident {
            $($name:ident: $default:literal, $min:literal..=$max:literal, $about:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility struct $set {
            $(#[doc = $about] pub $name: i32,)*
        }

        impl Default for $set {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl $crate::ParameterSet for $set {
            fn list() -> &'static [$crate::Parameter] {
                &[$($crate::Parameter {
                    name: stringify!($name),
                    default: $default,
                    min: $min,
                    max: $max,
                    about: $about,
                },)*]
            }

            fn slot(&mut self, index: usize) -> &mut i32 {
                [$(&mut self.$name,)*].into_iter().nth(index).expect("an index of the list")
            }
        }
    };
}
