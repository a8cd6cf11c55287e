//! Signatures of messages, which prove sender, time and integrity.

use data::secrets::Secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Time in seconds, and for each secret the hexadecimal HMAC-SHA256 of time, full stop and body.
/// During a rotation there are two.
pub fn header(secrets: &[Secret], time: i64, body: &str) -> String {
    let signatures = secrets.iter().filter_map(|secret| {
        // HMAC accepts keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes()).ok()?;
        mac.update(time.to_string().as_bytes());
        mac.update(b".");
        mac.update(body.as_bytes());
        Some(format!(",v1={}", hex::encode(mac.finalize().into_bytes())))
    });
    format!("t={time}{}", signatures.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_others_compute() {
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
        let expected = "38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789";
        let one = header(&[Secret::new("whsec_test")], 1_700_000_000, "{\"a\":1}");
        assert_eq!(one, format!("t=1700000000,v1={expected}"));
        let two = header(
            &[Secret::new("whsec_new"), Secret::new("whsec_test")],
            1_700_000_000,
            "{\"a\":1}",
        );
        assert!(
            two.starts_with("t=1700000000,v1=") && two.ends_with(&format!(",v1={expected}")),
            "{two}"
        );
        assert_eq!(two.matches(",v1=").count(), 2);
    }

    #[test]
    fn time_and_body_cannot_be_changed() {
        let secrets = [Secret::new("whsec_test")];
        let signed = |time, body| {
            header(&secrets, time, body)
                .split_once(',')
                .map(|(_, signature)| signature.to_owned())
        };
        assert_ne!(signed(1, "a"), signed(2, "a"));
        assert_ne!(signed(1, "a"), signed(1, "b"));
    }
}
