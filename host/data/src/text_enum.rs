//! Value lists: enums that are stored, sent, filtered and documented by name.
//!
//! ```
//! use data::TextEnum;
//!
//! /// A customer's payment terms.
//! #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
//! enum PaymentKind {
//!     Account,
//!     #[text_enum(name = "Pay-as-you-go")]
//!     Payg,
//!     /// A stored value unknown to this release; a save leaves it unchanged.
//!     #[default]
//!     #[text_enum(unknown)]
//!     Unknown,
//! }
//! assert_eq!(PaymentKind::NAMES, ["Account", "Pay-as-you-go"]);
//! assert_eq!("pay-as-you-go".parse(), Ok(PaymentKind::Payg));
//! assert_eq!("Friend".parse::<PaymentKind>().unwrap_err(), "must be one of Account, Pay-as-you-go");
//! ```
//!
//! An enum with an unknown variant can be a column's type. An empty text also reads as that
//! variant, so a form without a value differs from one with a value. An enum without it is for the
//! API only.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{EnumAccess, Error as _, VariantAccess, Visitor},
};

use crate::{
    message,
    message::Message,
    value::{Row, Val},
};

pub use data_macros::TextEnum;

/// An enum with named values; implemented only by `#[derive(TextEnum)]`.
pub trait TextEnum: Copy + PartialEq + Send + Sync + 'static {
    const NAMES: &'static [&'static str];
    /// Values that have a name, in order.
    const ALL: &'static [Self];
    /// Value for stored names that are not in the list.
    const UNKNOWN: Option<Self>;
    fn as_str(self) -> &'static str;
}

/// Parses a name without regard to case; the error lists the valid names.
pub fn parse<T: TextEnum>(name: &str) -> Result<T, Message> {
    let position = T::NAMES
        .iter()
        .position(|known| known.eq_ignore_ascii_case(name.trim()));
    position
        .and_then(|at| T::ALL.get(at).copied())
        .ok_or_else(none_of::<T>)
}

/// Rejects an unset or unknown value.
pub fn check<T: TextEnum>(value: T) -> Result<(), Message> {
    match T::ALL.contains(&value) {
        true => Ok(()),
        false => Err(none_of::<T>()),
    }
}

fn none_of<T: TextEnum>() -> Message {
    message!("must be one of {known}", known = T::NAMES.join(", "))
}

#[doc(hidden)]
pub fn val<T: TextEnum>(value: T) -> Val {
    if T::ALL.contains(&value) {
        Val::Text(value.as_str().to_owned())
    } else {
        Val::Unknown
    }
}

#[doc(hidden)]
pub fn get<T: TextEnum>(row: &Row, index: usize) -> sqlx::Result<T> {
    let name: String = row.get(index)?;
    let unknown =
        || sqlx::Error::Decode(format!("'{name}' is none of {}", T::NAMES.join(", ")).into());
    parse(&name).ok().or(T::UNKNOWN).ok_or_else(unknown)
}

#[doc(hidden)]
pub fn deserialize<'de, T: TextEnum, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
    source.deserialize_enum("name", T::NAMES, NameVisitor(PhantomData))
}

struct NameVisitor<T>(PhantomData<T>);

impl<'de, T: TextEnum> Visitor<'de> for NameVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", T::NAMES.join(", "))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (name, rest) = data.variant::<String>()?;
        rest.unit_variant()?;
        let unknown =
            T::UNKNOWN.filter(|unknown| name.trim().is_empty() || name == unknown.as_str());
        parse(&name)
            .ok()
            .or(unknown)
            .ok_or_else(|| A::Error::unknown_variant(&name, T::NAMES))
    }
}

/// `#[serde(deserialize_with = "data::text_enum::option")]`: an empty text is none.
pub fn option<'de, T: TextEnum + Deserialize<'de>, D: Deserializer<'de>>(
    source: D,
) -> Result<Option<T>, D::Error> {
    Ok(Option::<T>::deserialize(source)?.filter(|name| T::UNKNOWN != Some(*name)))
}

