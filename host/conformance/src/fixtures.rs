//! A package's fixtures: settings, recorded responses of the other side, vectors.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use engine::package::Package;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Everything below `fixtures/`.
#[derive(Clone, Debug, Default)]
pub struct Fixtures {
    pub account: Account,
    /// `fixtures/card.json`: a rate card that the rate engine prices with.
    pub card: Option<String>,
    /// `fixtures/input.json`: merged over the kit's valid sample.
    pub input: Option<Value>,
    pub exchanges: Vec<Exchange>,
    /// `fixtures/face/*.json`: the host's responses to the front end's calls.
    pub front_end: Vec<Exchange>,
    pub vectors: BTreeMap<String, Vector>,
    /// Files that could not be read, described.
    pub wrong: Vec<String>,
}

/// `fixtures/account.json`: settings for the checks. The kit supplies secrets.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Account {
    /// Account settings by attribute key.
    pub account: Map<String, Value>,
    /// Plugin settings by the settings schema.
    pub plugin: Map<String, Value>,
}

/// An entry of a recording, which is a list of them: the same format as the SDK's `Recording`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    pub request: Asked,
    pub response: Answered,
    /// The SDK serves other entries once; the kit repeats all of them.
    #[serde(default, rename = "repeat")]
    _repeat: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub method: String,
    /// The path without its query. A trailing `*` matches any rest.
    pub path: String,
    /// Must be equal if present.
    pub query: Option<String>,
    /// Text must be equal; other values must contain these members.
    pub body: Option<Value>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    #[serde(default = "ok")]
    pub status: u16,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Text as it is, anything else as JSON.
    #[serde(default)]
    pub body: Value,
}

fn ok() -> u16 {
    200
}

/// `fixtures/vectors/<name>.json`: one call and what must come of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// By its name in the interfaces: `rates`, `price`, ….
    pub function: String,
    /// In place of the account's settings.
    pub settings: Option<Map<String, Value>>,
    /// In place of the plugin's own settings.
    pub plugin: Option<Map<String, Value>>,
    /// Merged into the kit's sample of the function's input.
    #[serde(default)]
    pub input: Value,
    /// Replaces `input`: all arguments in order, bytes as `{"$text": …}` or `{"$base64": …}`.
    pub arguments: Option<Vec<Value>>,
    /// The time of the call, and its zone by its name.
    pub now: Option<DateTime<Utc>>,
    pub timezone: Option<String>,
    /// Stored values: text or bytes, a number for a counter.
    #[serde(default)]
    pub values: BTreeMap<String, Value>,
    /// The other side's answers for this call.
    #[serde(default)]
    pub http: Vec<Exchange>,
    pub expect: Expect,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Members that the answer must have.
    pub answer: Option<Value>,
    /// An error of the taxonomy by its name, `invalid-input`.
    pub error: Option<String>,
    /// Words that the error's must contain.
    pub contains: Option<String>,
}

impl Fixtures {
    pub fn from_package(package: &Package) -> Self {
        let mut fixtures = Fixtures::default();
        for (path, content) in &package.files {
            let Some(name) = path.strip_prefix("fixtures/") else {
                continue;
            };
            if let Err(error) = fixtures.take(name, content) {
                fixtures.wrong.push(format!("{path}: {error}"));
            }
        }
        fixtures
    }

    fn take(&mut self, name: &str, content: &[u8]) -> Result<(), serde_json::Error> {
        match name {
            "account.json" => self.account = serde_json::from_slice(content)?,
            "card.json" => {
                serde_json::from_slice::<Value>(content)?;
                self.card = Some(String::from_utf8_lossy(content).into_owned());
            }
            "input.json" => self.input = Some(serde_json::from_slice(content)?),
            _ => match name.split_once('/') {
                Some(("vectors", name)) => {
                    self.vectors
                        .insert(name.to_owned(), serde_json::from_slice(content)?);
                }
                Some(("face", _)) => self
                    .front_end
                    .extend(serde_json::from_slice::<Vec<Exchange>>(content)?),
                _ => self
                    .exchanges
                    .extend(serde_json::from_slice::<Vec<Exchange>>(content)?),
            },
        }
        Ok(())
    }
}
