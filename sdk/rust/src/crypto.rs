//! Hashes, keyed hashes and signatures; keys are secret settings, named and never held.

use crate::host::crypto::{self, CryptoError, Digest, Signing};
use crate::types::PluginError;
use crate::{Result, error};

pub fn sha256(data: &[u8]) -> Vec<u8> {
    crypto::hash(Digest::Sha256, data)
}

/// HMAC-SHA-256 of `data` with the secret setting `secret`.
pub fn hmac_sha256(secret: &str, data: &[u8]) -> Result<Vec<u8>> {
    crypto::hmac(Digest::Sha256, secret, data).map_err(fault)
}

/// True if `code` is the HMAC-SHA-1 of `data`. With the prefix `sha1:`, the key is the secret's
/// SHA-1.
pub fn verify_hmac_sha1(secret: &str, data: &[u8], code: &[u8]) -> Result<bool> {
    crypto::verify_hmac(Digest::Sha1, secret, data, code).map_err(fault)
}

/// True if `code` is the HMAC-SHA-256 of `data`; compared in constant time.
pub fn verify_hmac_sha256(secret: &str, data: &[u8], code: &[u8]) -> Result<bool> {
    crypto::verify_hmac(Digest::Sha256, secret, data, code).map_err(fault)
}

/// A signature with the private key in the secret setting `secret`.
pub fn sign(signing: Signing, secret: &str, data: &[u8]) -> Result<Vec<u8>> {
    crypto::sign(signing, secret, data).map_err(fault)
}

fn fault(fault: CryptoError) -> PluginError {
    match fault {
        CryptoError::NoSecret(key) => error::invalid(key, "is required"),
        CryptoError::BadKey(words) => error::unauthorised(words),
    }
}
