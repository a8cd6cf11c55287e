//! Normal form of a place in a zone: a suburb, a postcode, a range, a state or a country.

use carriage::{
    address::{AUSTRALIAN_STATES, australian_state},
    countries::is_country,
};
use data::{FieldError, Message, message, search::fold};

const MAX_POST_CODE_LENGTH: usize = 16;
const MAX_SUBURB_LENGTH: usize = 64;

/// A place as sent or read from a table: a suburb with its postcode, a postcode, a range, a state
/// or a country.
#[derive(Debug, Clone, Default)]
pub struct SentPlace {
    /// Default: the tenant's country.
    pub country_code: Option<String>,
    pub state_code: Option<String>,
    pub post_code: Option<String>,
    /// Last postcode of a range.
    pub post_code_to: Option<String>,
    pub suburb: Option<String>,
}

/// A valid place in its normal form.
#[derive(Debug, Clone, Default)]
pub struct ZonePlace {
    pub country_code: String,
    pub state_code: Option<String>,
    pub post_code: Option<String>,
    pub post_code_to: Option<String>,
    pub suburb: Option<String>,
    pub suburb_key: Option<String>,
    /// Identity: equal places have equal keys.
    pub key: String,
}

/// Normalises a postcode for comparison.
pub fn post_code_key(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_uppercase()
}

/// `3121 Richmond`.
pub fn place_name(post_code: &str, suburb: &str) -> String {
    [post_code.trim(), suburb.trim()]
        .join(" ")
        .trim()
        .to_owned()
}

impl SentPlace {
    /// Returns the place, or all field errors. `country` is the tenant's.
    pub fn normalize(self, country: &str) -> Result<ZonePlace, Vec<FieldError>> {
        let country = self
            .country_code
            .map_or_else(|| country.to_owned(), |code| code.to_uppercase());
        let state = self.state_code.map(|code| match australian_state(&code) {
            Some((code, _)) if country == "AU" => code.to_owned(),
            _ => code.to_uppercase(),
        });
        let post_code = self.post_code.as_deref().map(post_code_key);
        let last = self.post_code_to.as_deref().map(post_code_key);
        let last = last.filter(|last| post_code.as_ref() != Some(last));
        let suburb_key = self.suburb.as_deref().map(fold);
        let place = ZonePlace {
            key: [
                country.as_str(),
                // A post code determines the state.
                state
                    .as_deref()
                    .filter(|_| post_code.is_none())
                    .unwrap_or(""),
                post_code.as_deref().unwrap_or(""),
                last.as_deref().unwrap_or(""),
                suburb_key.as_deref().unwrap_or(""),
            ]
            .join("|"),
            country_code: country,
            state_code: state,
            post_code,
            post_code_to: last,
            suburb: self.suburb,
            suburb_key,
        };
        let errors = check_place(&place);
        if errors.is_empty() {
            Ok(place)
        } else {
            Err(errors)
        }
    }
}

