//! Matching of lines to bookings by numbers, else by similarity.

use data::{
    TextEnum,
    ids::{BookingId, CarrierAccountId},
};

/// Evidence of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum MatchedBy {
    /// The carrier's consignment number.
    Consignment,
    /// The reference that we sent to the carrier.
    OwnReference,
    /// The customer's reference.
    Reference,
    /// Chosen manually.
    Hand,
    #[text_enum(unknown)]
    Unknown,
}

#[derive(Debug, Clone, Copy)]
pub struct LineIdentifiers<'a> {
    pub consignment: Option<&'a str>,
    pub reference: Option<&'a str>,
    pub account: Option<CarrierAccountId>,
}

#[derive(Debug, Clone)]
pub struct Candidate {
    pub id: BookingId,
    pub account: Option<CarrierAccountId>,
    pub consignment: Option<String>,
    /// As sent to the carrier.
    pub own_reference: String,
    /// The customer's.
    pub reference: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchResult {
    Is(BookingId, MatchedBy),
    /// A possible match, which needs confirmation.
    Near(BookingId),
    Nothing,
}

/// Keeps letters and digits, in capitals.
pub fn normalise(number: &str) -> String {
    number
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// Returns the key shared by a consignment's lines: its number, else its reference, else the line.
pub fn key(consignment: Option<&str>, reference: Option<&str>, line: i64) -> String {
    let of = |text: Option<&str>| text.map(normalise).filter(|text| !text.is_empty());
    match (of(consignment), of(reference)) {
        (Some(number), _) => format!("C{number}"),
        (None, Some(number)) => format!("R{number}"),
        (None, None) => format!("L{line:012}"),
    }
}

/// Minimum length of a partial carrier number.
const MIN_PARTIAL_LENGTH: usize = 5;
/// Carriers append a check digit or an item's number.
const MAX_SUFFIX_DIGITS: usize = 3;

/// Returns forms of the number: unchanged (first), without leading zeros, without an item's number.
pub fn variants(number: &str) -> Vec<String> {
    let plain = normalise(number);
    let mut all = vec![plain.clone()];
    let mut add = |text: &str| {
        if text.len() >= MIN_PARTIAL_LENGTH && !all.iter().any(|known| known == text) {
            all.push(text.to_owned());
        }
    };
    add(plain.trim_start_matches('0'));
    for tail in 1..=MAX_SUFFIX_DIGITS {
        let Some(at) = plain.len().checked_sub(tail) else {
            break;
        };
        let (head, behind) = plain.split_at(at);
        if behind.bytes().all(|byte| byte.is_ascii_digit()) {
            add(head);
        }
    }
    all
}

/// True if one number is the other with a prefix or suffix.
fn is_near(one: &str, other: &str) -> bool {
    let within = |short: &str, long: &str| {
        let (short, long) = (normalise(short), variants(long));
        long.iter()
            .any(|text| *text == short || text == short.trim_start_matches('0'))
    };
    within(one, other) || within(other, one)
}

pub fn find_booking(identifiers: LineIdentifiers<'_>, candidates: &[Candidate]) -> MatchResult {
    let is_of_account = |one: &&Candidate| {
        identifiers.account.is_none() || one.account.is_none() || one.account == identifiers.account
    };
    let number = identifiers
        .consignment
        .map(normalise)
        .filter(|number| !number.is_empty());
    let reference = identifiers
        .reference
        .map(normalise)
        .filter(|reference| !reference.is_empty());
    if let Some(number) = &number {
        let same =
            |one: &&Candidate| one.consignment.as_deref().map(normalise).as_ref() == Some(number);
        match only(candidates.iter().filter(same).filter(is_of_account)) {
            Uniqueness::One(one) => return MatchResult::Is(one.id, MatchedBy::Consignment),
            Uniqueness::Several(newest) => return MatchResult::Near(newest.id),
            Uniqueness::None => {}
        }
    }
    // Some carriers print our reference instead of their number.
    for given in number.iter().chain(&reference) {
        let ours = |one: &&Candidate| normalise(&one.own_reference) == *given;
        if let Uniqueness::One(one) = only(candidates.iter().filter(ours).filter(is_of_account)) {
            return MatchResult::Is(one.id, MatchedBy::OwnReference);
        }
    }
    if let Some(reference) = &reference {
        let same =
            |one: &&Candidate| one.reference.as_deref().map(normalise).as_ref() == Some(reference);
        match only(candidates.iter().filter(same).filter(is_of_account)) {
            // A different carrier number may be another consignment of the same order.
            Uniqueness::One(one) if number.is_none() || one.consignment.is_none() => {
                return MatchResult::Is(one.id, MatchedBy::Reference);
            }
            Uniqueness::One(one) => return MatchResult::Near(one.id),
            Uniqueness::Several(newest) => return MatchResult::Near(newest.id),
            Uniqueness::None => {}
        }
    }
    let near = |one: &&Candidate| match (&number, &one.consignment) {
        (Some(given), Some(own)) => is_near(given, own),
        _ => false,
    };
    match only(candidates.iter().filter(near)) {
        Uniqueness::One(one) | Uniqueness::Several(one) => MatchResult::Near(one.id),
        Uniqueness::None => MatchResult::Nothing,
    }
}

enum Uniqueness<'a> {
    None,
    One(&'a Candidate),
    /// The newest of several.
    Several(&'a Candidate),
}

fn only<'a>(found: impl Iterator<Item = &'a Candidate>) -> Uniqueness<'a> {
    let mut all: Vec<&Candidate> = found.collect();
    all.sort_by_key(|one| one.id);
    all.dedup_by_key(|one| one.id);
    match all.as_slice() {
        [] => Uniqueness::None,
        [one] => Uniqueness::One(one),
        [.., newest] => Uniqueness::Several(newest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn booking(id: i64, consignment: &str, reference: &str) -> Candidate {
        Candidate {
            id: BookingId(id),
            account: Some(CarrierAccountId(1)),
            consignment: Some(consignment.to_owned()).filter(|text| !text.is_empty()),
            own_reference: format!("WB1-{id}"),
            reference: Some(reference.to_owned()).filter(|text| !text.is_empty()),
        }
    }

    fn find_line(consignment: &str, reference: &str, candidates: &[Candidate]) -> MatchResult {
        let identifiers = LineIdentifiers {
            consignment: Some(consignment).filter(|text| !text.is_empty()),
            reference: Some(reference).filter(|text| !text.is_empty()),
            account: Some(CarrierAccountId(1)),
        };
        find_booking(identifiers, candidates)
    }

    #[test]
    fn a_consignment_is_found_however_it_is_written() {
        let all = [booking(1, "ABC 000123", ""), booking(2, "ABC000124", "")];
        assert_eq!(
            find_line("abc-000123", "", &all),
            MatchResult::Is(BookingId(1), MatchedBy::Consignment)
        );
        assert_eq!(find_line("ABC000125", "", &all), MatchResult::Nothing);
    }

    #[test]
    fn references_are_looked_at_where_numbers_say_nothing() {
        let all = [booking(7, "", "PO-55"), booking(8, "ABC000124", "PO-56")];
        assert_eq!(
            find_line("WB1-8", "", &all),
            MatchResult::Is(BookingId(8), MatchedBy::OwnReference)
        );
        assert_eq!(
            find_line("", "po 55", &all),
            MatchResult::Is(BookingId(7), MatchedBy::Reference)
        );
        assert_eq!(
            find_line("XYZ999999", "PO-56", &all),
            MatchResult::Near(BookingId(8))
        );
    }

    #[test]
    fn of_several_none_is_taken() {
        let all = [booking(1, "ABC000123", "PO"), booking(2, "ABC000123", "PO")];
        assert_eq!(
            find_line("ABC000123", "", &all),
            MatchResult::Near(BookingId(2))
        );
        assert_eq!(find_line("", "PO", &all), MatchResult::Near(BookingId(2)));
    }

    #[test]
    fn numbers_with_zeros_or_a_piece_behind_them_are_near() {
        let all = [booking(1, "123456789", "")];
        assert_eq!(
            find_line("00123456789", "", &all),
            MatchResult::Near(BookingId(1))
        );
        assert_eq!(
            find_line("123456789001", "", &all),
            MatchResult::Near(BookingId(1))
        );
        assert_eq!(
            variants("0012-345"),
            ["0012345", "12345", "001234", "00123"]
        );
        assert_eq!(variants("AB"), ["AB"]);
    }

    #[test]
    fn a_booking_of_another_account_is_near_at_most() {
        let other = Candidate {
            account: Some(CarrierAccountId(2)),
            ..booking(1, "ABC000123", "")
        };
        assert_eq!(
            find_line("ABC000123", "", &[other]),
            MatchResult::Near(BookingId(1))
        );
    }

    #[test]
    fn lines_of_one_consignment_share_a_key() {
        assert_eq!(key(Some("ab 1"), Some("x"), 3), key(Some("AB-1"), None, 9));
        assert_eq!(key(None, Some("po 7"), 3), "RPO7");
        assert_eq!(key(Some(" "), None, 3), "L000000000003");
    }
}
