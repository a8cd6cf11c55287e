//! Which booking a line of an invoice is of: by the consignment, by our own reference, by the customer's; else what is near.

use kernel::{
    Words,
    ids::{BookingId, CarrierAccountId},
};

/// By what a booking was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum MatchedBy {
    /// The carrier's number of the consignment.
    Consignment,
    /// The reference that we gave the carrier.
    OwnReference,
    /// The customer's reference.
    Reference,
    /// Somebody chose it.
    Hand,
    #[words(unknown)]
    Unknown,
}

/// What a line says of its consignment.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub consignment: Option<&'a str>,
    pub reference: Option<&'a str>,
    /// The carrier account that was invoiced, where that was said.
    pub account: Option<CarrierAccountId>,
}

/// A booking that it may be.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub id: BookingId,
    pub account: Option<CarrierAccountId>,
    pub consignment: Option<String>,
    /// As the carrier was given it.
    pub own_reference: String,
    /// The customer's.
    pub reference: Option<String>,
}

/// What was found for a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    Is(BookingId, MatchedBy),
    /// It may be this one, if somebody says so.
    Near(BookingId),
    Nothing,
}

/// A number without what people and carriers write around it: its letters and digits, in capitals.
pub fn plain(number: &str) -> String {
    number
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// What the lines of one consignment share: its number, or its reference where it has none, or the line itself.
pub fn key(consignment: Option<&str>, reference: Option<&str>, line: i64) -> String {
    let of = |text: Option<&str>| text.map(plain).filter(|text| !text.is_empty());
    match (of(consignment), of(reference)) {
        (Some(number), _) => format!("C{number}"),
        (None, Some(number)) => format!("R{number}"),
        (None, None) => format!("L{line:012}"),
    }
}

/// A carrier's number is not matched by less of it than this.
const SHORTEST: usize = 5;
/// Digits that carriers put behind the number of a consignment: a check digit, or a piece's own number.
const LONGEST_TAIL: usize = 3;

/// How the number may stand in a booking: as it is, without zeros before it, without a piece's number behind it. The first
/// is the number itself.
pub fn variants(number: &str) -> Vec<String> {
    let plain = plain(number);
    let mut all = vec![plain.clone()];
    let mut add = |text: &str| {
        if text.len() >= SHORTEST && !all.iter().any(|known| known == text) {
            all.push(text.to_owned());
        }
    };
    add(plain.trim_start_matches('0'));
    for tail in 1..=LONGEST_TAIL {
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

/// Whether one number is the other with something before or behind it.
fn is_near(one: &str, other: &str) -> bool {
    let within = |short: &str, long: &str| {
        let (short, long) = (plain(short), variants(long));
        long.iter()
            .any(|text| *text == short || text == short.trim_start_matches('0'))
    };
    within(one, other) || within(other, one)
}

/// The booking of a line among those that were found by its numbers.
pub fn find(wanted: Wanted<'_>, candidates: &[Candidate]) -> Found {
    let is_of_account = |one: &&Candidate| {
        wanted.account.is_none() || one.account.is_none() || one.account == wanted.account
    };
    let number = wanted
        .consignment
        .map(plain)
        .filter(|number| !number.is_empty());
    let reference = wanted
        .reference
        .map(plain)
        .filter(|reference| !reference.is_empty());
    if let Some(number) = &number {
        let same =
            |one: &&Candidate| one.consignment.as_deref().map(plain).as_ref() == Some(number);
        match only(candidates.iter().filter(same).filter(is_of_account)) {
            Only::One(one) => return Found::Is(one.id, MatchedBy::Consignment),
            Only::Several(newest) => return Found::Near(newest.id),
            Only::None => {}
        }
    }
    // Some carriers print our reference where they have a number of their own.
    for given in number.iter().chain(&reference) {
        let ours = |one: &&Candidate| plain(&one.own_reference) == *given;
        if let Only::One(one) = only(candidates.iter().filter(ours).filter(is_of_account)) {
            return Found::Is(one.id, MatchedBy::OwnReference);
        }
    }
    if let Some(reference) = &reference {
        let same =
            |one: &&Candidate| one.reference.as_deref().map(plain).as_ref() == Some(reference);
        match only(candidates.iter().filter(same).filter(is_of_account)) {
            // With another number of the carrier's own it may be another consignment of the same order.
            Only::One(one) if number.is_none() || one.consignment.is_none() => {
                return Found::Is(one.id, MatchedBy::Reference);
            }
            Only::One(one) => return Found::Near(one.id),
            Only::Several(newest) => return Found::Near(newest.id),
            Only::None => {}
        }
    }
    let near = |one: &&Candidate| match (&number, &one.consignment) {
        (Some(given), Some(own)) => is_near(given, own),
        _ => false,
    };
    match only(candidates.iter().filter(near)) {
        Only::One(one) | Only::Several(one) => Found::Near(one.id),
        Only::None => Found::Nothing,
    }
}

enum Only<'a> {
    None,
    One(&'a Candidate),
    /// The newest of several.
    Several(&'a Candidate),
}

fn only<'a>(found: impl Iterator<Item = &'a Candidate>) -> Only<'a> {
    let mut all: Vec<&Candidate> = found.collect();
    all.sort_by_key(|one| one.id);
    all.dedup_by_key(|one| one.id);
    match all.as_slice() {
        [] => Only::None,
        [one] => Only::One(one),
        [.., newest] => Only::Several(newest),
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

    fn found(consignment: &str, reference: &str, candidates: &[Candidate]) -> Found {
        let wanted = Wanted {
            consignment: Some(consignment).filter(|text| !text.is_empty()),
            reference: Some(reference).filter(|text| !text.is_empty()),
            account: Some(CarrierAccountId(1)),
        };
        find(wanted, candidates)
    }

    #[test]
    fn a_consignment_is_found_however_it_is_written() {
        let all = [booking(1, "ABC 000123", ""), booking(2, "ABC000124", "")];
        assert_eq!(
            found("abc-000123", "", &all),
            Found::Is(BookingId(1), MatchedBy::Consignment)
        );
        assert_eq!(found("ABC000125", "", &all), Found::Nothing);
    }

    #[test]
    fn references_are_looked_at_where_numbers_say_nothing() {
        let all = [booking(7, "", "PO-55"), booking(8, "ABC000124", "PO-56")];
        assert_eq!(
            found("WB1-8", "", &all),
            Found::Is(BookingId(8), MatchedBy::OwnReference)
        );
        assert_eq!(
            found("", "po 55", &all),
            Found::Is(BookingId(7), MatchedBy::Reference)
        );
        assert_eq!(found("XYZ999999", "PO-56", &all), Found::Near(BookingId(8)));
    }

    #[test]
    fn of_several_none_is_taken() {
        let all = [booking(1, "ABC000123", "PO"), booking(2, "ABC000123", "PO")];
        assert_eq!(found("ABC000123", "", &all), Found::Near(BookingId(2)));
        assert_eq!(found("", "PO", &all), Found::Near(BookingId(2)));
    }

    #[test]
    fn numbers_with_zeros_or_a_piece_behind_them_are_near() {
        let all = [booking(1, "123456789", "")];
        assert_eq!(found("00123456789", "", &all), Found::Near(BookingId(1)));
        assert_eq!(found("123456789001", "", &all), Found::Near(BookingId(1)));
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
        assert_eq!(found("ABC000123", "", &[other]), Found::Near(BookingId(1)));
    }

    #[test]
    fn lines_of_one_consignment_share_a_key() {
        assert_eq!(key(Some("ab 1"), Some("x"), 3), key(Some("AB-1"), None, 9));
        assert_eq!(key(None, Some("po 7"), 3), "RPO7");
        assert_eq!(key(Some(" "), None, 3), "L000000000003");
    }
}
