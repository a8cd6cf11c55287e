//! Codes of an authenticator: RFC 6238 with SHA-1, six digits and steps of thirty seconds, which is what all apps know.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha1::Sha1;
use subtle::ConstantTimeEq;

const STEP_SECONDS: i64 = 30;
const DIGITS: u32 = 6;
/// 160 bits, as RFC 4226 recommends.
pub const SECRET_BYTES: usize = 20;
/// Clocks may be apart by this many steps.
const APART: i64 = 1;

/// The step of time that the code is of, if it is a code of this secret: not before or at the step used last.
pub fn step_of(secret: &[u8], code: &str, now: DateTime<Utc>, last_step: i64) -> Option<i64> {
    let current = now.timestamp().div_euclid(STEP_SECONDS);
    // Every step is computed, whichever fits, so that the time taken tells nothing.
    let mut found = None;
    for step in current - APART..=current + APART {
        let fits: bool = code_at(secret, step).as_bytes().ct_eq(code.as_bytes()).into();
        if fits && step > last_step {
            found = Some(step);
        }
    }
    found
}

fn code_at(secret: &[u8], step: i64) -> String {
    // HMAC takes keys of any length.
    let Ok(mac) = Hmac::<Sha1>::new_from_slice(secret) else { return String::new() };
    let digest = mac.chain_update(step.to_be_bytes()).finalize().into_bytes();
    let offset = usize::from(digest[19] & 0x0f);
    let bytes = [digest[offset] & 0x7f, digest[offset + 1], digest[offset + 2], digest[offset + 3]];
    let number = u32::from_be_bytes(bytes) % 10_u32.pow(DIGITS);
    format!("{number:0width$}", width = DIGITS as usize)
}

const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// RFC 4648's base 32 without padding: how secrets are typed into an app.
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut bits, mut left) = (0_u32, 0_u32);
    for byte in bytes {
        bits = (bits << 8) | u32::from(*byte);
        left += 8;
        while left >= 5 {
            left -= 5;
            text.push(char::from(BASE32[((bits >> left) & 31) as usize]));
        }
    }
    if left > 0 {
        text.push(char::from(BASE32[((bits << (5 - left)) & 31) as usize]));
    }
    text
}

/// The bytes behind base 32; none when it is something else.
pub fn from_base32(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut left) = (Vec::new(), 0_u32, 0_u32);
    for letter in text.bytes() {
        let value = BASE32.iter().position(|known| *known == letter)?;
        bits = (bits << 5) | u32::try_from(value).ok()?;
        left += 5;
        if left >= 8 {
            left -= 8;
            bytes.push(u8::try_from((bits >> left) & 255).ok()?);
        }
    }
    Some(bytes)
}

/// What an authenticator reads from the square: the brand, the account and the secret.
pub fn uri(brand: &str, account: &str, secret: &str) -> String {
    let escaped = |text: &str| utf8_percent_encode(&text.replace(':', " "), NON_ALPHANUMERIC).to_string();
    let (brand, account) = (escaped(brand), escaped(account));
    format!("otpauth://totp/{brand}:{account}?secret={secret}&issuer={brand}&algorithm=SHA1&digits=6&period=30")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8; SECRET_BYTES] = b"12345678901234567890";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    /// The last six digits of the values of RFC 6238, appendix B.
    #[test]
    fn the_codes_are_those_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(step_of(SECRET, code, at(seconds), 0), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_for_a_step_on_either_side_and_once() {
        let (now, step) = (at(1_234_567_890), 1_234_567_890 / 30);
        for apart in [-2, -1, 0, 1, 2] {
            let code = code_at(SECRET, step + apart);
            let wanted = (apart.abs() <= 1).then_some(step + apart);
            assert_eq!(step_of(SECRET, &code, now, 0), wanted, "{apart}");
        }
        let code = code_at(SECRET, step);
        assert_eq!(step_of(SECRET, &code, now, step - 1), Some(step));
        assert_eq!(step_of(SECRET, &code, now, step), None, "used already");
        assert_eq!(step_of(SECRET, &code_at(SECRET, step - 1), now, step), None, "an earlier one was not used");
        for wrong in ["", "00592", "0059240", "abcdef"] {
            assert_eq!(step_of(SECRET, wrong, now, 0), None, "{wrong}");
        }
    }

    #[test]
    fn secrets_are_written_in_base_32_and_read_again() {
        assert_eq!(base32(b"foobar"), "MZXW6YTBOI");
        assert_eq!(base32(b"f"), "MY");
        assert_eq!(base32(SECRET).len(), 32);
        assert_eq!(from_base32(&base32(SECRET)).as_deref(), Some(SECRET.as_slice()));
        assert_eq!(from_base32("not base 32"), None);
    }

    #[test]
    fn the_square_names_brand_and_account_whatever_they_hold() {
        assert_eq!(
            uri("Tom & Co: freight", "mia@a.example", "ABC"),
            "otpauth://totp/Tom%20%26%20Co%20%20freight:mia%40a%2Eexample?secret=ABC\
             &issuer=Tom%20%26%20Co%20%20freight&algorithm=SHA1&digits=6&period=30"
        );
    }
}