fn check_place(place: &ZonePlace) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut refuse = |name: &str, message: Message| {
        errors.push(FieldError::new(format!("zoneLocation.{name}"), message))
    };
    if !is_country(&place.country_code) {
        refuse(
            "countryCode",
            message!("must be a country's two letters, as in AU"),
        );
    }
    if let Some(state) = place.state_code.as_deref() {
        if place.country_code == "AU" && australian_state(state).is_none() {
            let codes: Vec<&str> = AUSTRALIAN_STATES.iter().map(|(code, _)| *code).collect();
            refuse(
                "stateCode",
                message!("must be one of {known}", known = codes.join(", ")),
            );
        } else if state.chars().count() > MAX_POST_CODE_LENGTH || state.contains('|') {
            refuse(
                "stateCode",
                message!(
                    "must be at most {max} characters",
                    max = MAX_POST_CODE_LENGTH
                ),
            );
        }
    }
    for (name, code) in [
        ("postCode", &place.post_code),
        ("postCodeTo", &place.post_code_to),
    ] {
        let Some(code) = code else { continue };
        let is_plain = code
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'));
        if place.country_code == "AU" && !(code.len() == 4 && is_digits(code)) {
            refuse(
                name,
                message!("must have four digits in Australia, as in 0800"),
            );
        } else if !is_plain || code.len() > MAX_POST_CODE_LENGTH {
            refuse(
                name,
                message!(
                    "must have only letters, digits, spaces and hyphens, at most {max}",
                    max = MAX_POST_CODE_LENGTH
                ),
            );
        }
    }
    if let Some(last) = &place.post_code_to {
        match &place.post_code {
            None => refuse(
                "postCode",
                message!("is required where a range of postcodes ends"),
            ),
            Some(first) if !is_digits(first) || !is_digits(last) || first.len() != last.len() => {
                refuse(
                    "postCodeTo",
                    message!("must have as many digits as the first postcode, and digits only"),
                );
            }
            Some(first) if last < first => refuse(
                "postCodeTo",
                message!("must not be before the first postcode"),
            ),
            Some(_) if place.suburb.is_some() => {
                refuse(
                    "suburb",
                    message!("must be left out of a range of postcodes"),
                );
            }
            Some(_) => {}
        }
    }
    if let Some(suburb) = &place.suburb {
        if place.post_code.is_none() {
            refuse(
                "postCode",
                message!("is required with a suburb: other suburbs have the same name"),
            );
        }
        if suburb.chars().count() > MAX_SUBURB_LENGTH {
            refuse(
                "suburb",
                message!("must be at most {max} characters", max = MAX_SUBURB_LENGTH),
            );
        } else if place.suburb_key.as_deref() == Some("") {
            refuse("suburb", message!("must have letters"));
        }
    }
    errors
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(text: &str) -> Option<String> {
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn placed(
        suburb: &str,
        first: &str,
        last: &str,
        state: &str,
        country: &str,
    ) -> Result<ZonePlace, Vec<String>> {
        let sent = SentPlace {
            post_code: some(first),
            post_code_to: some(last),
            suburb: some(suburb),
            state_code: some(state),
            country_code: some(country),
        };
        let members =
            |errors: Vec<FieldError>| errors.into_iter().map(|error| error.member).collect();
        sent.normalize("AU").map_err(members)
    }

    #[test]
    fn a_place_is_known_by_one_key() {
        let key = |place: Result<ZonePlace, Vec<String>>| place.unwrap().key;
        assert_eq!(
            key(placed("Saint-Kilda East", "3183", "", "", "")),
            "AU||3183||saintkildaeast"
        );
        assert_eq!(
            key(placed("saint kilda east", "3183", "", "Victoria", "au")),
            "AU||3183||saintkildaeast"
        );
        assert_eq!(key(placed("", "3000", "3207", "", "")), "AU||3000|3207|");
        assert_eq!(key(placed("", "3000", "3000", "", "")), "AU||3000||");
        assert_eq!(key(placed("", "", "", "victoria", "")), "AU|VIC|||");
        assert_eq!(key(placed("", "", "", "", "NZ")), "NZ||||");
        assert_eq!(key(placed("", "sw1a  1aa", "", "", "GB")), "GB||SW1A 1AA||");
    }

    #[test]
    fn what_is_no_place_is_named() {
        let errors_of = |suburb: &str, first: &str, last: &str, state: &str, country: &str| {
            placed(suburb, first, last, state, country).unwrap_err()
        };
        assert_eq!(
            errors_of("Richmond", "", "", "VIC", ""),
            ["zoneLocation.postCode"]
        );
        assert_eq!(errors_of("", "312", "", "", ""), ["zoneLocation.postCode"]);
        assert_eq!(errors_of("", "", "3207", "", ""), ["zoneLocation.postCode"]);
        assert_eq!(
            errors_of("", "3207", "3000", "", ""),
            ["zoneLocation.postCodeTo"]
        );
        assert_eq!(
            errors_of("", "AB1", "AB9", "", "GB"),
            ["zoneLocation.postCodeTo"]
        );
        assert_eq!(
            errors_of("", "100", "2000", "", "NO"),
            ["zoneLocation.postCodeTo"]
        );
        assert_eq!(
            errors_of("Melbourne", "3000", "3001", "", ""),
            ["zoneLocation.suburb"]
        );
        assert_eq!(errors_of("--", "3000", "", "", ""), ["zoneLocation.suburb"]);
        assert_eq!(errors_of("", "", "", "XX", ""), ["zoneLocation.stateCode"]);
        assert_eq!(
            errors_of("", "", "", "", "Australia"),
            ["zoneLocation.countryCode"]
        );
    }
}
