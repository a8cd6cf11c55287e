//! Removes secrets from recordings: each is replaced by a unique stand-in of equal length, in every
//! encoding in which the remote side may echo it.

use crate::grants::EffectiveSettings;
use base64::{
    Engine, alphabet,
    engine::{
        DecodePaddingMode, GeneralPurposeConfig,
        general_purpose::{GeneralPurpose, STANDARD_NO_PAD, URL_SAFE_NO_PAD},
    },
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Number, Value};
use std::collections::BTreeMap;

/// Minimum length of secrets to search for. A shorter one could be part of any text, so it is
/// replaced only where it is the entire value.
const MIN_SEARCHED_BYTES: usize = 4;
/// Minimum length of a base64 run that may hold a secret.
const MIN_RUN_BYTES: usize = 6;
/// Maximum nesting of base64, such as a token in a header within a body.
const MAX_DEPTH: u32 = 3;
/// Characters that browsers and forms do not escape.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
const FORM: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'*');
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

#[derive(Default)]
pub(crate) struct Mask {
    /// Search texts and their replacements, longest first.
    swaps: Vec<(Vec<u8>, Vec<u8>)>,
    /// First bytes of the search texts; most bytes of a text are none of these.
    begins: Vec<u8>,
    /// Plain secrets, replaced only where they are the entire value.
    short: Vec<(Vec<u8>, Vec<u8>)>,
    pub(crate) of_account: BTreeMap<String, String>,
    pub(crate) of_plugin: BTreeMap<String, String>,
}

impl Mask {
    pub(crate) fn new(settings: EffectiveSettings<'_>) -> Self {
        let mut mask = Mask::default();
        let mut stand_ins: Vec<(String, StandIn)> = Vec::new();
        for (of_account, secrets) in [
            (true, &settings.account.secrets),
            (false, &settings.settings.secrets),
        ] {
            for (key, secret) in secrets {
                let value = secret.reveal();
                let found = stand_ins
                    .iter()
                    .find(|(seen, _)| seen == value)
                    .map(|(_, stand_in)| *stand_in);
                let stand_in = found.unwrap_or_else(|| {
                    let stand_in = StandIn::new(stand_ins.len(), value);
                    stand_ins.push((value.to_owned(), stand_in));
                    stand_in
                });
                let all = if of_account {
                    &mut mask.of_account
                } else {
                    &mut mask.of_plugin
                };
                all.insert(key.clone(), stand_in.with_length(value.len()));
            }
        }
        for (value, stand_in) in stand_ins.iter().filter(|(value, _)| !value.is_empty()) {
            if value.len() < MIN_SEARCHED_BYTES {
                mask.short.push((
                    value.as_bytes().to_vec(),
                    stand_in.with_length(value.len()).into_bytes(),
                ));
                continue;
            }
            mask.swaps.extend(encodings(value, *stand_in));
        }
        mask.swaps.sort_by(|one, other| {
            other
                .0
                .len()
                .cmp(&one.0.len())
                .then_with(|| one.0.cmp(&other.0))
        });
        mask.swaps.dedup_by(|one, other| one.0 == other.0);
        mask.begins = mask
            .swaps
            .iter()
            .filter_map(|(value, _)| value.first().copied())
            .collect();
        mask.begins.sort_unstable();
        mask.begins.dedup();
        mask
    }

    fn is_empty(&self) -> bool {
        self.swaps.is_empty() && self.short.is_empty()
    }

    pub(crate) fn text(&self, text: String) -> String {
        if self.is_empty() {
            return text;
        }
        // Stand-ins are ASCII, so text remains valid text.
        String::from_utf8_lossy(&self.bytes(text.into_bytes())).into_owned()
    }

    /// Masks texts as in a replay, where the engine masks stand-ins.
    pub(crate) fn mask_message(&self, text: String) -> String {
        let stand_ins = self.of_account.values().chain(self.of_plugin.values());
        let long = stand_ins.filter(|stand_in| stand_in.len() >= MIN_SEARCHED_BYTES);
        long.fold(self.text(text), |text, stand_in| {
            text.replace(stand_in, "…")
        })
    }

    pub(crate) fn bytes(&self, bytes: Vec<u8>) -> Vec<u8> {
        if self.is_empty() {
            return bytes;
        }
        if let Some((_, stand_in)) = self.short.iter().find(|(value, _)| *value == bytes) {
            return stand_in.clone();
        }
        self.replace_secrets(&self.replace_in_base64(bytes, MAX_DEPTH))
    }

    pub(crate) fn number(&self, number: Number) -> Value {
        let text = number.to_string();
        let masked = self.text(text.clone());
        match masked == text {
            true => Value::Number(number),
            false => serde_json::from_str(&masked).unwrap_or(Value::String(masked)),
        }
    }

