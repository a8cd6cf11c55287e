//! `crypto`: hashes, keyed hashes and signatures with secrets that no guest holds.

use crate::{
    grants::Secret,
    interface::bindings::shared::waybill::host::crypto::{CryptoError, Digest, Host, Signing},
    sandbox::state::State,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use ring::{
    digest, hmac,
    rand::SystemRandom,
    signature::{self, EcdsaKeyPair, Ed25519KeyPair, RsaKeyPair},
};
use serde_json::json;

/// Before the name of a secret: the key is its SHA-1.
const SHA1_OF: &str = "sha1:";

type Answer<T> = wasmtime::Result<Result<T, CryptoError>>;

impl Host for State {
    fn hash(&mut self, algorithm: Digest, data: Vec<u8>) -> wasmtime::Result<Vec<u8>> {
        self.count_host_call()?;
        let algorithm = match algorithm {
            Digest::Sha1 => &digest::SHA1_FOR_LEGACY_USE_ONLY,
            Digest::Sha256 => &digest::SHA256,
            Digest::Sha512 => &digest::SHA512,
        };
        self.working(|_| digest::digest(algorithm, &data).as_ref().to_vec())
    }

    fn hmac(&mut self, algorithm: Digest, secret: String, data: Vec<u8>) -> Answer<Vec<u8>> {
        self.count_host_call()?;
        let requested =
            self.encode_call(|| json!({ "algorithm": algorithm, "secret": secret, "data": data }));
        if let Some(answer) = self.play_answer_now("crypto.hmac", requested)? {
            return Ok(answer);
        }
        let sign = |key| hmac::sign(&key, &data).as_ref().to_vec();
        let answer = self.working(|state| state.hmac_key(algorithm, &secret).map(sign))?;
        self.answered(&answer);
        Ok(answer)
    }

    fn verify_hmac(
        &mut self,
        algorithm: Digest,
        secret: String,
        data: Vec<u8>,
        code: Vec<u8>,
    ) -> Answer<bool> {
        self.count_host_call()?;
        let requested = self.encode_call(
            || json!({ "algorithm": algorithm, "secret": secret, "data": data, "code": code }),
        );
        if let Some(answer) = self.play_answer_now("crypto.verify-hmac", requested)? {
            return Ok(answer);
        }
        let verify = |key| hmac::verify(&key, &data, &code).is_ok();
        let answer = self.working(|state| state.hmac_key(algorithm, &secret).map(verify))?;
        self.answered(&answer);
        Ok(answer)
    }

    fn sign(&mut self, signing: Signing, secret: String, data: Vec<u8>) -> Answer<Vec<u8>> {
        self.count_host_call()?;
        let requested =
            self.encode_call(|| json!({ "signing": signing, "secret": secret, "data": data }));
        if let Some(answer) = self.play_answer_now("crypto.sign", requested)? {
            return Ok(answer);
        }
        let answer = self.working(|state| {
            state
                .named_secret(&secret)
                .and_then(|key| signed(signing, key, &data))
        })?;
        self.answered(&answer);
        Ok(answer)
    }
}

impl State {
    fn named_secret(&self, name: &str) -> Result<&Secret, CryptoError> {
        let found = self
            .context
            .secret(name)
            .filter(|secret| !secret.reveal().is_empty());
        found.ok_or_else(|| CryptoError::NoSecret(name.to_owned()))
    }

    fn hmac_key(&self, algorithm: Digest, secret: &str) -> Result<hmac::Key, CryptoError> {
        let algorithm = match algorithm {
            Digest::Sha1 => hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY,
            Digest::Sha256 => hmac::HMAC_SHA256,
            Digest::Sha512 => hmac::HMAC_SHA512,
        };
        // Some sign with a digest of the secret in place of the secret.
        match secret.strip_prefix(SHA1_OF) {
            Some(name) => {
                let secret = self.named_secret(name)?.reveal().as_bytes();
                Ok(hmac::Key::new(
                    algorithm,
                    digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, secret).as_ref(),
                ))
            }
            None => Ok(hmac::Key::new(
                algorithm,
                self.named_secret(secret)?.reveal().as_bytes(),
            )),
        }
    }
}

fn signed(signing: Signing, secret: &Secret, data: &[u8]) -> Result<Vec<u8>, CryptoError> {
    // The error gives no details of the key: they would describe the secret.
    let bad = |kind: &str| {
        CryptoError::BadKey(format!("a private {kind} key is expected, PKCS #8 in PEM"))
    };
    let key = unwrapped(secret.reveal()).ok_or_else(|| bad("signing"))?;
    let random = SystemRandom::new();
    match signing {
        Signing::RsaSha256 => {
            let pair = RsaKeyPair::from_pkcs8(&key).map_err(|_| bad("RSA"))?;
            let mut signature = vec![0; pair.public().modulus_len()];
            let done = pair.sign(&signature::RSA_PKCS1_SHA256, &random, data, &mut signature);
            done.map(|()| signature).map_err(|_| bad("RSA"))
        }
        Signing::EcdsaP256Sha256 => {
            let algorithm = &signature::ECDSA_P256_SHA256_ASN1_SIGNING;
            let pair =
                EcdsaKeyPair::from_pkcs8(algorithm, &key, &random).map_err(|_| bad("P-256"))?;
            let signature = pair.sign(&random, data).map_err(|_| bad("P-256"))?;
            Ok(signature.as_ref().to_vec())
        }
        Signing::Ed25519 => {
            let pair =
                Ed25519KeyPair::from_pkcs8_maybe_unchecked(&key).map_err(|_| bad("ed25519"))?;
            Ok(pair.sign(data).as_ref().to_vec())
        }
    }
}

fn unwrapped(pem: &str) -> Option<Vec<u8>> {
    let (_, rest) = pem.split_once("-----BEGIN PRIVATE KEY-----")?;
    let (body, _) = rest.split_once("-----END PRIVATE KEY-----")?;
    STANDARD
        .decode(body.split_whitespace().collect::<String>())
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{KeyPair, UnparsedPublicKey};

    fn pem(key: &[u8]) -> Secret {
        Secret::new(format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            STANDARD.encode(key)
        ))
    }

    #[test]
    fn a_signature_holds_against_the_public_key() {
        let random = SystemRandom::new();
        let key = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap();
        let signature = signed(Signing::Ed25519, &pem(key.as_ref()), b"freight").unwrap();
        let public = UnparsedPublicKey::new(&signature::ED25519, pair.public_key().as_ref());
        assert!(public.verify(b"freight", &signature).is_ok());
        assert!(public.verify(b"fraught", &signature).is_err());
    }

    #[test]
    fn what_is_no_key_is_refused_without_showing_it() {
        for (secret, signing) in [
            ("hunter2", Signing::Ed25519),
            ("hunter2", Signing::RsaSha256),
        ] {
            let CryptoError::BadKey(reason) =
                signed(signing, &Secret::new(secret), b"").unwrap_err()
            else {
                panic!("another error")
            };
            assert!(
                reason.contains("PKCS #8") && !reason.contains("hunter2"),
                "{reason}"
            );
        }
    }
}
