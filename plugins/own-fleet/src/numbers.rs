//! Numbers the fleet assigns: connotes, manifests, and a serial shipping container code (SSCC) for
//! every piece.

use serde::{Deserialize, Serialize};
use waybill_plugin::types::{Booked, Item};
use waybill_plugin::{Result, error, units};

/// Maximum pieces of a consignment: one label each, in one file.
const MAX_PIECES: u32 = 500;

pub fn connote(prefix: &str, number: u64) -> String {
    format!("{prefix}{number:08}")
}

pub fn manifest(prefix: &str, number: u64) -> String {
    format!("{prefix}M{number:06}")
}

pub fn pickup(prefix: &str, number: u64) -> String {
    format!("{prefix}P{number:06}")
}

pub fn count_pieces(items: &[Item]) -> Result<u32> {
    match u32::try_from(units::pieces(items)) {
        Ok(0) => Err(error::invalid("items", "must hold at least one piece")),
        Ok(count) if count <= MAX_PIECES => Ok(count),
        _ => Err(error::invalid(
            "items",
            format!("must be at most {MAX_PIECES} pieces a booking"),
        )),
    }
}

/// Serial numbers of a consignment's pieces: a range under a GS1 company prefix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pieces {
    company_prefix: String,
    first: u64,
    pub count: u32,
}

impl Pieces {
    /// Creates `count` numbers ending at `last`.
    pub fn ending_at(company_prefix: &str, last: u64, count: u32) -> Self {
        Self {
            company_prefix: company_prefix.into(),
            first: (last + 1).saturating_sub(u64::from(count)),
            count,
        }
    }

    /// Reads the numbers that `book` returned. People read the error, so it has no parser's words.
    pub fn from_booked(booked: &Booked) -> Result<Self> {
        serde_json::from_str(&booked.data).map_err(|_| {
            error::not_found(format!(
                "Consignment {} has no piece numbers of this fleet. Book it again.",
                booked.connote
            ))
        })
    }

    pub fn sscc(&self, piece: u32) -> String {
        sscc(&self.company_prefix, self.first + u64::from(piece) - 1)
    }
}

/// Formats an SSCC: extension digit, company prefix, serial reference, check digit. The extension
/// digit is the serial's first, for ten times as many codes.
fn sscc(company_prefix: &str, serial: u64) -> String {
    let serial_digits = 17 - company_prefix.len().min(16);
    let serial = format!(
        "{:0serial_digits$}",
        serial % 10_u64.pow(u32::try_from(serial_digits).unwrap_or(16))
    );
    let (extension, reference) = serial.split_at(1);
    let body = format!("{extension}{company_prefix}{reference}");
    let check = check_digit(&body);
    format!("{body}{check}")
}

/// Computes GS1's check digit: weights 3 and 1 alternate from the right.
fn check_digit(digits: &str) -> u32 {
    let sum: u32 = digits
        .bytes()
        .rev()
        .zip([3, 1].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    (10 - sum % 10) % 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_plugin::types::PluginError;

    #[test]
    fn numbers_are_padded_and_grow_beyond() {
        assert_eq!(connote("HGL", 42), "HGL00000042");
        assert_eq!(connote("HGL", 123_456_789), "HGL123456789");
        assert_eq!(manifest("HGL", 7), "HGLM000007");
    }

    #[test]
    fn check_digits_are_those_of_gs1() {
        // The example in GS1's General Specifications, and its GTIN-13.
        assert_eq!(check_digit("37610425002123456"), 9);
        assert_eq!(check_digit("629104150021"), 3);
    }

    #[test]
    fn a_code_has_eighteen_digits_for_every_prefix() {
        for prefix in ["9399999", "93999990", "939999901", "9399999012"] {
            let code = sscc(prefix, 1);
            assert_eq!(code.len(), 18, "{code}");
            assert!(code.starts_with(&format!("0{prefix}0")), "{code}");
        }
        assert_eq!(sscc("9399999", 1), "093999990000000018");
        // The last serial of a ten-digit prefix, and the next one.
        assert!(sscc("9399999012", 9_999_999).starts_with("99399999012999999"));
        assert!(sscc("9399999012", 10_000_000).starts_with("09399999012000000"));
    }

    #[test]
    fn pieces_are_a_run_of_serials() {
        let pieces = Pieces::ending_at("9399999", 12, 3);
        assert_eq!(pieces.sscc(1), sscc("9399999", 10));
        assert_eq!(pieces.sscc(3), sscc("9399999", 12));
        let data = serde_json::to_string(&pieces).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Pieces>(&data).expect("the same"),
            pieces
        );
    }

    #[test]
    fn a_booking_without_numbers_is_rejected_in_plain_words() {
        for data in ["", "{}", "no data"] {
            let booked = Booked {
                reference: "WB1".into(),
                connote: "HGL00000042".into(),
                data: data.into(),
            };
            let message =
                "Consignment HGL00000042 has no piece numbers of this fleet. Book it again.";
            assert_eq!(
                Pieces::from_booked(&booked),
                Err(PluginError::NotFound(message.into())),
                "{data:?}"
            );
        }
    }

    #[test]
    fn at_least_one_piece_and_not_too_many() {
        let items = |quantity| {
            vec![Item {
                reference: String::new(),
                package_type: "Carton".into(),
                description: String::new(),
                quantity,
                length_mm: 1,
                width_mm: 1,
                height_mm: 1,
                weight_g: 1,
                dangerous_goods: false,
            }]
        };
        assert!(matches!(
            count_pieces(&items(0)),
            Err(PluginError::InvalidInput(_))
        ));
        assert_eq!(count_pieces(&items(500)), Ok(500));
        assert!(matches!(
            count_pieces(&items(501)),
            Err(PluginError::InvalidInput(_))
        ));
    }
}