    /// Replaces in one pass, so that stand-ins are never searched.
    fn replace_secrets(&self, bytes: &[u8]) -> Vec<u8> {
        let mut masked = Vec::with_capacity(bytes.len());
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let may_begin = self.begins.contains(&rest[0]);
            let found = may_begin
                .then(|| self.swaps.iter().find(|(value, _)| rest.starts_with(value)))
                .flatten();
            match found {
                Some((value, stand_in)) => {
                    masked.extend_from_slice(stand_in);
                    at += value.len();
                }
                None => {
                    masked.push(rest[0]);
                    at += 1;
                }
            }
        }
        masked
    }

    /// Re-encodes base64 runs that hold a secret, with its stand-in.
    fn replace_in_base64(&self, bytes: Vec<u8>, depth: u32) -> Vec<u8> {
        if depth == 0 || self.swaps.is_empty() {
            return bytes;
        }
        let mut masked = Vec::with_capacity(bytes.len());
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let run = rest.iter().take_while(|&&byte| is_base64(byte)).count();
            let (run, after) = rest.split_at(run);
            match (run.len() >= MIN_RUN_BYTES)
                .then(|| self.replace_in_run(run, depth))
                .flatten()
            {
                Some(new) => masked.extend(new),
                None => masked.extend_from_slice(run),
            }
            let others = after.iter().take_while(|&&byte| !is_base64(byte)).count();
            masked.extend_from_slice(&after[..others]);
            rest = &after[others..];
        }
        masked
    }

    /// Replaces the secrets in a run, without its padding; `None` if it holds none.
    fn replace_in_run(&self, run: &[u8], depth: u32) -> Option<Vec<u8>> {
        let is_url_safe = run.iter().any(|byte| matches!(byte, b'-' | b'_'));
        let inside = if is_url_safe {
            URL_SAFE.decode(run)
        } else {
            STANDARD.decode(run)
        }
        .ok()?;
        let masked = self.replace_secrets(&self.replace_in_base64(inside.clone(), depth - 1));
        let writer = if is_url_safe {
            URL_SAFE_NO_PAD
        } else {
            STANDARD_NO_PAD
        };
        (masked != inside).then(|| writer.encode(masked).into_bytes())
    }
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

/// Derived only from the secret's index and from being numeric. The stand-in of a stand-in is
/// itself.
#[derive(Clone, Copy)]
struct StandIn {
    first: u8,
    rest: &'static [u8],
}

impl StandIn {
    fn new(place: usize, value: &str) -> Self {
        match !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
            true => StandIn {
                first: b'1' + (place % 9) as u8,
                rest: b"0918273645",
            },
            false => StandIn {
                first: b'A' + (place % 26) as u8,
                rest: b"standin",
            },
        }
    }

    /// Repeats the pattern for longer encodings, so that the enclosing text keeps its length.
    fn with_length(self, length: usize) -> String {
        let all = std::iter::once(self.first).chain(self.rest.iter().copied().cycle());
        all.take(length).map(char::from).collect()
    }
}

/// Lists every encoding of the secret with its replacement.
fn encodings(value: &str, stand_in: StandIn) -> Vec<(Vec<u8>, Vec<u8>)> {
    let json = |text: &str| {
        let quoted = Value::from(text).to_string();
        quoted[1..quoted.len() - 1].to_owned()
    };
    let plain = stand_in.with_length(value.len());
    let mut all = vec![
        value.to_owned(),
        json(value),
        json(value).replace('/', "\\/"),
        json(&json(value)),
        markup(value),
    ];
    for set in [NON_ALPHANUMERIC, UNRESERVED, FORM] {
        let encoded = utf8_percent_encode(value, set).to_string();
        for encoded in [lower_escapes(&encoded), encoded] {
            all.push(encoded.replace("%20", "+"));
            all.push(encoded);
        }
    }
    let mut all: Vec<_> = all
        .into_iter()
        .map(|writing| {
            (
                stand_in.with_length(writing.len()).into_bytes(),
                writing.into_bytes(),
            )
        })
        .collect();
    all.push((
        hex::encode(&plain).into_bytes(),
        hex::encode(value).into_bytes(),
    ));
    all.push((
        hex::encode_upper(&plain).into_bytes(),
        hex::encode_upper(value).into_bytes(),
    ));
    for offset in 0..3 {
        for writer in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            all.push((
                middle(&writer, &plain, offset),
                middle(&writer, value, offset),
            ));
        }
    }
    all.retain(|(_, writing)| writing.len() >= MIN_SEARCHED_BYTES);
    all.into_iter()
        .map(|(stand_in, writing)| (writing, stand_in))
        .collect()
}

