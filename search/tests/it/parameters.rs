//! Tests that parameters are set by name and within their ranges.

use ludex_search::alphabeta::Parameters;
use ludex_search::{ParameterSet, SetParameterError};

#[test]
fn every_parameter_is_found_by_its_name_and_starts_at_its_default() {
    for parameter in Parameters::default().list() {
        assert!((parameter.min..=parameter.max).contains(&parameter.default));
        let mut parameters = Parameters::default();
        for (slot, value) in parameters.slots() {
            assert_eq!(*value, slot.default, "{slot:?}");
        }
        parameters.set(parameter.name, parameter.max).unwrap();
        let set = parameters.list();
        let set = set.iter().find(|set| set.name == parameter.name);
        assert_eq!(set.unwrap().default, parameter.max);
    }
}

ludex_search::parameters! {
    struct Weights {
        mobility: 3, 0..=9, "Each move.";
    }
}

#[test]
fn two_sets_are_one() {
    let mut both = (Parameters::default(), Weights::default());
    both.set("mobility", 5).unwrap();
    both.set("aspiration", 50).unwrap();
    assert_eq!((both.0.aspiration, both.1.mobility), (50, 5));
    assert!(both.set("mobility", 10).is_err());
    assert_eq!(both.list().len(), Parameters::default().list().len() + 1);
}

#[test]
fn wrong_names_and_values_are_refused() {
    let mut parameters = Parameters::default();
    let unknown = SetParameterError::Unknown("width".to_owned());
    assert_eq!(parameters.set("width", 1), Err(unknown.clone()));
    assert_eq!(unknown.to_string(), "there is no parameter `width`");
    let error = parameters.set("aspiration", 0).unwrap_err();
    assert_eq!(error.to_string(), "aspiration must be from 5 to 1000, but is 0");
    assert_eq!(parameters, Parameters::default());
}
