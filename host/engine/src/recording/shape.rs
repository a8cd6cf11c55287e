//! Encoding of recorded values: the interfaces' JSON, with bytes as text or base64 in place of
//! number lists.

use super::mask::Mask;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::io::{Error, Write};

/// Larger JSON is not inspected; a byte of a body can take four bytes of JSON.
const MAX_JSON_BYTES: usize = 4 << 20;

/// Secrets are replaced; a too large value becomes `{"$cut": bytes of JSON}`.
pub(crate) fn show<T: Serialize + ?Sized>(value: &T, mask: &Mask) -> Value {
    let mut count = Count(0);
    if serde_json::to_writer(&mut count, value).is_err() {
        return json!({ "$cut": count.0 });
    }
    serde_json::to_value(value).map_or(Value::Null, |value| pack(value, mask))
}

/// Decodes a value; `None` if it was cut or has another type.
pub(crate) fn read<T: DeserializeOwned>(shown: Value) -> Option<T> {
    serde_json::from_value(unpack(shown)).ok()
}

pub(crate) fn size(value: &impl Serialize) -> usize {
    let mut count = Count(0);
    // A full counter continues to count, so writing cannot fail.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

fn pack(value: Value, mask: &Mask) -> Value {
    match value {
        Value::Array(list) => match bytes(&list) {
            Some(bytes) => packed(mask.bytes(bytes)),
            None => list.into_iter().map(|entry| pack(entry, mask)).collect(),
        },
        // Keys come from the interfaces and hold no secrets.
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| (name, pack(value, mask)))
            .collect(),
        Value::String(text) => Value::String(mask.text(text)),
        Value::Number(number) => mask.number(number),
        other => other,
    }
}

/// Other lists of small numbers are encoded the same way and decode to equal values.
fn bytes(list: &[Value]) -> Option<Vec<u8>> {
    let byte = |value: &Value| value.as_u64().and_then(|number| u8::try_from(number).ok());
    (!list.is_empty())
        .then(|| list.iter().map(byte).collect())
        .flatten()
}

fn packed(bytes: Vec<u8>) -> Value {
    let is_plain = |text: &str| {
        !text
            .chars()
            .any(|letter| letter.is_control() && !"\r\n\t".contains(letter))
    };
    match String::from_utf8(bytes) {
        Ok(text) if is_plain(&text) => json!({ "$text": text }),
        Ok(text) => json!({ "$base64": STANDARD.encode(text) }),
        Err(error) => json!({ "$base64": STANDARD.encode(error.as_bytes()) }),
    }
}

/// Restores the interfaces' JSON. Invalid base64 is kept and then matches no type.
pub(crate) fn unpack(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(unpack).collect(),
        Value::Object(members) => {
            if members.len() == 1 {
                if let Some(text) = members.get("$text").and_then(Value::as_str) {
                    return json!(text.as_bytes());
                }
                let base64 = members.get("$base64").and_then(Value::as_str);
                if let Some(bytes) = base64.and_then(|text| STANDARD.decode(text).ok()) {
                    return json!(bytes);
                }
            }
            members
                .into_iter()
                .map(|(name, value)| (name, unpack(value)))
                .collect()
        }
        other => other,
    }
}

pub(crate) fn is_cut(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(is_cut),
        Value::Object(members) => members.contains_key("$cut") || members.values().any(is_cut),
        _ => false,
    }
}

/// Writer that counts bytes and fails beyond the limit.
struct Count(usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.0 += bytes.len();
        match self.0 > MAX_JSON_BYTES {
            true => Err(Error::other("too large")),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::wit::{DataValue, File};

    #[test]
    fn what_is_shown_is_read_back() {
        let mask = Mask::default();
        for content in [
            b"%PDF-1.7 text".to_vec(),
            vec![0, 1, 255],
            Vec::new(),
            "Größe\n".into(),
        ] {
            let file = File {
                media_type: "application/pdf".into(),
                content,
            };
            assert_eq!(read::<File>(show(&file, &mask)), Some(file));
        }
        let answer: Result<Option<Vec<u8>>, String> = Ok(Some(b"abc".to_vec()));
        let shown = show(&answer, &mask);
        assert_eq!(shown, json!({ "Ok": { "$text": "abc" } }));
        assert_eq!(read(shown), Some(answer));
        let rows = vec![vec![
            DataValue::Integer(7),
            DataValue::None,
            DataValue::Text("[1,2]".into()),
        ]];
        assert_eq!(read::<Vec<Vec<DataValue>>>(show(&rows, &mask)), Some(rows));
        assert_eq!(read::<Vec<u32>>(show(&[1_u32, 2], &mask)), Some(vec![1, 2]));
    }

    #[test]
    fn what_is_too_large_is_cut() {
        let shown = show(&vec![200_u8; 2 << 20], &Mask::default());
        assert!(is_cut(&json!([shown])), "{shown}");
        assert_eq!(read::<Vec<u8>>(shown), None);
    }
}
