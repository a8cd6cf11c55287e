//! Signature verification over raw bytes in constant time.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chrono::{DateTime, Utc};
use data::secrets::Secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};

use crate::endpoints::port::{Digest, Encoding, Signing};

/// Validity of a timestamped signature in seconds, in both directions for clock differences.
const MAX_AGE_SECONDS: u64 = 300;
/// Maximum signatures per header: senders that rotate their secret send two.
const MAX_SIGNATURES: usize = 8;

/// True if `value`, the header's text, signs the body with the secret.
pub(super) fn is_valid(
    signing: &Signing,
    secret: &Secret,
    value: &str,
    body: &[u8],
    now: DateTime<Utc>,
) -> bool {
    if !signing.timestamped {
        return matches_signature(signing, secret, value, body);
    }
    let parts = || value.split(',').map(str::trim);
    let Some(time) = parts().find_map(|part| part.strip_prefix("t=")) else {
        return false;
    };
    let is_fresh = time
        .parse::<i64>()
        .is_ok_and(|time| now.timestamp().abs_diff(time) <= MAX_AGE_SECONDS);
    let signed = [time.as_bytes(), b".", body].concat();
    is_fresh
        && parts()
            .take(MAX_SIGNATURES)
            .any(|part| matches_signature(signing, secret, part, &signed))
}

fn matches_signature(signing: &Signing, secret: &Secret, value: &str, body: &[u8]) -> bool {
    let Some(signature) = value.trim().strip_prefix(signing.prefix.as_str()) else {
        return false;
    };
    let signature = match signing.encoding {
        Encoding::Base64 => BASE64.decode(signature.trim()).ok(),
        Encoding::Hex => hex::decode(signature.trim()).ok(),
    };
    let Some(signature) = signature else {
        return false;
    };
    let key = secret.expose().as_bytes();
    // An empty secret would let any sender sign.
    if key.is_empty() {
        return false;
    }
    match signing.digest {
        Digest::Sha256 => compute::<Hmac<Sha256>>(key, body, &signature),
        Digest::Sha512 => compute::<Hmac<Sha512>>(key, body, &signature),
    }
}

fn compute<M: Mac + KeyInit>(key: &[u8], body: &[u8], signature: &[u8]) -> bool {
    let Ok(mut mac) = <M as KeyInit>::new_from_slice(key) else {
        return false;
    };
    mac.update(body);
    mac.verify_slice(signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signing(digest: Digest, encoding: Encoding, prefix: &str) -> Signing {
        let (header, secret, prefix) = ("x-sum".to_owned(), "key".to_owned(), prefix.to_owned());
        Signing {
            header,
            secret,
            digest,
            encoding,
            prefix,
            timestamped: false,
        }
    }

    fn is_right(signing: &Signing, secret: &Secret, value: &str, body: &[u8]) -> bool {
        super::is_valid(signing, secret, value, body, DateTime::UNIX_EPOCH)
    }

    #[test]
    fn a_signature_with_its_time_is_right_for_five_minutes() {
        let stamped = Signing {
            timestamped: true,
            ..signing(Digest::Sha256, Encoding::Hex, "v1=")
        };
        let (secret, body) = (Secret::new("whsec_1"), br#"{"id":"evt_1"}"#);
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(b"whsec_1").unwrap();
        mac.update(br#"1772413200.{"id":"evt_1"}"#);
        let sum = hex::encode(mac.finalize().into_bytes());
        let at = |seconds: i64| DateTime::from_timestamp(1_772_413_200 + seconds, 0).unwrap();
        let is_right =
            |value: &str, seconds| super::is_valid(&stamped, &secret, value, body, at(seconds));
        let header = format!("t=1772413200,v1={},v1={sum},v0=ab", "0".repeat(64));
        assert!(is_right(&header, 0) && is_right(&header, 300) && is_right(&header, -300));
        assert!(
            !is_right(&header, 301) && !is_right(&header, -301),
            "too old, or of a time to come"
        );
        assert!(
            !is_right(&format!("t=1772413201,v1={sum}"), 0),
            "of another time"
        );
        for wrong in [
            format!("v1={sum}"),
            format!("t=1772413200,{sum}"),
            "t=x,v1=".to_owned(),
            String::new(),
        ] {
            assert!(!is_right(&wrong, 0), "{wrong}");
        }
    }

    #[test]
    fn the_vectors_of_rfc_4231_hold() {
        let (secret, body) = (Secret::new("Jefe"), b"what do ya want for nothing?");
        let sum = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        let hex = signing(Digest::Sha256, Encoding::Hex, "sha256=");
        assert!(is_right(&hex, &secret, &format!("sha256={sum}"), body));
        assert!(is_right(
            &hex,
            &secret,
            &format!("sha256={}", sum.to_uppercase()),
            body
        ));
        assert!(
            !is_right(&hex, &secret, sum, body),
            "the prefix is part of it"
        );
        assert!(
            !is_right(&hex, &secret, &format!("sha256={}", &sum[..62]), body),
            "a part of a signature is none"
        );
        assert!(!is_right(
            &hex,
            &secret,
            &format!("sha256={sum}"),
            b"what do ya want"
        ));
        assert!(!is_right(
            &hex,
            &Secret::new("Jeff"),
            &format!("sha256={sum}"),
            body
        ));
        let base64 = signing(Digest::Sha256, Encoding::Base64, "");
        assert!(is_right(
            &base64,
            &secret,
            "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=",
            body
        ));
        let long = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";
        assert!(is_right(
            &signing(Digest::Sha512, Encoding::Hex, ""),
            &secret,
            long,
            body
        ));
    }

    #[test]
    fn nothing_is_signed_with_an_empty_secret() {
        let hex = signing(Digest::Sha256, Encoding::Hex, "");
        let sum = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";
        assert!(!is_right(&hex, &Secret::new(""), sum, b""));
    }
}
