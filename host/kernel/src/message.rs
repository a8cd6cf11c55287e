//! Sentences for people as English templates with named values, so that whoever shows one can say it in the reader's language.
//!
//! ```ignore
//! return Err(Error::invalid("name", message!("must be at most {max} characters", max = MAX_LENGTH)));
//! ```
//!
//! Every template stands in a `message!` (or a `Refusal`, or after `NotFound`), where `npm run texts` finds it.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::{self, Display},
};

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Feature, Permission};

/// A sentence: its English template and the values in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    template: Cow<'static, str>,
    parameters: Vec<(&'static str, Parameter)>,
}

/// A value in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameter {
    /// The same in every language: a number, a name, a word of the API.
    Text(String),
    /// Words of the product, which are translated themselves.
    Message(Box<Message>),
    /// A word of the API (`PickedUp`), which people read spelled out and translated.
    Word(String),
    List(Vec<Parameter>),
}

impl Message {
    /// A sentence of the product without values; `message!` makes it.
    pub const fn plain(template: &'static str) -> Self {
        Self {
            template: Cow::Borrowed(template),
            parameters: Vec::new(),
        }
    }

    /// A sentence of the product with its values; `message!` makes it.
    pub const fn filled(
        template: &'static str,
        parameters: Vec<(&'static str, Parameter)>,
    ) -> Self {
        Self {
            template: Cow::Borrowed(template),
            parameters,
        }
    }

    /// What somebody else says (a plugin, a server, a library): it is shown as it comes.
    pub fn verbatim(text: impl Into<String>) -> Self {
        Self {
            template: Cow::Owned(text.into()),
            parameters: Vec::new(),
        }
    }

    /// The sentence before its values were filled in: what a translation is found by.
    pub fn template(&self) -> &str {
        &self.template
    }

    pub fn parameters(&self) -> &[(&'static str, Parameter)] {
        &self.parameters
    }

    /// The sentence as answers carry it.
    pub fn told(&self) -> Told {
        let parameters: BTreeMap<_, _> = self
            .parameters
            .iter()
            .map(|(name, value)| (*name, value.told()))
            .collect();
        let template = (!parameters.is_empty()).then(|| self.template.clone().into_owned());
        Told {
            message: self.to_string(),
            template,
            parameters,
        }
    }
}

/// The English sentence, complete.
impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parameters.is_empty() {
            return f.write_str(&self.template);
        }
        let mut rest = &*self.template;
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let Some((name, after)) = after.split_once('}') else {
                break;
            };
            if let Some((_, value)) = self.parameters.iter().find(|(known, _)| *known == name) {
                value.fmt(f)?;
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Word(text) => f.write_str(text),
            Self::Message(message) => message.fmt(f),
            Self::List(messages) => messages
                .iter()
                .enumerate()
                .try_for_each(|(at, one)| write!(f, "{}{one}", if at == 0 { "" } else { ", " })),
        }
    }
}

impl PartialEq<str> for Message {
    fn eq(&self, text: &str) -> bool {
        self.to_string().as_str() == text
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

impl std::error::Error for Message {}

/// What can stand in a sentence.
pub trait Value {
    fn parameter(&self) -> Parameter;
}

impl<T: Value + ?Sized> Value for &T {
    fn parameter(&self) -> Parameter {
        (*self).parameter()
    }
}

macro_rules! texts {
    ($($kind:ty),*) => {
        $(impl Value for $kind {
            fn parameter(&self) -> Parameter {
                Parameter::Text(self.to_string())
            }
        })*
    };
}

texts!(
    str,
    String,
    Cow<'_, str>,
    char,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
    usize,
    Decimal
);

impl Value for Message {
    fn parameter(&self) -> Parameter {
        Parameter::Message(Box::new(self.clone()))
    }
}

/// Several values, with commas between them.
impl<T: Value> Value for [T] {
    fn parameter(&self) -> Parameter {
        Parameter::List(self.iter().map(Value::parameter).collect())
    }
}

impl<T: Value> Value for Vec<T> {
    fn parameter(&self) -> Parameter {
        self.as_slice().parameter()
    }
}

impl<T: Value, const N: usize> Value for [T; N] {
    fn parameter(&self) -> Parameter {
        self.as_slice().parameter()
    }
}

/// A word of a value list in a sentence.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a>(pub &'a str);

impl Value for Word<'_> {
    fn parameter(&self) -> Parameter {
        Parameter::Word(self.0.to_owned())
    }
}

/// `PickedUp` as `Picked up`: the words that translations are found by.
fn spelled(word: &str) -> String {
    let mut text = String::with_capacity(word.len() + 4);
    let mut before = None;
    for letter in word.chars() {
        let is_gap = matches!(letter, '-' | '_');
        if is_gap
            || letter.is_uppercase()
                && before.is_some_and(|one: char| one.is_lowercase() || one.is_numeric())
        {
            text.push(' ');
        }
        if before.is_none() {
            text.extend(letter.to_uppercase());
        } else if !is_gap {
            text.extend(letter.to_lowercase());
        }
        before = Some(letter);
    }
    text
}

/// Permissions and features are named by their titles.
impl Value for Permission {
    fn parameter(&self) -> Parameter {
        Message::plain(self.display_name).parameter()
    }
}

impl Value for Feature {
    fn parameter(&self) -> Parameter {
        Message::plain(self.display_name).parameter()
    }
}

/// A sentence in an answer: complete in English, and what it takes to say it in another language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Message")]
pub struct Told {
    /// The English sentence, complete.
    pub message: String,
    /// The sentence before its values were filled in, where it has any: translations are found by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// The values in the sentence, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<&'static str, ToldValue>,
}

/// The sentence of an answer that may have none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Remark {
    /// The English sentence, complete.
    pub message: Option<String>,
    /// The sentence before its values were filled in, where it has any: translations are found by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// The values in the sentence, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<&'static str, ToldValue>,
}

