//! Checks of single fields by their garde attributes, told by the names of the API and with codes that can be translated.
//!
//! ```ignore
//! #[derive(Form, Validate)]
//! #[garde(allow_unvalidated)]
//! struct Depot {
//!     #[garde(length(chars, max = 128))]
//!     name: String,
//! }
//! ```
//!
//! The attributes are also limits of the OpenAPI schema. Errors name a form's members as the form does, and members
//! below them in camelCase.

use std::{borrow::Cow, fmt::Display};

use garde::{
    Validate,
    i18n::{I18n, InvalidCreditCard, InvalidEmail, InvalidPhoneNumber, InvalidUrl, IpKind, with_i18n},
};

use crate::{
    error::FieldError,
    save::{Change, Form},
};

/// What a rule says of a value that it refuses: the code, the name of its parameter, and the English sentence.
struct Rule {
    code: &'static str,
    parameter: &'static str,
    sentence: &'static str,
}

const fn rule(code: &'static str, parameter: &'static str, sentence: &'static str) -> Rule {
    Rule { code, parameter, sentence }
}

const TOO_SHORT: Rule = rule("tooShort", "min", "must be at least {min} characters");
const TOO_LONG: Rule = rule("tooLong", "max", "must be at most {max} characters");
const TOO_SMALL: Rule = rule("tooSmall", "min", "must be at least {min}");
const TOO_LARGE: Rule = rule("tooLarge", "max", "must be at most {max}");
const REQUIRED: Rule = rule("required", "", "is required");
const EMAIL: Rule = rule("email", "", "must be an e-mail address like name@example.com");
const URL: Rule = rule("url", "", "must be an address like https://example.com");
const IP: Rule = rule("ip", "", "must be an IP address");
const PHONE: Rule = rule("phone", "", "must be a telephone number");
const CARD: Rule = rule("creditCard", "", "must be the number of a credit card");
const PATTERN: Rule = rule("pattern", "pattern", "must match {pattern}");
const CONTAINS: Rule = rule("contains", "text", "must contain {text}");
const PREFIX: Rule = rule("prefix", "text", "must begin with {text}");
const SUFFIX: Rule = rule("suffix", "text", "must end with {text}");
const SAME: Rule = rule("same", "field", "must be the same as {field}");
const ASCII: Rule = rule("ascii", "", "must hold plain letters, digits and signs only");
const ALPHANUMERIC: Rule = rule("alphanumeric", "", "must hold letters and digits only");
const RULES: [Rule; 17] = [
    TOO_SHORT,
    TOO_LONG,
    TOO_SMALL,
    TOO_LARGE,
    REQUIRED,
    EMAIL,
    URL,
    IP,
    PHONE,
    CARD,
    PATTERN,
    CONTAINS,
    PREFIX,
    SUFFIX,
    SAME,
    ASCII,
    ALPHANUMERIC,
];

/// Every member that its attributes refuse; `prefix` is where the form stands in the request.
pub fn check<T: Validate<Context: Default> + Form>(prefix: &str, form: &T) -> Vec<FieldError> {
    let Err(report) = with_i18n(Coded, || form.validate()) else { return Vec::new() };
    report.iter().map(|(path, error)| told(member::<T>(prefix, &path.to_string()), error.message())).collect()
}

/// A part of a form that is changed member by member is checked as it was sent: what was not mentioned as its default.
impl<F: Validate + Form> Validate for Change<F> {
    type Context = F::Context;
    fn validate_into(&self, context: &F::Context, parent: &mut dyn FnMut() -> garde::Path, report: &mut garde::Report) {
        self.sent().validate_into(context, parent, report);
    }
}

/// A custom rule for members that hold an e-mail address or nothing: `#[garde(custom(kernel::validate::email))]`. Addresses without a dot
/// in their domain are refused, since no mail from outside reaches them.
pub fn email(value: &impl MaybeText, _: &()) -> garde::Result {
    match value.text() {
        Some(text) if !text.is_empty() && !crate::mail::is_email(text) => Err(garde::Error::new(EMAIL.of(""))),
        _ => Ok(()),
    }
}

/// A member that holds a text or nothing.
pub trait MaybeText {
    fn text(&self) -> Option<&str>;
}

impl MaybeText for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl<T: MaybeText> MaybeText for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(T::text)
    }
}

/// The path as the client knows it.
fn member<T: Form>(prefix: &str, path: &str) -> String {
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let (field, path) = path.split_at(end);
    let name = T::MEMBERS.iter().find(|member| member.field == field).map_or(field, |member| member.name);
    joined(&if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }, path)
}

/// What stands below a member, in camelCase.
fn joined(prefix: &str, path: &str) -> String {
    let mut member = prefix.to_owned();
    let mut raise = false;
    for letter in path.chars() {
        match letter {
            '_' => raise = true,
            letter if raise => {
                member.push(letter.to_ascii_uppercase());
                raise = false;
            }
            letter => member.push(letter),
        }
    }
    member
}

