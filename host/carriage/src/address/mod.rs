//! Postal addresses in the API's form, and their validation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use data::{FieldError, Message, email::is_email, message};

use crate::countries::is_country;

use crate::wit;

/// The states and territories of Australia, by code and name.
pub const AUSTRALIAN_STATES: [(&str, &str); 8] = [
    ("ACT", "Australian Capital Territory"),
    ("NSW", "New South Wales"),
    ("NT", "Northern Territory"),
    ("QLD", "Queensland"),
    ("SA", "South Australia"),
    ("TAS", "Tasmania"),
    ("VIC", "Victoria"),
    ("WA", "Western Australia"),
];

/// Unassigned postcodes of Australia (Australia Post: 0200 to 9944) and New Zealand (NZ Post: 0110
/// to 9893).
pub fn is_beyond_postcodes(country: &str, post_code: &str) -> bool {
    let given_out = match country {
        "AU" => "0200".."9945",
        "NZ" => "0110".."9894",
        _ => return false,
    };
    let is_number = post_code.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (post_code.len() != 4 || !given_out.contains(&post_code))
}

/// By Australia Post's ranges; post office boxes have separate ones.
pub fn state_of_post_code(post_code: &str) -> Option<&'static str> {
    let digits = Some(post_code.trim())
        .filter(|code| code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit()));
    Some(match digits?.parse::<u32>().ok()? {
        200..=299 | 2600..=2618 | 2900..=2920 => "ACT",
        1000..=2599 | 2619..=2899 | 2921..=2999 => "NSW",
        800..=999 => "NT",
        4000..=4999 | 9000..=9999 => "QLD",
        5000..=5999 => "SA",
        7000..=7999 => "TAS",
        3000..=3999 | 8000..=8999 => "VIC",
        6000..=6999 => "WA",
        _ => return None,
    })
}

/// Origin or destination of goods. A location needs suburb, postcode and country; the other fields
/// are for people and labels.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    /// `Residential` or `Business`.
    #[serde(rename = "type", alias = "addressType")]
    pub kind: Option<String>,
    pub contact_name: Option<String>,
    pub company_name: Option<String>,
    pub email: Option<String>,
    pub telephone: Option<String>,
    pub address_line1: Option<String>,
    pub address_line2: Option<String>,
    pub address_line3: Option<String>,
    pub post_code: String,
    pub suburb: String,
    pub state: Option<String>,
    pub state_code: Option<String>,
    pub country: Option<String>,
    /// ISO 3166-1, two letters.
    pub country_code: String,
}

impl Address {
    pub fn normalized_in(mut self, country: &str) -> Self {
        if self.country_code.trim().is_empty() {
            country.clone_into(&mut self.country_code);
        }
        self.normalized()
    }

    /// Trims texts, drops empty members, upper-cases the country code, and sets Australian states'
    /// code and name.
    pub fn normalized(mut self) -> Self {
        for text in self.optional_mut() {
            *text = text
                .take()
                .map(|text| text.trim().to_string())
                .filter(|text| !text.is_empty());
        }
        for text in [
            &mut self.post_code,
            &mut self.suburb,
            &mut self.country_code,
        ] {
            *text = text.trim().to_string();
        }
        self.country_code.make_ascii_uppercase();
        if self.country_code == "AU" {
            let stated = self.state_code.as_deref().or(self.state.as_deref());
            if let Some((code, _)) = stated.and_then(australian_state) {
                self.state_code = Some(code.to_string());
                self.state.get_or_insert_with(|| code.to_string());
            }
        }
        self
    }

    fn optional_mut(&mut self) -> [&mut Option<String>; 11] {
        [
            &mut self.kind,
            &mut self.contact_name,
            &mut self.company_name,
            &mut self.email,
            &mut self.telephone,
            &mut self.address_line1,
            &mut self.address_line2,
            &mut self.address_line3,
            &mut self.state,
            &mut self.state_code,
            &mut self.country,
        ]
    }

