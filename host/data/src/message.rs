//! Translatable sentences: English templates with named values, rendered in the reader's language.
//!
//! ```ignore
//! return Err(Error::invalid("name", message!("must be at most {max} characters", max = MAX_LENGTH)));
//! ```
//!
//! `npm run texts` collects the templates from `message!`, `Refusal` and `NotFound`.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::{self, Display},
};

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{feature::Feature, permission::Permission};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    template: Cow<'static, str>,
    parameters: Vec<(&'static str, Parameter)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameter {
    /// The same in every language: a number, a name, an API value.
    Text(String),
    /// A sentence of the product, which is itself translated.
    Message(Box<Message>),
    /// An API value (`PickedUp`), shown spelled out and translated.
    Word(String),
    List(Vec<Parameter>),
}

impl Message {
    /// Creates a sentence without values; used by `message!`.
    pub const fn plain(template: &'static str) -> Self {
        Self {
            template: Cow::Borrowed(template),
            parameters: Vec::new(),
        }
    }

    pub const fn filled(
        template: &'static str,
        parameters: Vec<(&'static str, Parameter)>,
    ) -> Self {
        Self {
            template: Cow::Borrowed(template),
            parameters,
        }
    }

    /// Shows external text (a plugin, a server, a library) verbatim.
    pub fn verbatim(text: impl Into<String>) -> Self {
        Self {
            template: Cow::Owned(text.into()),
            parameters: Vec::new(),
        }
    }

    /// The template is the key of its translations.
    pub fn template(&self) -> &str {
        &self.template
    }

    pub fn parameters(&self) -> &[(&'static str, Parameter)] {
        &self.parameters
    }

    /// Changes the texts from outside: values, and sentences shown verbatim.
    pub fn map_texts(self, change: &impl Fn(String) -> String) -> Self {
        let template = match self.template {
            Cow::Owned(text) => Cow::Owned(change(text)),
            own => own,
        };
        let parameters = self.parameters.into_iter();
        Self {
            template,
            parameters: parameters
                .map(|(name, value)| (name, value.map_texts(change)))
                .collect(),
        }
    }

    /// Converts the sentence for a response.
    pub fn to_translatable(&self) -> TranslatableMessage {
        let parameters: BTreeMap<_, _> = self
            .parameters
            .iter()
            .map(|(name, value)| (*name, value.to_message_value()))
            .collect();
        let template = (!parameters.is_empty()).then(|| self.template.clone().into_owned());
        TranslatableMessage {
            message: self.to_string(),
            template,
            parameters,
        }
    }
}

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

#[derive(Debug, Clone, Copy)]
pub struct Word<'a>(pub &'a str);

impl Value for Word<'_> {
    fn parameter(&self) -> Parameter {
        Parameter::Word(self.0.to_owned())
    }
}

/// Spells `PickedUp` as `Picked up`, the key of its translations.
fn spell_out(word: &str) -> String {
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

/// Permissions and features are shown by their titles.
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

/// A sentence in a response: complete in English, with template and values for translation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Message")]
pub struct TranslatableMessage {
    /// The English sentence, complete.
    pub message: String,
    /// The template, if the sentence has values: the key of its translations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// The values in the sentence, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<&'static str, MessageValue>,
}

/// The sentence of a response that may have none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Remark {
    /// The English sentence, complete.
    pub message: Option<String>,
    /// The template, if the sentence has values: the key of its translations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// The values in the sentence, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<&'static str, MessageValue>,
}

impl From<Option<TranslatableMessage>> for Remark {
    fn from(told: Option<TranslatableMessage>) -> Self {
        let Some(TranslatableMessage {
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

/// A value in a response's sentence; all but text are translated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "MessageValue")]
pub enum MessageValue {
    Text(String),
    Message(Box<TranslatableMessage>),
    List(Vec<TranslatableMessage>),
}

impl Parameter {
    fn map_texts(self, change: &impl Fn(String) -> String) -> Self {
        match self {
            Self::Text(text) => Self::Text(change(text)),
            Self::Message(message) => Self::Message(Box::new(message.map_texts(change))),
            Self::Word(word) => Self::Word(word),
            Self::List(all) => {
                Self::List(all.into_iter().map(|one| one.map_texts(change)).collect())
            }
        }
    }

    fn to_message_value(&self) -> MessageValue {
        let is_text = |one: &Self| matches!(one, Self::Text(_));
        match self {
            Self::Text(text) => MessageValue::Text(text.clone()),
            Self::List(all) if all.iter().all(is_text) => MessageValue::Text(self.to_string()),
            Self::List(all) => MessageValue::List(all.iter().map(Self::sentence).collect()),
            Self::Message(_) | Self::Word(_) => MessageValue::Message(Box::new(self.sentence())),
        }
    }

    fn sentence(&self) -> TranslatableMessage {
        let template = match self {
            Self::Message(message) => return message.to_translatable(),
            Self::Word(word) => Some(spell_out(word)),
            Self::Text(_) | Self::List(_) => None,
        };
        TranslatableMessage {
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
    fn texts_from_outside_are_changed_and_sentences_are_kept() {
        let secret = |text: String| text.replace("key", "***");
        let quoted = message!("the key {code} is unknown", code = "key-7");
        let nested = message!("{reason}; {text}", reason = quoted, text = ["key"]);
        assert_eq!(nested.map_texts(&secret), "the key ***-7 is unknown; ***");
        assert_eq!(Message::verbatim("a key").map_texts(&secret), "a ***");
        assert_eq!(Message::plain("a key").map_texts(&secret), "a key");
    }

    #[test]
    fn sentences_have_their_values_in_their_places() {
        let max = 12;
        let message = message!(
            "{name} has at most {most} characters, not {count}",
            name = "A {most}",
            most = max,
            count = 13_usize
        );
        assert_eq!(message, "A {most} has at most 12 characters, not 13");
        assert_eq!(
            message.template(),
            "{name} has at most {most} characters, not {count}"
        );
        assert_eq!(message!("is required"), "is required");
        assert_eq!(Message::verbatim("no {place} here"), "no {place} here");
    }

    #[test]
    fn words_of_the_api_are_spelled_out() {
        let message = message!(
            "is {status}, not {others}",
            status = Word("PickedUp"),
            others = [Word("Draft"), Word("UNKnown")]
        );
        assert_eq!(message, "is PickedUp, not Draft, UNKnown");
        let parameters =
            serde_json::to_value(message.to_translatable()).unwrap()["parameters"].take();
        assert_eq!(
            parameters["status"],
            json!({"message": "PickedUp", "template": "Picked up"})
        );
        assert_eq!(
            parameters["others"][0],
            json!({"message": "Draft", "template": "Draft"})
        );
        let names = message!("one of {names}", names = ["a", "b"]).to_translatable();
        assert_eq!(
            serde_json::to_value(names).unwrap()["parameters"],
            json!({"names": "a, b"})
        );
    }

    #[test]
    fn words_of_the_product_in_a_sentence_are_told_as_such() {
        let see = Permission::staff("Pages.Booking.ViewCost", "See costs");
        let lacks = vec![message!("a digit"), message!("{count} letters", count = 2)];
        let message = message!("You need {permission}: {lacks}", permission = see);
        assert_eq!(message, "You need See costs: a digit, 2 letters");
        assert_eq!(
            serde_json::to_value(message.to_translatable()).unwrap(),
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
            serde_json::to_value(message!("is required").to_translatable()).unwrap(),
            json!({"message": "is required"})
        );
    }
}
