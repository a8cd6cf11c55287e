//! Codes sent by email or typed by users: generation and hashing.

use data::{
    Error, Result, TextEnum,
    ids::{TenantId, UserId},
};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Purpose of a code. A code is valid for its own purpose only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum Purpose {
    Reset,
    Activation,
    SecondStep,
    Recovery,
    #[text_enum(unknown)]
    Unknown,
}

/// Returns the stored hash of a code. It is keyed: otherwise six digits could be brute-forced.
pub fn hash(key: &[u8], tenant: TenantId, user: UserId, purpose: Purpose, code: &str) -> String {
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return String::new();
    };
    let message = format!("{tenant} {user} {} {code}", purpose.as_str());
    hex::encode(mac.chain_update(message.as_bytes()).finalize().into_bytes())
}

pub fn generate_six_digits() -> Result<String> {
    const CODE_COUNT: u32 = 1_000_000;
    loop {
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes).map_err(Error::internal)?;
        let number = u32::from_be_bytes(bytes);
        // Rejects the last partial million, which would favour low numbers.
        if number < u32::MAX - u32::MAX % CODE_COUNT {
            return Ok(format!("{:06}", number % CODE_COUNT));
        }
    }
}

/// Recovery codes per user.
pub const RECOVERY_CODES: usize = 10;
/// Letters and digits that are not easily confused.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567899";

/// Generates a recovery code such as `k7m2p-x9qrt`, about 49 bits.
pub fn generate_recovery_code() -> Result<String> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    let letters: String = bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte & 31)]))
        .collect();
    Ok(format!("{}-{}", &letters[..5], &letters[5..]))
}

/// Removes the blanks and hyphens of a typed code.
pub fn normalize(typed: &str) -> String {
    typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .take(64)
        .collect::<String>()
        .to_lowercase()
}

/// True for a code of an authenticator or an email; anything else may be a recovery code.
pub fn is_six_digits(code: &str) -> bool {
    code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_of_one_user_and_purpose() {
        let stored =
            |tenant, user, purpose| hash(b"key", TenantId(tenant), UserId(user), purpose, "123456");
        let first = stored(1, 2, Purpose::Reset);
        assert_eq!(first.len(), 64);
        assert_eq!(first, stored(1, 2, Purpose::Reset));
        for other in [
            stored(2, 2, Purpose::Reset),
            stored(1, 3, Purpose::Reset),
            stored(1, 2, Purpose::SecondStep),
        ] {
            assert_ne!(first, other);
        }
        assert_ne!(
            first,
            hash(b"another", TenantId(1), UserId(2), Purpose::Reset, "123456")
        );
    }

    #[test]
    fn codes_have_their_form() {
        for _ in 0..200 {
            assert!(is_six_digits(&generate_six_digits().unwrap()));
            let code = generate_recovery_code().unwrap();
            assert_eq!((code.len(), code.chars().nth(5)), (11, Some('-')));
            assert!(!code.contains(['i', 'l', 'o', '0', '1']));
            assert_eq!(normalize(&code.to_uppercase()).len(), 10);
        }
        assert_eq!(normalize(" 123 456 "), "123456");
        assert!(!is_six_digits("12345a") && !is_six_digits("١٢٣٤٥٦"));
    }
}