fn markup(value: &str) -> String {
    let escaped = value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    escaped.replace('"', "&quot;").replace('\'', "&#39;")
}

fn lower_escapes(encoded: &str) -> String {
    let mut parts = encoded.split('%');
    let mut lower = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at(part.len().min(2));
        lower.push('%');
        lower.push_str(&digits.to_ascii_lowercase());
        lower.push_str(rest);
    }
    lower
}

/// Base64 digits that depend only on the value, for a start at this offset within three bytes.
fn middle(writer: &GeneralPurpose, value: &str, offset: usize) -> Vec<u8> {
    let mut bytes = vec![0; offset];
    bytes.extend_from_slice(value.as_bytes());
    let whole = bytes.len() * 8 / 6;
    let digits = writer.encode(&bytes);
    digits.as_bytes()[(offset * 8).div_ceil(6)..whole].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grants::{AccountGrant, Secret, SettingsGrant};

    fn mask(secrets: &[(&str, &str)]) -> Mask {
        let secrets = secrets
            .iter()
            .map(|&(key, value)| (key.to_owned(), Secret::new(value)))
            .collect();
        let account = AccountGrant {
            secrets,
            ..AccountGrant::none()
        };
        Mask::new(EffectiveSettings {
            account: &account,
            settings: &SettingsGrant::default(),
        })
    }

    #[test]
    fn a_secret_is_replaced_in_every_writing() {
        let secret = "p\"ss w/rd+1?";
        let mask = mask(&[("KEY", secret)]);
        let padded = |before: &str| STANDARD_NO_PAD.encode(format!("{before}{secret} and more"));
        let twice = STANDARD_NO_PAD.encode(format!(
            "token={}",
            URL_SAFE_NO_PAD.encode(format!("u:{secret}"))
        ));
        for text in [
            secret.to_owned(),
            format!("a{secret}b"),
            Value::from(secret).to_string(),
            Value::from(Value::from(secret).to_string()).to_string(),
            format!("k={}", utf8_percent_encode(secret, NON_ALPHANUMERIC)),
            "k=p%22ss+w%2frd%2b1%3f&x=1".to_owned(),
            hex::encode(secret),
            hex::encode_upper(secret),
            padded(""),
            padded("u"),
            padded("us"),
            // Not at a boundary of three digits: the preceding text is not base64.
            format!("x/{}", padded("u:")),
            format!("y/z{}", padded("u:")),
            twice,
        ] {
            let masked = mask.text(text.clone());
            assert_ne!(masked, text);
            assert_eq!(masked.len(), text.len());
            for run in [
                masked.as_str(),
                &masked[1..],
                masked.get(2..).unwrap(),
                masked.get(3..).unwrap(),
            ] {
                let inside = STANDARD
                    .decode(run.trim_end_matches('='))
                    .unwrap_or_default();
                assert!(
                    !inside
                        .windows(secret.len())
                        .any(|it| it == secret.as_bytes()),
                    "{text} became {masked}"
                );
            }
            assert!(!masked.contains("w/rd"), "{text} became {masked}");
        }
    }

    #[test]
    fn stand_ins_keep_length_and_are_their_own() {
        let secrets = [
            ("A", "hunter2"),
            ("B", "31415926"),
            ("C", "hunter2"),
            ("D", "hunter2 and more"),
            ("E", "xy"),
        ];
        let first = mask(&secrets);
        for (key, value) in secrets {
            assert_eq!(first.of_account[key].len(), value.len());
            assert_ne!(first.of_account[key], value);
        }
        assert_eq!(first.of_account["A"], first.of_account["C"]);
        assert_eq!(first.text("hunter2 and more".into()), first.of_account["D"]);
        assert_eq!(
            first.number(31415926.into()).to_string(),
            first.of_account["B"]
        );
        assert_eq!(first.text("xyz xy".into()), "xyz xy");
        assert_eq!(first.text("xy".into()), first.of_account["E"]);
        let stand_ins: Vec<_> = first
            .of_account
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect();
        assert_eq!(mask(&stand_ins).of_account, first.of_account);
    }

    #[test]
    fn words_without_secrets_stay() {
        let mask = mask(&[("KEY", "hunter2")]);
        let text = "https://api.example/v1/labels?x=Zm9vYmFy — Größe 42 aGVsbG8gd29ybGQ=";
        assert_eq!(mask.text(text.into()), text);
        let bytes = vec![0, 159, 146, 150, 255];
        assert_eq!(mask.bytes(bytes.clone()), bytes);
    }
}
