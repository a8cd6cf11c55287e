//! Authenticator codes: RFC 6238 with SHA-1, six digits and steps of 30 seconds.

use chrono::{DateTime, Utc};
use totp_rs::{Builder, Secret, Totp};

/// 160 bits, as RFC 4226 recommends.
pub const SECRET_BYTES: usize = 20;

/// The library's defaults, which all apps support: SHA-1, six digits, 30 seconds, one step of skew.
fn totp(secret: &[u8]) -> Totp {
    Builder::new()
        .with_secret(secret.to_vec())
        .build_noncompliant()
}

/// Returns the time step of a valid code. Steps up to `last_step` are refused.
pub fn find_step(secret: &[u8], code: &str, now: DateTime<Utc>, last_step: i64) -> Option<i64> {
    let seconds = u64::try_from(now.timestamp()).ok()?;
    let step = i64::try_from(totp(secret).check(code, seconds)?).ok()?;
    (step > last_step).then_some(step)
}

/// Encodes as base 32 without padding (RFC 4648), for manual entry in an app.
pub fn base32(bytes: &[u8]) -> String {
    Secret::from(bytes.to_vec()).to_base32()
}

/// Decodes base 32. None if invalid.
pub fn from_base32(text: &str) -> Option<Vec<u8>> {
    Secret::try_from_base32(text)
        .ok()
        .map(|secret| secret.as_ref().to_vec())
}

/// Builds the `otpauth` URI of the QR code.
pub fn uri(brand: &str, account: &str, secret: &str) -> Option<String> {
    // A colon separates brand and account, so neither may contain one.
    let plain = |text: &str| text.replace(':', " ");
    let secret = Secret::try_from_base32(secret).ok()?;
    let builder = Builder::new()
        .with_secret(secret)
        .with_account_name(plain(account))
        .with_issuer(Some(plain(brand)));
    builder.build().ok()?.to_url().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP_SECONDS: i64 = 30;
    const SECRET: &[u8; SECRET_BYTES] = b"12345678901234567890";

    fn time_at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn code_at(step: i64) -> String {
        totp(SECRET)
            .generate(u64::try_from(step * STEP_SECONDS).unwrap())
            .to_string()
    }

    /// Last six digits of the test values of RFC 6238, appendix B.
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
            assert_eq!(
                find_step(SECRET, code, time_at(seconds), 0),
                Some(seconds / 30),
                "{seconds}"
            );
        }
    }

    #[test]
    fn a_code_is_good_for_a_step_on_either_side_and_once() {
        let (now, step) = (time_at(1_234_567_890), 1_234_567_890 / 30);
        for apart in [-2, -1, 0, 1, 2] {
            let code = code_at(step + apart);
            let accepted_step = (apart.abs() <= 1).then_some(step + apart);
            assert_eq!(find_step(SECRET, &code, now, 0), accepted_step, "{apart}");
        }
        let code = code_at(step);
        assert_eq!(find_step(SECRET, &code, now, step - 1), Some(step));
        assert_eq!(find_step(SECRET, &code, now, step), None, "used already");
        assert_eq!(
            find_step(SECRET, &code_at(step - 1), now, step),
            None,
            "an earlier one was not used"
        );
        for wrong in ["", "00592", "0059240", "abcdef"] {
            assert_eq!(find_step(SECRET, wrong, now, 0), None, "{wrong}");
        }
    }

    #[test]
    fn secrets_are_written_in_base_32_and_read_again() {
        assert_eq!(base32(b"foobar"), "MZXW6YTBOI");
        assert_eq!(base32(b"f"), "MY");
        assert_eq!(base32(SECRET).len(), 32);
        assert_eq!(
            from_base32(&base32(SECRET)).as_deref(),
            Some(SECRET.as_slice())
        );
        assert_eq!(from_base32("not base 32"), None);
    }

    #[test]
    fn the_square_names_brand_and_account_whatever_they_hold() {
        let secret = base32(SECRET);
        let uri = uri("Tom & Co: freight", "mia@a.example", &secret).unwrap();
        assert!(
            uri.starts_with("otpauth://totp/Tom%20%26%20Co%20%20freight:mia%40a"),
            "{uri}"
        );
        assert!(
            uri.contains(&format!("secret={secret}")) && uri.contains("issuer=Tom%20%26%20Co"),
            "{uri}"
        );
    }
}
