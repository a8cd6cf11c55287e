//! Texts that are never shown.

use std::fmt;

/// A text that is never shown in logs or errors.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
    /// Returns the text; call this only where it is sent.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// A secret is read from requests and never written to a response.
impl<'de> serde::Deserialize<'de> for Secret {
    fn deserialize<D: serde::Deserializer<'de>>(source: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(source).map(Self)
    }
}

impl schemars::JsonSchema for Secret {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Secret".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "password", "writeOnly": true })
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