/// Codes and parameters go through garde's texts behind this mark, which no sentence has.
const MARK: char = '\u{1}';

fn told(member: String, message: &str) -> FieldError {
    let Some((code, value)) = message.strip_prefix(MARK).and_then(|rest| rest.split_once(MARK)) else {
        return FieldError::new(member, message);
    };
    let Some(rule) = RULES.iter().find(|rule| rule.code == code) else { return FieldError::new(member, value) };
    let parameters = match rule.parameter {
        "" => Vec::new(),
        name => vec![(name, value.to_owned())],
    };
    FieldError::coded(member, rule.code, rule.sentence, parameters)
}

/// Garde's messages as codes with their parameter.
struct Coded;

impl Rule {
    fn of(&self, value: impl Display) -> Cow<'static, str> {
        format!("{MARK}{}{MARK}{value}", self.code).into()
    }
}

impl I18n for Coded {
    fn length_lower_than(&self, min: usize) -> Cow<'static, str> {
        if min == 1 { REQUIRED.of("") } else { TOO_SHORT.of(min) }
    }
    fn length_greater_than(&self, max: usize) -> Cow<'static, str> {
        TOO_LONG.of(max)
    }
    fn range_lower_than(&self, min: &dyn Display) -> Cow<'static, str> {
        TOO_SMALL.of(min)
    }
    fn range_greater_than(&self, max: &dyn Display) -> Cow<'static, str> {
        TOO_LARGE.of(max)
    }
    fn credit_card_invalid(&self, _: InvalidCreditCard) -> Cow<'static, str> {
        CARD.of("")
    }
    fn pattern_no_match(&self, pattern: &dyn Display) -> Cow<'static, str> {
        PATTERN.of(pattern)
    }
    fn contains_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        CONTAINS.of(pattern)
    }
    fn url_invalid(&self, _: InvalidUrl) -> Cow<'static, str> {
        URL.of("")
    }
    fn prefix_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        PREFIX.of(pattern)
    }
    fn suffix_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        SUFFIX.of(pattern)
    }
    fn phone_number_invalid(&self, _: InvalidPhoneNumber) -> Cow<'static, str> {
        PHONE.of("")
    }
    fn ip_invalid(&self, _: IpKind) -> Cow<'static, str> {
        IP.of("")
    }
    fn matches_field_mismatch(&self, field: &dyn Display) -> Cow<'static, str> {
        SAME.of(field)
    }
    fn email_invalid(&self, _: InvalidEmail) -> Cow<'static, str> {
        EMAIL.of("")
    }
    fn ascii_invalid(&self) -> Cow<'static, str> {
        ASCII.of("")
    }
    fn alphanumeric_invalid(&self) -> Cow<'static, str> {
        ALPHANUMERIC.of("")
    }
    fn required_not_set(&self) -> Cow<'static, str> {
        REQUIRED.of("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Form, Validate)]
    #[garde(allow_unvalidated)]
    struct Depot {
        #[garde(length(chars, min = 1, max = 5))]
        depot_name: String,
        #[serde(rename = "eMail")]
        #[garde(custom(super::email))]
        mail: Option<String>,
        #[garde(range(min = 0, max = 9))]
        dock_count: i64,
        #[garde(dive)]
        gates: Vec<Gate>,
    }

    #[derive(Default, Validate)]
    struct Gate {
        #[garde(custom(even))]
        opens_at: i64,
    }

    fn even(value: &i64, _: &()) -> garde::Result {
        if value % 2 == 0 { Ok(()) } else { Err(garde::Error::new("must be an even hour")) }
    }

    #[test]
    fn fields_are_named_as_clients_name_them_with_codes_and_limits() {
        let depot = Depot {
            depot_name: "Zürich".to_owned(),
            mail: Some("nobody".to_owned()),
            dock_count: 12,
            gates: vec![Gate { opens_at: 8 }, Gate { opens_at: 9 }],
        };
        let told: Vec<(String, &str, String)> = check("depot", &depot)
            .into_iter()
            .map(|error| (error.member.clone(), error.code, error.message.clone()))
            .collect();
        let expect = |member: &str, code, message: &str| (member.to_owned(), code, message.to_owned());
        assert_eq!(
            told,
            [
                expect("depot.depotName", "tooLong", "must be at most 5 characters"),
                expect("depot.dockCount", "tooLarge", "must be at most 9"),
                expect("depot.gates[1].opensAt", "invalid", "must be an even hour"),
                expect("depot.eMail", "email", "must be an e-mail address like name@example.com"),
            ]
        );
        let empty = Depot { depot_name: String::new(), mail: None, dock_count: 0, gates: Vec::new() };
        assert_eq!(check("", &empty)[0].member, "depotName");
        assert_eq!(check("", &empty)[0].message, "is required");
    }
}
