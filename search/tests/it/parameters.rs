//! Parameters by name.

use ludex_search::alphabeta::Parameters;
use ludex_search::{ParameterSet, SetParameterError};

#[test]
fn every_parameter_is_found_by_its_name_and_starts_at_its_default() {
    for (index, parameter) in Parameters::list().iter().enumerate() {
        let mut parameters = Parameters::default();
        assert_eq!(*parameters.slot(index), parameter.default, "{parameter:?}");
        assert!((parameter.min..=parameter.max).contains(&parameter.default));
        parameters.set(parameter.name, parameter.max).unwrap();
        assert_eq!(*parameters.slot(index), parameter.max);
    }
}

#[test]
fn wrong_names_and_values_are_refused() {
    let mut parameters = Parameters::default();
    let unknown = SetParameterError::Unknown("width".to_owned());
    assert_eq!(parameters.set("width", 1), Err(unknown.clone()));
    assert_eq!(unknown.to_string(), "no parameter is named `width`");
    let error = parameters.set("aspiration", 0).unwrap_err();
    assert_eq!(error.to_string(), "aspiration is 5 to 1000, not 0");
    assert_eq!(parameters, Parameters::default());
}