    /// Each error is under `member` (`fromAddress.postCode`).
    pub fn check(&self, member: &str) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let mut refuse = |name: &str, message: Message| {
            errors.push(FieldError::new(format!("{member}.{name}"), message))
        };
        for (name, text, most) in self.texts() {
            if text.chars().count() > most {
                refuse(
                    name,
                    message!("must have at most {max} characters", max = most),
                );
            } else if text.chars().any(char::is_control) {
                refuse(
                    name,
                    message!("must not contain line breaks or other control characters"),
                );
            }
        }
        for (name, text) in [
            ("suburb", &self.suburb),
            ("postCode", &self.post_code),
            ("countryCode", &self.country_code),
        ] {
            if text.trim().is_empty() {
                refuse(name, message!("is required"));
            }
        }
        let code = self.country_code.trim();
        if !code.is_empty() && (code.len() != 2 || !code.bytes().all(|b| b.is_ascii_alphabetic())) {
            refuse(
                "countryCode",
                message!("must be a country's two letters, as in AU"),
            );
        } else if !code.is_empty() && !is_country(&code.to_ascii_uppercase()) {
            refuse(
                "countryCode",
                message!("there is no country with the letters {code}"),
            );
        }
        let post_code = self.post_code.trim();
        if !post_code.is_empty() {
            let four_digits = post_code.len() == 4 && post_code.bytes().all(|b| b.is_ascii_digit());
            if code.eq_ignore_ascii_case("AU") && !four_digits {
                refuse(
                    "postCode",
                    message!("must have four digits in Australia, as in 0800"),
                );
            } else if !post_code
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'))
            {
                refuse(
                    "postCode",
                    message!("must have only letters, digits, spaces and hyphens"),
                );
            } else if is_beyond_postcodes(&code.to_ascii_uppercase(), post_code) {
                let country = code.to_ascii_uppercase();
                let (post_code, country) = (post_code, country.as_str());
                refuse(
                    "postCode",
                    message!("there is no postcode {post_code} in {country}"),
                );
            }
        }
        if code.eq_ignore_ascii_case("AU") {
            for (name, state) in [("state", &self.state), ("stateCode", &self.state_code)] {
                if state.as_deref().is_some_and(|state| {
                    !state.trim().is_empty() && australian_state(state).is_none()
                }) {
                    let codes: Vec<&str> =
                        AUSTRALIAN_STATES.iter().map(|(code, _)| *code).collect();
                    refuse(
                        name,
                        message!("must be one of {known}", known = codes.join(", ")),
                    );
                }
            }
        }
        if self
            .email
            .as_deref()
            .is_some_and(|email| !email.trim().is_empty() && !is_email(email.trim()))
        {
            refuse(
                "email",
                message!("must be an email address such as name@example.com"),
            );
        }
        if self
            .telephone
            .as_deref()
            .is_some_and(|text| !text.trim().is_empty() && !is_telephone(text.trim()))
        {
            refuse(
                "telephone",
                message!("must be a telephone number like +61 3 9000 0000"),
            );
        }
        errors
    }

    fn texts(&self) -> impl Iterator<Item = (&'static str, &str, usize)> {
        let optional = [
            ("type", &self.kind, 32),
            ("contactName", &self.contact_name, 128),
            ("companyName", &self.company_name, 128),
            ("email", &self.email, 256),
            ("telephone", &self.telephone, 32),
            ("addressLine1", &self.address_line1, 128),
            ("addressLine2", &self.address_line2, 128),
            ("addressLine3", &self.address_line3, 128),
            ("state", &self.state, 64),
            ("stateCode", &self.state_code, 16),
            ("country", &self.country, 64),
        ];
        let required = [
            ("postCode", &self.post_code, 16),
            ("suburb", &self.suburb, 64),
            ("countryCode", &self.country_code, 64),
        ];
        let optional = optional
            .into_iter()
            .filter_map(|(name, text, most)| Some((name, text.as_deref()?, most)));
        optional.chain(
            required
                .into_iter()
                .map(|(name, text, most)| (name, text.as_str(), most)),
        )
    }

    pub fn is_residential(&self) -> bool {
        self.kind
            .as_deref()
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("residential"))
    }

    pub fn lines(&self) -> Vec<&str> {
        [
            &self.address_line1,
            &self.address_line2,
            &self.address_line3,
        ]
        .into_iter()
        .filter_map(filled)
        .collect()
    }

    /// Suburb, state and postcode: `Richmond VIC 3121`.
    pub fn place(&self) -> String {
        let state = filled(&self.state_code)
            .or_else(|| filled(&self.state))
            .unwrap_or_default();
        let words = [self.suburb.trim(), state, self.post_code.trim()];
        words
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// `AU-VIC`, or the country alone: the key of a lane's end.
    pub fn region(&self) -> String {
        let country = self.country_code.trim().to_uppercase();
        let stated = filled(&self.state_code).or_else(|| filled(&self.state));
        let state = match country.as_str() {
            "AU" => stated
                .and_then(australian_state)
                .map(|(code, _)| code)
                .or_else(|| state_of_post_code(&self.post_code)),
            // In other countries a state's name is not its code.
            _ => filled(&self.state_code),
        };
        match state {
            Some(state) => format!("{country}-{}", state.to_uppercase()),
            None => country,
        }
    }

    /// The whole address, for lists and change logs.
    pub fn one_line(&self) -> String {
        let mut parts: Vec<String> = [filled(&self.company_name), filled(&self.contact_name)]
            .into_iter()
            .flatten()
            .map(str::to_string)
            .collect();
        parts.extend(self.lines().into_iter().map(str::to_string));
        parts.push(self.place());
        parts.push(
            filled(&self.country)
                .unwrap_or(self.country_code.trim())
                .to_string(),
        );
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}

impl From<&Address> for wit::Address {
    fn from(address: &Address) -> Self {
        let text = |text: &Option<String>| filled(text).map(str::to_owned);
        Self {
            contact_name: text(&address.contact_name),
            company_name: text(&address.company_name),
            email: text(&address.email),
            telephone: text(&address.telephone),
            lines: address.lines().into_iter().map(str::to_owned).collect(),
            suburb: address.suburb.clone(),
            state: text(&address.state_code).or_else(|| text(&address.state)),
            postcode: address.post_code.clone(),
            country_code: address.country_code.clone(),
            residential: address.is_residential(),
        }
    }
}

impl From<wit::Address> for Address {
    fn from(address: wit::Address) -> Self {
        let mut lines = address.lines.into_iter();
        Self {
            kind: address.residential.then(|| "Residential".to_owned()),
            contact_name: address.contact_name,
            company_name: address.company_name,
            email: address.email,
            telephone: address.telephone,
            address_line1: lines.next(),
            address_line2: lines.next(),
            address_line3: lines.next(),
            suburb: address.suburb,
            state: address.state,
            post_code: address.postcode,
            country_code: address.country_code,
            ..Self::default()
        }
    }
}

fn filled(text: &Option<String>) -> Option<&str> {
    text.as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

pub fn australian_state(text: &str) -> Option<(&'static str, &'static str)> {
    let text = text.trim();
    AUSTRALIAN_STATES
        .into_iter()
        .find(|(code, name)| code.eq_ignore_ascii_case(text) || name.eq_ignore_ascii_case(text))
}

fn is_telephone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (3..=18).contains(&digits)
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || " +-()./x".contains(c))
}

#[cfg(test)]
mod tests;
