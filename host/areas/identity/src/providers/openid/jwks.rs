//! An identity provider's published keys (RFC 7517) and their signatures (RFC 7518).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use ring::signature::{
    self, EcdsaVerificationAlgorithm, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
pub struct KeySet {
    keys: Vec<serde_json::Value>,
}

#[derive(Debug, Deserialize)]
struct Key {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// Supported signature algorithms. HS256 and `none` are excluded: knowing the client's secret, or
/// nothing, would suffice to sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    Rs256,
    Rs384,
    Rs512,
    Ps256,
    Es256,
    Es384,
}

/// Reason a signature is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// No key of that name: the provider may have new ones.
    UnknownKey,
    WrongSignature,
}

impl Algorithm {
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "RS256" => Self::Rs256,
            "RS384" => Self::Rs384,
            "RS512" => Self::Rs512,
            "PS256" => Self::Ps256,
            "ES256" => Self::Es256,
            "ES384" => Self::Es384,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Rs384 => "RS384",
            Self::Rs512 => "RS512",
            Self::Ps256 => "PS256",
            Self::Es256 => "ES256",
            Self::Es384 => "ES384",
        }
    }
}

impl KeySet {
    /// Verifies the signature. A token that names its key is checked with that key only.
    pub fn verify(
        &self,
        algorithm: Algorithm,
        kid: Option<&str>,
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Refusal> {
        let mut any = false;
        for key in self
            .keys
            .iter()
            .filter_map(|key| Key::deserialize(key).ok())
        {
            let named = kid.is_none() || key.kid.as_deref() == kid;
            if !named || !key.serves(algorithm) {
                continue;
            }
            any = true;
            if key.verify(algorithm, message, signature).is_some() {
                return Ok(());
            }
        }
        Err(if any {
            Refusal::WrongSignature
        } else {
            Refusal::UnknownKey
        })
    }
}

impl Key {
    fn serves(&self, algorithm: Algorithm) -> bool {
        self.purpose
            .as_deref()
            .is_none_or(|purpose| purpose == "sig")
            && self
                .alg
                .as_deref()
                .is_none_or(|alg| alg == algorithm.name())
    }

    fn verify(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> Option<()> {
        match algorithm {
            Algorithm::Rs256 => {
                self.rsa(&signature::RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
            Algorithm::Rs384 => {
                self.rsa(&signature::RSA_PKCS1_2048_8192_SHA384, message, signature)
            }
            Algorithm::Rs512 => {
                self.rsa(&signature::RSA_PKCS1_2048_8192_SHA512, message, signature)
            }
            Algorithm::Ps256 => self.rsa(&signature::RSA_PSS_2048_8192_SHA256, message, signature),
            Algorithm::Es256 => self.ec(
                &signature::ECDSA_P256_SHA256_FIXED,
                ("P-256", 32),
                message,
                signature,
            ),
            Algorithm::Es384 => self.ec(
                &signature::ECDSA_P384_SHA384_FIXED,
                ("P-384", 48),
                message,
                signature,
            ),
        }
    }

    fn rsa(&self, parameters: &RsaParameters, message: &[u8], signature: &[u8]) -> Option<()> {
        let number = |text: &Option<String>| {
            let bytes = BASE64.decode(text.as_deref()?.trim_end_matches('=')).ok()?;
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            Some(bytes[zeros..].to_vec())
        };
        let key = RsaPublicKeyComponents {
            n: number(&self.n)?,
            e: number(&self.e)?,
        };
        (self.kty == "RSA").then(|| key.verify(parameters, message, signature).ok())?
    }

    fn ec(
        &self,
        algorithm: &'static EcdsaVerificationAlgorithm,
        (curve, size): (&str, usize),
        message: &[u8],
        signature: &[u8],
    ) -> Option<()> {
        let coordinate = |text: &Option<String>| {
            let bytes = BASE64.decode(text.as_deref()?.trim_end_matches('=')).ok()?;
            (bytes.len() == size).then_some(bytes)
        };
        let point = [vec![4], coordinate(&self.x)?, coordinate(&self.y)?].concat();
        let fits = self.kty == "EC" && self.crv.as_deref() == Some(curve);
        fits.then(|| {
            UnparsedPublicKey::new(algorithm, point)
                .verify(message, signature)
                .ok()
        })?
    }
}
