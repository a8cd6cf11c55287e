//! Field validation by garde attributes, reported with API names and translatable codes.
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
//! The attributes are also limits of the OpenAPI schema. Errors use the form's member names, and
//! camelCase below them.

use std::{borrow::Cow, fmt::Display};

use garde::{
    Validate,
    i18n::{
        I18n, InvalidCreditCard, InvalidEmail, InvalidPhoneNumber, InvalidUrl, IpKind, with_i18n,
    },
};

use crate::{
    error::FieldError,
    message,
    message::Message,
    save::{Change, Form},
};

/// Returns the message for a rule's code. The name before the sentence is that of the rule's limit.
fn sentence(code: &str, value: &str) -> Option<(&'static str, Message)> {
    Some(match code {
        "tooShort" => (
            "tooShort",
            message!("must be at least {min} characters", min = value),
        ),
        "tooLong" => (
            "tooLong",
            message!("must be at most {max} characters", max = value),
        ),
        "tooSmall" => ("tooSmall", message!("must be at least {min}", min = value)),
        "tooLarge" => ("tooLarge", message!("must be at most {max}", max = value)),
        "required" => ("required", message!("is required")),
        "email" => (
            "email",
            message!("must be an email address such as name@example.com"),
        ),
        "url" => (
            "url",
            message!("must be an address like https://example.com"),
        ),
        "ip" => ("ip", message!("must be an IP address")),
        "phone" => ("phone", message!("must be a telephone number")),
        "creditCard" => (
            "creditCard",
            message!("must be the number of a credit card"),
        ),
        "pattern" => ("pattern", message!("must match {pattern}", pattern = value)),
        "contains" => ("contains", message!("must contain {text}", text = value)),
        "prefix" => ("prefix", message!("must begin with {text}", text = value)),
        "suffix" => ("suffix", message!("must end with {text}", text = value)),
        "same" => (
            "same",
            message!("must be the same as {field}", field = value),
        ),
        "ascii" => (
            "ascii",
            message!("must contain plain letters, digits and symbols only"),
        ),
        "alphanumeric" => (
            "alphanumeric",
            message!("must contain letters and digits only"),
        ),
        _ => return None,
    })
}

/// Returns the error of an area's own rule.
pub fn rejection(message: Message) -> garde::Error {
    garde::Error::new(message.to_string())
}

/// Returns every member rejected by its attributes; `prefix` is the form's path in the request.
pub fn check<T: Validate<Context: Default> + Form>(prefix: &str, form: &T) -> Vec<FieldError> {
    let Err(report) = with_i18n(CodeMessages, || form.validate()) else {
        return Vec::new();
    };
    report
        .iter()
        .map(|(path, error)| field_error(member::<T>(prefix, &path.to_string()), error.message()))
        .collect()
}

/// Validates a partial form as sent: absent members have their defaults.
impl<F: Validate + Form> Validate for Change<F> {
    type Context = F::Context;
    fn validate_into(
        &self,
        context: &F::Context,
        parent: &mut dyn FnMut() -> garde::Path,
        report: &mut garde::Report,
    ) {
        self.input().validate_into(context, parent, report);
    }
}

/// Custom rule for an email address or an empty value: `#[garde(custom(data::validate::email))]`.
/// Rejects domains without a dot, which external email can't reach.
pub fn email(value: &impl OptionalText, _: &()) -> garde::Result {
    match value.text() {
        Some(text) if !text.is_empty() && !crate::email::is_email(text) => {
            Err(garde::Error::new(coded("email", "")))
        }
        _ => Ok(()),
    }
}

/// A member that holds an optional text.
pub trait OptionalText {
    fn text(&self) -> Option<&str>;
}

impl OptionalText for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl<T: OptionalText> OptionalText for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(T::text)
    }
}

/// Returns the member's path in the request.
fn member<T: Form>(prefix: &str, path: &str) -> String {
    let in_part = |part: &&str| path.strip_prefix(part)?.strip_prefix('.');
    let path = T::PARTS.iter().find_map(in_part).unwrap_or(path);
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let (field, path) = path.split_at(end);
    let name = T::MEMBERS
        .iter()
        .find(|member| member.field == field)
        .map_or(field, |member| member.name);
    joined(
        &if prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{prefix}.{name}")
        },
        path,
    )
}

