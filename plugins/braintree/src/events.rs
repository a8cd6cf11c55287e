//! Braintree's webhooks: `bt_payload` is XML in base64, `bt_signature` has pairs of a public key
//! and a signature.

use waybill_plugin::encoding::{from_base64, from_hex};
use waybill_plugin::settings::Settings;
use waybill_plugin::{Result, crypto, error};

/// Maximum signature pairs to check; a key rotation needs two.
const MAX_SIGNATURES: usize = 8;
/// The signature key is the SHA-1 of the private key.
const KEY: &str = "sha1:privateKey";

/// Returns the XML of a delivery, if it is signed with the account's key.
pub fn verify(form: &[(String, String)]) -> Result<String> {
    let field = |name: &str| {
        form.iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    };
    let (Some(signatures), Some(payload)) = (field("bt_signature"), field("bt_payload")) else {
        return Err(error::unauthorised("the delivery has no signature"));
    };
    let settings = Settings::of_account()?
        .text("publicKey")
        .unwrap_or_default();
    let mut is_right = false;
    for signature in signatures_of(signatures, &settings) {
        is_right |= crypto::verify_hmac_sha1(KEY, payload.as_bytes(), &signature)?;
    }
    if !is_right {
        return Err(error::unauthorised("the delivery's signature is not right"));
    }
    let packed: String = payload
        .chars()
        .filter(|letter| !letter.is_ascii_whitespace())
        .collect();
    let xml = from_base64(&packed).and_then(|bytes| String::from_utf8(bytes).ok());
    xml.ok_or_else(|| error::invalid("bt_payload", "must be XML in base64"))
}

fn signatures_of(pairs: &str, public_key: &str) -> Vec<Vec<u8>> {
    let own = |pair: &str| {
        pair.split_once('|')
            .filter(|(key, _)| *key == public_key)
            .map(|(_, sum)| sum.to_owned())
    };
    pairs
        .split('&')
        .take(MAX_SIGNATURES)
        .filter_map(own)
        .filter_map(|sum| from_hex(&sum))
        .collect()
}

pub fn transaction_of(xml: &str) -> Option<String> {
    let kind = between(xml, "<kind>", "</kind>")?;
    if !kind.starts_with("transaction_")
        && !kind.starts_with("dispute_")
        && !kind.starts_with("refund_")
    {
        return None;
    }
    let transaction = between(xml, "<transaction>", "</transaction>")?;
    // A refund names its original transaction.
    let id = between(
        transaction,
        "<refunded-transaction-id>",
        "</refunded-transaction-id>",
    )
    .or_else(|| between(transaction, "<id>", "</id>"))?
    .trim();
    let is_id = (1..=64).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_id.then(|| id.to_owned())
}

fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let rest = &text[text.find(open)? + open.len()..];
    rest.find(close).map(|end| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_names_its_transaction() {
        let of = |kind: &str, subject: &str| {
            transaction_of(&format!(
                "<notification><kind>{kind}</kind><subject>{subject}</subject></notification>"
            ))
        };
        let settled = "<transaction><id>8kh1x</id><order-id>WB1</order-id></transaction>";
        assert_eq!(of("transaction_settled", settled).as_deref(), Some("8kh1x"));
        let dispute = "<dispute><id>d1</id><transaction><id>8kh1x</id></transaction></dispute>";
        assert_eq!(of("dispute_opened", dispute).as_deref(), Some("8kh1x"));
        assert_eq!(of("check", "<check type=\"boolean\">true</check>"), None);
        assert_eq!(
            of(
                "transaction_settled",
                "<transaction><id>../x</id></transaction>"
            ),
            None
        );
        assert_eq!(of("subscription_canceled", settled), None);
    }

    #[test]
    fn signatures_of_other_keys_are_passed_over() {
        assert_eq!(signatures_of("a|00ff&b|11", "a"), [vec![0, 255]]);
        assert!(signatures_of("a|zz&|00", "a").is_empty());
    }
}