impl From<Option<Told>> for Remark {
    fn from(told: Option<Told>) -> Self {
        let Some(Told {
            message,
            template,
            parameters,
        }) = told
        else {
            return Self::default();
        };
        Self {
            message: Some(message),
            template,
            parameters,
        }
    }
}

/// A value in a sentence of an answer; what is not a text is translated itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "MessageValue")]
pub enum ToldValue {
    Text(String),
    Message(Box<Told>),
    List(Vec<Told>),
}

impl Parameter {
    fn told(&self) -> ToldValue {
        let is_text = |one: &Self| matches!(one, Self::Text(_));
        match self {
            Self::Text(text) => ToldValue::Text(text.clone()),
            Self::List(all) if all.iter().all(is_text) => ToldValue::Text(self.to_string()),
            Self::List(all) => ToldValue::List(all.iter().map(Self::sentence).collect()),
            Self::Message(_) | Self::Word(_) => ToldValue::Message(Box::new(self.sentence())),
        }
    }

    fn sentence(&self) -> Told {
        let template = match self {
            Self::Message(message) => return message.told(),
            Self::Word(word) => Some(spelled(word)),
            Self::Text(_) | Self::List(_) => None,
        };
        Told {
            message: self.to_string(),
            template,
            parameters: BTreeMap::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::message;

    #[test]
    fn sentences_have_their_values_in_their_places() {
        let most = 12;
        let said = message!(
            "{name} has at most {most} characters, not {count}",
            name = "A {most}",
            count = 13_usize
        );
        assert_eq!(said, "A {most} has at most 12 characters, not 13");
        assert_eq!(
            said.template(),
            "{name} has at most {most} characters, not {count}"
        );
        assert_eq!(message!("is required"), "is required");
        assert_eq!(Message::verbatim("no {place} here"), "no {place} here");
    }

    #[test]
    fn words_of_the_api_are_spelled_out() {
        let said = message!(
            "is {status}, not {others}",
            status = Word("PickedUp"),
            others = [Word("Draft"), Word("UNKnown")]
        );
        assert_eq!(said, "is PickedUp, not Draft, UNKnown");
        let parameters = serde_json::to_value(said.told()).unwrap()["parameters"].take();
        assert_eq!(
            parameters["status"],
            json!({"message": "PickedUp", "template": "Picked up"})
        );
        assert_eq!(
            parameters["others"][0],
            json!({"message": "Draft", "template": "Draft"})
        );
        let names = message!("one of {names}", names = ["a", "b"]).told();
        assert_eq!(
            serde_json::to_value(names).unwrap()["parameters"],
            json!({"names": "a, b"})
        );
    }

    #[test]
    fn words_of_the_product_in_a_sentence_are_told_as_such() {
        let see = Permission::staff("Pages.Booking.ViewCost", "See costs");
        let lacks = vec![message!("a digit"), message!("{count} letters", count = 2)];
        let said = message!("You need {permission}: {lacks}", permission = see);
        assert_eq!(said, "You need See costs: a digit, 2 letters");
        assert_eq!(
            serde_json::to_value(said.told()).unwrap(),
            json!({
                "message": "You need See costs: a digit, 2 letters",
                "template": "You need {permission}: {lacks}",
                "parameters": {
                    "permission": {"message": "See costs"},
                    "lacks": [
                        {"message": "a digit"},
                        {"message": "2 letters", "template": "{count} letters", "parameters": {"count": "2"}},
                    ],
                },
            })
        );
        assert_eq!(
            serde_json::to_value(message!("is required").told()).unwrap(),
            json!({"message": "is required"})
        );
    }
}
