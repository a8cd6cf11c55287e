//! Secrets sealed at rest, such as carrier credentials, encrypted with a key outside the database.

mod key;
mod rotate;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use chacha20poly1305::{
    ChaCha20Poly1305, Key, KeyInit, Nonce,
    aead::{Aead, Payload},
};

use crate::{
    error::{Error, Result},
    ids::TenantId,
};

pub use crate::secret::Secret;
pub use key::database_fingerprint;
pub use rotate::{SealedColumn, SealedIn, rotate};

/// Seals and opens secrets. A secret sealed for one tenant and purpose opens for no other.
#[derive(Clone)]
pub struct Secrets {
    cipher: ChaCha20Poly1305,
    key: [u8; KEY_BYTES],
}

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 12;
/// Prefix of the sealing format; a new format needs another prefix.
const FORMAT_PREFIX: &str = "s1.";

impl Secrets {
    fn from_key(key: [u8; KEY_BYTES]) -> Self {
        Self {
            cipher: ChaCha20Poly1305::new(&Key::from(key)),
            key,
        }
    }

    pub fn seal(&self, tenant: TenantId, purpose: &str, secret: &Secret) -> Result<String> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(Error::internal)?;
        let context = context(tenant, purpose);
        let payload = Payload {
            msg: secret.expose().as_bytes(),
            aad: context.as_bytes(),
        };
        let sealed = self
            .cipher
            .encrypt(&Nonce::from(nonce), payload)
            .map_err(|_| Error::Internal(anyhow::anyhow!("a secret could not be sealed")))?;
        Ok(format!(
            "{FORMAT_PREFIX}{}",
            BASE64.encode([nonce.as_slice(), &sealed].concat())
        ))
    }

    pub fn open_sealed(&self, tenant: TenantId, purpose: &str, sealed: &str) -> Result<Secret> {
        let tampered = || {
            Error::Internal(anyhow::anyhow!(
                "a sealed secret ({purpose}) does not open with this key"
            ))
        };
        let bytes = sealed
            .strip_prefix(FORMAT_PREFIX)
            .and_then(|text| BASE64.decode(text).ok())
            .ok_or_else(tampered)?;
        let (nonce, body) = bytes
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or_else(tampered)?;
        let context = context(tenant, purpose);
        let payload = Payload {
            msg: body,
            aad: context.as_bytes(),
        };
        let text = self
            .cipher
            .decrypt(&Nonce::from(*nonce), payload)
            .map_err(|_| tampered())?;
        Ok(Secret::new(
            String::from_utf8(text).map_err(|_| tampered())?,
        ))
    }

    /// Derives a signing key for one purpose: cookie tokens, download links.
    pub fn signing_key(&self, purpose: &str) -> [u8; 32] {
        use sha2::{Digest, Sha256};
        Sha256::new()
            .chain_update(self.key)
            .chain_update([0])
            .chain_update(purpose.as_bytes())
            .finalize()
            .into()
    }
}

fn context(tenant: TenantId, purpose: &str) -> String {
    format!("{tenant}:{purpose}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_only_for_its_tenant_and_purpose() {
        let secrets = Secrets::generate().unwrap();
        let sealed = secrets
            .seal(TenantId(7), "carrier", &Secret::new("pa55"))
            .unwrap();
        assert!(!sealed.contains("pa55"));
        assert_eq!(
            secrets
                .open_sealed(TenantId(7), "carrier", &sealed)
                .unwrap()
                .expose(),
            "pa55"
        );
        assert!(
            secrets
                .open_sealed(TenantId(8), "carrier", &sealed)
                .is_err()
        );
        assert!(secrets.open_sealed(TenantId(7), "mail", &sealed).is_err());
        assert!(
            secrets
                .open_sealed(TenantId(7), "carrier", "s1.rubbish")
                .is_err()
        );
        let again = Secrets::from_text(&secrets.export()).unwrap();
        assert_eq!(
            again
                .open_sealed(TenantId(7), "carrier", &sealed)
                .unwrap()
                .expose(),
            "pa55"
        );
    }

    #[test]
    fn is_never_printed() {
        assert_eq!(format!("{:?}", Secret::new("pa55")), "Secret(…)");
    }
}