/// Appends the path below a member, in camelCase.
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

/// Marks codes and parameters in garde's texts; no sentence contains it.
const MARK: char = '\u{1}';

fn field_error(member: String, said: &str) -> FieldError {
    let rule = said
        .strip_prefix(MARK)
        .and_then(|rest| rest.split_once(MARK));
    match rule.and_then(|(code, value)| sentence(code, value)) {
        Some((code, message)) => FieldError::new(member, message).with_code(code),
        // An area's own rule has a complete message.
        None => FieldError::new(member, Message::verbatim(said)),
    }
}

/// Encodes garde's messages as codes with their parameter.
struct CodeMessages;

fn coded(code: &str, value: impl Display) -> Cow<'static, str> {
    format!("{MARK}{code}{MARK}{value}").into()
}

impl I18n for CodeMessages {
    fn length_lower_than(&self, min: usize) -> Cow<'static, str> {
        if min == 1 {
            coded("required", "")
        } else {
            coded("tooShort", min)
        }
    }
    fn length_greater_than(&self, max: usize) -> Cow<'static, str> {
        coded("tooLong", max)
    }
    fn range_lower_than(&self, min: &dyn Display) -> Cow<'static, str> {
        coded("tooSmall", min)
    }
    fn range_greater_than(&self, max: &dyn Display) -> Cow<'static, str> {
        coded("tooLarge", max)
    }
    fn credit_card_invalid(&self, _: InvalidCreditCard) -> Cow<'static, str> {
        coded("creditCard", "")
    }
    fn pattern_no_match(&self, pattern: &dyn Display) -> Cow<'static, str> {
        coded("pattern", pattern)
    }
    fn contains_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        coded("contains", pattern)
    }
    fn url_invalid(&self, _: InvalidUrl) -> Cow<'static, str> {
        coded("url", "")
    }
    fn prefix_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        coded("prefix", pattern)
    }
    fn suffix_missing(&self, pattern: &dyn Display) -> Cow<'static, str> {
        coded("suffix", pattern)
    }
    fn phone_number_invalid(&self, _: InvalidPhoneNumber) -> Cow<'static, str> {
        coded("phone", "")
    }
    fn ip_invalid(&self, _: IpKind) -> Cow<'static, str> {
        coded("ip", "")
    }
    fn matches_field_mismatch(&self, field: &dyn Display) -> Cow<'static, str> {
        coded("same", field)
    }
    fn email_invalid(&self, _: InvalidEmail) -> Cow<'static, str> {
        coded("email", "")
    }
    fn ascii_invalid(&self) -> Cow<'static, str> {
        coded("ascii", "")
    }
    fn alphanumeric_invalid(&self) -> Cow<'static, str> {
        coded("alphanumeric", "")
    }
    fn required_not_set(&self) -> Cow<'static, str> {
        coded("required", "")
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
        if value % 2 == 0 {
            Ok(())
        } else {
            Err(rejection(message!("must be an even hour")))
        }
    }

    #[test]
    fn fields_are_named_as_clients_name_them_with_codes_and_limits() {
        let depot = Depot {
            depot_name: "Zürich".to_owned(),
            mail: Some("nobody".to_owned()),
            dock_count: 12,
            gates: vec![Gate { opens_at: 8 }, Gate { opens_at: 9 }],
        };
        let errors: Vec<(String, &str, String)> = check("depot", &depot)
            .into_iter()
            .map(|error| (error.member.clone(), error.code, error.message.to_string()))
            .collect();
        let expect =
            |member: &str, code, message: &str| (member.to_owned(), code, message.to_owned());
        assert_eq!(
            errors,
            [
                expect("depot.depotName", "tooLong", "must be at most 5 characters"),
                expect("depot.dockCount", "tooLarge", "must be at most 9"),
                expect("depot.gates[1].opensAt", "invalid", "must be an even hour"),
                expect(
                    "depot.eMail",
                    "email",
                    "must be an email address such as name@example.com"
                ),
            ]
        );
        let empty = Depot {
            depot_name: String::new(),
            mail: None,
            dock_count: 0,
            gates: Vec::new(),
        };
        assert_eq!(check("", &empty)[0].member, "depotName");
        assert_eq!(check("", &empty)[0].message, "is required");
    }
}