/// `#[serde(deserialize_with = "data::text_enum::stored")]`: for values in stored documents,
/// which stay readable with an unknown value.
pub fn stored<'de, T: TextEnum, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
    let name = String::deserialize(source)?;
    parse(&name)
        .ok()
        .or(T::UNKNOWN)
        .ok_or_else(|| D::Error::unknown_variant(&name, T::NAMES))
}

/// `#[serde(deserialize_with = "data::text_enum::option_stored")]`: for optional stored values,
/// where an empty text is absent. Also for inputs with their own rules about the value.
pub fn option_stored<'de, T: TextEnum, D: Deserializer<'de>>(
    source: D,
) -> Result<Option<T>, D::Error> {
    let Some(name) = Option::<String>::deserialize(source)?.filter(|name| !name.trim().is_empty())
    else {
        return Ok(None);
    };
    parse(&name)
        .ok()
        .or(T::UNKNOWN)
        .map(Some)
        .ok_or_else(|| D::Error::unknown_variant(&name, T::NAMES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, crate::text_enum::TextEnum)]
    enum Size {
        Small,
        #[text_enum(name = "extra-large")]
        Large,
        #[text_enum(unknown)]
        Unknown,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Shirt {
        size: Size,
        #[serde(default, deserialize_with = "option")]
        other: Option<Size>,
    }

    fn read(json: &str) -> Result<Shirt, String> {
        crate::case::from_json(json.as_bytes()).map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn words_are_read_without_regard_to_case() {
        assert_eq!(
            read(r#"{"size":"EXTRA-large"}"#),
            Ok(Shirt {
                size: Size::Large,
                other: None
            })
        );
        assert_eq!(
            read(r#"{"size":"","other":""}"#),
            Ok(Shirt {
                size: Size::Unknown,
                other: None
            })
        );
        assert_eq!(
            read(r#"{"size":"Unknown","other":"small"}"#),
            Ok(Shirt {
                size: Size::Unknown,
                other: Some(Size::Small)
            })
        );
        for wrong in ["\"medium\"", "7"] {
            let error = read(&format!(r#"{{"size":{wrong}}}"#)).unwrap_err();
            assert!(
                error.starts_with("size must be one of Small, extra-large"),
                "{error}"
            );
        }
        assert_eq!(
            serde_json::to_string(&Size::Large).unwrap(),
            r#""extra-large""#
        );
        assert!("Unknown".parse::<Size>().is_err() && "".parse::<Size>().is_err());
    }

    #[test]
    fn an_unknown_word_is_never_written() {
        assert_eq!(val(Size::Small), Val::Text("Small".to_owned()));
        assert_eq!(val(Size::Unknown), Val::Unknown);
        assert_eq!(
            check(Size::Unknown).unwrap_err(),
            "must be one of Small, extra-large"
        );
        assert!(check(Size::Large).is_ok());
    }

    #[test]
    fn a_document_with_an_unknown_word_stays_readable() {
        #[derive(Deserialize)]
        struct Kept {
            #[serde(deserialize_with = "stored")]
            size: Size,
            #[serde(default, deserialize_with = "option_stored")]
            other: Option<Size>,
        }
        let read = |text: &str| serde_json::from_str::<Kept>(text).unwrap();
        assert_eq!(read(r#"{"size":"tiny"}"#).size, Size::Unknown);
        let other = |name: &str| read(&format!(r#"{{"size":"tiny","other":{name}}}"#)).other;
        assert_eq!(other("\"tiny\""), Some(Size::Unknown));
        assert_eq!(other("\"SMALL\""), Some(Size::Small));
        assert_eq!((other("\" \""), other("null")), (None, None));
    }

    #[test]
    fn the_schema_names_the_words() {
        let schema = schemars::SchemaGenerator::default().into_root_schema_for::<Size>();
        assert_eq!(
            schema.as_value()["enum"],
            serde_json::json!(["Small", "extra-large"])
        );
    }
}
