//! Codes that people type or follow from a mail: how they are made, and what is kept of them.

use hmac::{Hmac, KeyInit, Mac};
use kernel::{
    Error, Result, Words,
    ids::{TenantId, UserId},
};
use sha2::Sha256;

/// What a mailed or told code is for; a code of one purpose is nothing for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum Purpose {
    Reset,
    Activation,
    SecondStep,
    Recovery,
    #[words(unknown)]
    Unknown,
}

/// What is kept of a code: without the program's key, six digits can't be found by trying them all.
pub fn hash(key: &[u8], tenant: TenantId, user: UserId, purpose: Purpose, code: &str) -> String {
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return String::new();
    };
    let whole = format!("{tenant} {user} {} {code}", purpose.word());
    hex::encode(mac.chain_update(whole.as_bytes()).finalize().into_bytes())
}

/// Six digits for a mail, each as likely as any other.
pub fn six_digits() -> Result<String> {
    const COUNT: u32 = 1_000_000;
    loop {
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes).map_err(Error::internal)?;
        let number = u32::from_be_bytes(bytes);
        // The last, broken run of a million would make the low numbers likelier.
        if number < u32::MAX - u32::MAX % COUNT {
            return Ok(format!("{:06}", number % COUNT));
        }
    }
}

/// How many recovery codes somebody gets.
pub const RECOVERY_CODES: usize = 10;
/// Letters that are not taken for each other.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567899";

/// A code for who has lost the authenticator: `k7m2p-x9qrt`, about 49 bits.
pub fn recovery() -> Result<String> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    let letters: String = bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte & 31)]))
        .collect();
    Ok(format!("{}-{}", &letters[..5], &letters[5..]))
}

/// What was typed, without the blanks and hyphens that make it readable.
pub fn plain(typed: &str) -> String {
    typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .take(64)
        .collect::<String>()
        .to_lowercase()
}

/// Whether it looks like a code of the authenticator or of a mail; anything else may be a recovery code.
pub fn is_six_digits(code: &str) -> bool {
    code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_of_one_user_and_purpose() {
        let kept =
            |tenant, user, purpose| hash(b"key", TenantId(tenant), UserId(user), purpose, "123456");
        let first = kept(1, 2, Purpose::Reset);
        assert_eq!(first.len(), 64);
        assert_eq!(first, kept(1, 2, Purpose::Reset));
        for other in [
            kept(2, 2, Purpose::Reset),
            kept(1, 3, Purpose::Reset),
            kept(1, 2, Purpose::SecondStep),
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
            assert!(is_six_digits(&six_digits().unwrap()));
            let code = recovery().unwrap();
            assert_eq!((code.len(), code.chars().nth(5)), (11, Some('-')));
            assert!(!code.contains(['i', 'l', 'o', '0', '1']));
            assert_eq!(plain(&code.to_uppercase()).len(), 10);
        }
        assert_eq!(plain(" 123 456 "), "123456");
        assert!(!is_six_digits("12345a") && !is_six_digits("١٢٣٤٥٦"));
    }
}
