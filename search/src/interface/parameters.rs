//! Named integers of searches and evaluations, which a user or a tuner may set.

use std::fmt;

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name by which users set it.
    pub name: &'static str,
    /// The value if it is not set.
    pub default: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// Its effect, in one sentence.
    pub about: &'static str,
}

/// A set of parameters. The macro [`parameters!`](macro@crate::parameters) declares one; a pair of sets is a set, too.
pub trait ParameterSet {
    /// Every parameter, with a reference to its value.
    fn slots(&mut self) -> Vec<(Parameter, &mut i32)>;

    /// Every parameter, with the values of this set as defaults.
    fn list(mut self) -> Vec<Parameter>
    where
        Self: Sized,
    {
        let describe =
            |(parameter, value): (Parameter, &mut i32)| Parameter { default: *value, ..parameter };
        self.slots().into_iter().map(describe).collect()
    }

    /// Sets a parameter by name.
    fn set(&mut self, name: &str, value: i32) -> Result<(), SetParameterError> {
        let mut slots = self.slots().into_iter();
        let (parameter, place) = slots
            .find(|(parameter, _)| parameter.name == name)
            .ok_or_else(|| SetParameterError::Unknown(name.to_owned()))?;
        if !(parameter.min..=parameter.max).contains(&value) {
            return Err(SetParameterError::OutOfRange(parameter, value));
        }
        *place = value;
        Ok(())
    }
}

impl<A: ParameterSet, B: ParameterSet> ParameterSet for (A, B) {
    fn slots(&mut self) -> Vec<(Parameter, &mut i32)> {
        let mut slots = self.0.slots();
        slots.extend(self.1.slots());
        slots
    }
}

/// The reason why a parameter could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetParameterError {
    /// No parameter has this name.
    Unknown(String),
    /// The value is outside the parameter's range.
    OutOfRange(Parameter, i32),
}

impl fmt::Display for SetParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no parameter `{name}`"),
            Self::OutOfRange(Parameter { name, min, max, .. }, value) => {
                write!(f, "{name} must be from {min} to {max}, but is {value}")
            }
        }
    }
}

impl std::error::Error for SetParameterError {}

/// Declares a struct of parameters, each with its default, its range and one sentence about its effect:
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
/// assert_eq!(weights.list()[0].default, 15);
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
            fn slots(&mut self) -> Vec<($crate::Parameter, &mut i32)> {
                const LIST: &[$crate::Parameter] = &[$($crate::Parameter {
                    name: stringify!($name),
                    default: $default,
                    min: $min,
                    max: $max,
                    about: $about,
                },)*];
                LIST.iter().copied().zip([$(&mut self.$name,)*]).collect()
            }
        }
    };
}
