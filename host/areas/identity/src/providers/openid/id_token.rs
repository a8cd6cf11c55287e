//! Validation of OpenID Connect ID tokens (Core 1.0, 3.1.3.7).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer};
use subtle::ConstantTimeEq;

use crate::providers::openid::jwks::{Algorithm, KeySet, Refusal};

/// Tolerated clock difference.
const LEEWAY_SECONDS: i64 = 60;
/// Longer tokens are refused unparsed.
const MAX_LENGTH: usize = 64 * 1024;
/// Longest subject that the standard allows.
const MAX_SUBJECT_LENGTH: usize = 255;

/// Values that the token must match.
pub struct Expected<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
    pub now: DateTime<Utc>,
}

/// Rejection of a token; the text is for the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidToken {
    /// No key of that name: the provider may have new ones.
    UnknownKey,
    Because(&'static str),
}

/// The provider's claims about the person.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Claims {
    #[serde(default)]
    pub sub: String,
    pub email: Option<String>,
    #[serde(default, deserialize_with = "deserialize_bool")]
    pub email_verified: bool,
    pub name: Option<String>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
    pub preferred_username: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Envelope {
    iss: String,
    aud: Audience,
    azp: Option<String>,
    // NumericDate may have a fraction.
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

/// Deserializes a bool, or the strings that some providers send.
fn deserialize_bool<'de, D: Deserializer<'de>>(source: D) -> Result<bool, D::Error> {
    let value = Option::<serde_json::Value>::deserialize(source)?;
    Ok(matches!(&value, Some(serde_json::Value::Bool(true)))
        || value.is_some_and(|value| value == "true"))
}

/// Validates a token completely and returns its claims.
pub fn check(token: &str, keys: &KeySet, expected: &Expected<'_>) -> Result<Claims, InvalidToken> {
    let because = InvalidToken::Because;
    let mut parts = token.split('.');
    let (Some(head), Some(body), Some(signature), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(because("it is no signed token"));
    };
    if token.len() > MAX_LENGTH {
        return Err(because("it is too long"));
    }
    let header: Header = read(head).ok_or(because("its header cannot be read"))?;
    if header.crit.is_some() {
        return Err(because("its header asks for what is not known here"));
    }
    let algorithm = Algorithm::from_name(&header.alg)
        .ok_or(because("it is signed in a way that is not accepted"))?;
    let signature = BASE64
        .decode(signature)
        .map_err(|_| because("its signature cannot be read"))?;
    let message = &token.as_bytes()[..head.len() + 1 + body.len()];
    keys.verify(algorithm, header.kid.as_deref(), message, &signature)
        .map_err(|refusal| match refusal {
            Refusal::UnknownKey => InvalidToken::UnknownKey,
            Refusal::WrongSignature => because("its signature is wrong"),
        })?;
    let envelope: Envelope = read(body).ok_or(because("its claims cannot be read"))?;
    envelope.check(expected).map_err(because)?;
    let claims: Claims = read(body).ok_or(because("its claims about the person cannot be read"))?;
    if claims.sub.is_empty() || claims.sub.len() > MAX_SUBJECT_LENGTH {
        return Err(because("it names no subject"));
    }
    Ok(claims)
}

impl Envelope {
    fn check(&self, expected: &Expected<'_>) -> Result<(), &'static str> {
        let now = expected.now.timestamp() as f64;
        let leeway = LEEWAY_SECONDS as f64;
        let (for_us, for_others) = match &self.aud {
            Audience::One(one) => (one == expected.client_id, false),
            Audience::Many(many) => (
                many.iter().any(|one| one == expected.client_id),
                many.len() > 1,
            ),
        };
        let same_nonce = self
            .nonce
            .as_deref()
            .is_some_and(|nonce| nonce.as_bytes().ct_eq(expected.nonce.as_bytes()).into());
        if self.iss != expected.issuer {
            Err("it came from another issuer")
        } else if !for_us {
            Err("it is for another client")
        } else if (for_others && self.azp.is_none())
            || self
                .azp
                .as_deref()
                .is_some_and(|azp| azp != expected.client_id)
        {
            Err("it was given to another client")
        } else if self.exp + leeway <= now {
            Err("it has expired")
        } else if self.iat - leeway > now || self.nbf.is_some_and(|nbf| nbf - leeway > now) {
            Err("it is of the future")
        } else if !same_nonce {
            Err("it belongs to another sign-in")
        } else {
            Ok(())
        }
    }
}

fn read<T: for<'de> Deserialize<'de>>(part: &str) -> Option<T> {
    serde_json::from_slice(&BASE64.decode(part).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use ring::{
        rand::SystemRandom,
        signature::{ECDSA_P256_SHA256_FIXED_SIGNING as ES256, EcdsaKeyPair, KeyPair},
    };
    use serde_json::{Value, json};

    use super::*;

    const ISSUER: &str = "https://login.example.com";

    struct Signer {
        pair: EcdsaKeyPair,
        kid: &'static str,
    }

    impl Signer {
        fn new(kid: &'static str) -> Self {
            let random = SystemRandom::new();
            let document = EcdsaKeyPair::generate_pkcs8(&ES256, &random).unwrap();
            Self {
                pair: EcdsaKeyPair::from_pkcs8(&ES256, document.as_ref(), &random).unwrap(),
                kid,
            }
        }
        fn published(&self) -> Value {
            let point = self.pair.public_key().as_ref();
            json!({"kty": "EC", "crv": "P-256", "use": "sig", "kid": self.kid,
                "x": BASE64.encode(&point[1..33]), "y": BASE64.encode(&point[33..])})
        }
        fn sign(&self, header: &Value, claims: &Value) -> String {
            let message = format!(
                "{}.{}",
                BASE64.encode(header.to_string()),
                BASE64.encode(claims.to_string())
            );
            let signature = self
                .pair
                .sign(&SystemRandom::new(), message.as_bytes())
                .unwrap();
            format!("{message}.{}", BASE64.encode(signature))
        }
    }

    fn keys(signers: &[&Signer]) -> KeySet {
        let list: Vec<Value> = signers.iter().map(|signer| signer.published()).collect();
        serde_json::from_value(json!({ "keys": list })).unwrap()
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn claims() -> Value {
        json!({"iss": ISSUER, "aud": "waybill", "sub": "u-1", "exp": 1_800_000_300, "iat": 1_800_000_000,
            "nonce": "n-1", "email": "mia@example.com", "email_verified": true})
    }

    fn check_with(token: &str, keys: &KeySet) -> Result<Claims, InvalidToken> {
        check(
            token,
            keys,
            &Expected {
                issuer: ISSUER,
                client_id: "waybill",
                nonce: "n-1",
                now: now(),
            },
        )
    }

    #[test]
    fn a_good_token_tells_who_it_is() {
        let signer = Signer::new("a");
        let token = signer.sign(&json!({"alg": "ES256", "kid": "a"}), &claims());
        let found = check_with(&token, &keys(&[&Signer::new("b"), &signer])).unwrap();
        assert_eq!((found.sub.as_str(), found.email_verified), ("u-1", true));
        // A provider with one key may omit its name.
        let unnamed = signer.sign(&json!({"alg": "ES256"}), &claims());
        assert!(check_with(&unnamed, &keys(&[&signer])).is_ok());
    }

    #[test]
    fn every_claim_is_checked() {
        let signer = Signer::new("a");
        let published = keys(&[&signer]);
        for (member, value, why) in [
            (
                "iss",
                json!("https://login.example.com/"),
                "it came from another issuer",
            ),
            ("aud", json!("another"), "it is for another client"),
            ("aud", json!(["another"]), "it is for another client"),
            (
                "aud",
                json!(["another", "waybill"]),
                "it was given to another client",
            ),
            ("azp", json!("another"), "it was given to another client"),
            ("exp", json!(1_799_999_940), "it has expired"),
            ("exp", json!(1_799_999_000.5), "it has expired"),
            ("iat", json!(1_800_000_061), "it is of the future"),
            ("nbf", json!(1_800_000_061), "it is of the future"),
            ("nonce", json!("n-2"), "it belongs to another sign-in"),
            ("nonce", json!(null), "it belongs to another sign-in"),
            ("sub", json!(""), "it names no subject"),
            ("sub", json!("x".repeat(256)), "it names no subject"),
            ("exp", json!("soon"), "its claims cannot be read"),
        ] {
            let mut changed = claims();
            changed[member] = value.clone();
            let token = signer.sign(&json!({"alg": "ES256", "kid": "a"}), &changed);
            assert_eq!(
                check_with(&token, &published).unwrap_err(),
                InvalidToken::Because(why),
                "{member} {value}"
            );
        }
        let mut both = claims();
        both["aud"] = json!(["another", "waybill"]);
        both["azp"] = json!("waybill");
        assert!(
            check_with(
                &signer.sign(&json!({"alg": "ES256", "kid": "a"}), &both),
                &published
            )
            .is_ok()
        );
    }

    #[test]
    fn a_token_that_nobody_signed_is_nothing() {
        let (signer, other) = (Signer::new("a"), Signer::new("a"));
        let published = keys(&[&signer]);
        let because = |token: &str| check_with(token, &published).unwrap_err();
        let header = json!({"alg": "ES256", "kid": "a"});
        assert_eq!(
            because(&other.sign(&header, &claims())),
            InvalidToken::Because("its signature is wrong")
        );
        assert_eq!(
            because(&signer.sign(&json!({"alg": "ES256", "kid": "new"}), &claims())),
            InvalidToken::UnknownKey
        );
        for alg in ["none", "HS256", "RS1", ""] {
            let token = signer.sign(&json!({"alg": alg, "kid": "a"}), &claims());
            assert_eq!(
                because(&token),
                InvalidToken::Because("it is signed in a way that is not accepted"),
                "{alg}"
            );
        }
        // An algorithm that doesn't match the key type is not tried.
        assert_eq!(
            because(&signer.sign(&json!({"alg": "RS256", "kid": "a"}), &claims())),
            InvalidToken::Because("its signature is wrong")
        );
        let critical = signer.sign(
            &json!({"alg": "ES256", "kid": "a", "crit": ["b64"]}),
            &claims(),
        );
        assert_eq!(
            because(&critical),
            InvalidToken::Because("its header asks for what is not known here")
        );
        let good = signer.sign(&header, &claims());
        let (message, _) = good.rsplit_once('.').unwrap();
        assert_eq!(
            because(&format!("{message}.")),
            InvalidToken::Because("its signature is wrong")
        );
        assert_eq!(
            because(message),
            InvalidToken::Because("it is no signed token")
        );
        let mut changed = claims();
        changed["sub"] = json!("u-2");
        let (head, _) = message.split_once('.').unwrap();
        let signature = good.rsplit_once('.').unwrap().1;
        let forged = format!("{head}.{}.{signature}", BASE64.encode(changed.to_string()));
        assert_eq!(
            because(&forged),
            InvalidToken::Because("its signature is wrong")
        );
    }

    #[test]
    fn keys_for_other_uses_do_not_sign() {
        let signer = Signer::new("a");
        let token = signer.sign(&json!({"alg": "ES256", "kid": "a"}), &claims());
        for (member, value) in [
            ("use", "enc"),
            ("alg", "ES384"),
            ("crv", "P-384"),
            ("kty", "RSA"),
        ] {
            let mut key = signer.published();
            key[member] = json!(value);
            let set: KeySet =
                serde_json::from_value(json!({ "keys": [key, {"kty": "oct"}, 7] })).unwrap();
            assert!(check_with(&token, &set).is_err(), "{member} {value}");
        }
    }

    #[test]
    fn rsa_signatures_of_another_implementation_are_known() {
        // Key and signatures were made with OpenSSL.
        let key = json!({"kty": "RSA", "e": "AQAB", "n": "new5yHvDHlcoZo2Utv5VCBFWOzWTzqwWbZ3hReN1hRRGXHY0PkbFHl7_i89jI0zNqbxhIwbVNGrNgRHcX0hkjVGds7z9cfbR4NA3rGMgWDKoedK4tRJxT6dl3FqNy8q45-hosVkGBNO5SsYx_gmjqFkoOVjFaq-BqxLeruabBYJ6TFBPKkfl2ngHnyfBblw2bn-z6sczkM6flMimWM00lOaIWagqvyXKnHeeZ-E7QhOSW-pO0qvggfKW_gBedvCgk98iuMoGjWd9TRYXh_-q5JDHSZiTkv3SOAG6yrgCLGE6fQzLwosyK4e9XcvFYL5ANDsgL_oAAZQlLtKFNv0q9w"});
        let message = b"eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UifQ";
        let signature = |text: &str| BASE64.decode(text).unwrap();
        let pkcs1 = signature(
            "FhQzHEkmhVr6daTrd0e9NBw6fmGug78R0_5f60B1XpNWvq9uoeZOLbIR1jSg_-ep_myDMB_sp9Hw_tbwUbTuLCaSgD5-7pY-bD47CZ323LxC7NFepk-z-hW_BPrdebjosDJ7qi1ewb9bf2eDiy89QvXPsaBuUsTaJjr4V9hDfj--918g0s79BhpukApXW6KvZLa33lPIAo7sOHsV4HBDGgz0tyo30yF3dZ7KgVKrruWWMAuFJO2bqeITq4erH9M11KcMxLurKOYv6FGg1REOOkFpmqQpGJOkJv64_8uy1qLx5F8QSsDOHQzgUarBYCRxLba5yoNSye1woAdVzBqIYA",
        );
        let pss = signature(
            "i5KYSLzH8OY8p8Pr8WUSrz9BpEHFeJZvn6YP2rJ-41h6pXfANWG6nfETQPkNZvOw3PnlEnCBei2hfngUCy918RyGWc3ZoxwqjCPHFyOUSzy7WiCWP47YAhZnr6Y3H3Gii89-9zCJfXrg8YLDtS5ZdLhXjPyEtdUaQw0Na6RUL4yZ3yVuhPYuN-eB84PJpDBMXMmvpovH1NsTSr84En2A5IcfOR7T62MeXU6mJ9HHRYD2rrnnkk7nxDXVtmpEi0ezOMtwPoLWIXFgNDuUnt1dTGlZME9qZQzqHSFPmtKGAxSotq6JnG6LvKGyEbBYnPWDjSiW75wxEKwiAq0Kc9mabA",
        );
        let set: KeySet = serde_json::from_value(json!({ "keys": [key] })).unwrap();
        let verify = |algorithm, message: &[u8], signature: &[u8]| {
            set.verify(algorithm, None, message, signature)
        };
        assert_eq!(verify(Algorithm::Rs256, message, &pkcs1), Ok(()));
        assert_eq!(verify(Algorithm::Ps256, message, &pss), Ok(()));
        for (algorithm, message, signature) in [
            (Algorithm::Rs256, &message[1..], &pkcs1),
            (Algorithm::Rs256, &message[..], &pss),
            (Algorithm::Ps256, &message[..], &pkcs1),
            (Algorithm::Rs384, &message[..], &pkcs1),
        ] {
            assert_eq!(
                verify(algorithm, message, signature),
                Err(Refusal::WrongSignature),
                "{algorithm:?}"
            );
        }
    }
}
