//! Field 86: numbered subfields (`?20…?32…`), SEPA keywords (`/NAME/…/REMI/…`), or plain text.

use crate::bank_statements::file::{BankEntry, long_text, reference, text};

/// Characters before the two digits of a subfield.
const SEPARATORS: [char; 6] = ['?', '~', '<', '^', '@', '|'];
/// SEPA keywords.
const WORDS: [&str; 24] = [
    "NAME", "IBAN", "REMI", "EREF", "BIC", "TRTP", "CSID", "MARF", "CNTP", "ORDP", "BENM", "ADDR",
    "ISDT", "PREF", "RTRN", "SVCL", "PURP", "ULTD", "ULTB", "ULTC", "TRCD", "CREF", "KREF", "ID",
];

/// Adds the whole text to the movement's identity.
pub fn describe(entry: &mut BankEntry, value: &str) {
    let joined = value.replace('\n', "");
    entry.identifiers.extend(long_text(&joined));
    if let Some(subfields) = subfields(&joined) {
        let of = |is_wanted: &dyn Fn(&str) -> bool| -> String {
            subfields
                .iter()
                .filter(|(code, _)| is_wanted(code))
                .map(|(_, content)| *content)
                .collect()
        };
        let purpose = of(&|code| ("20"..="29").contains(&code) || ("60"..="63").contains(&code));
        set(
            &mut entry.description,
            long_text(&purpose).or_else(|| long_text(&of(&|code| code == "00"))),
        );
        set(
            &mut entry.payer,
            text(&of(&|code| code == "32" || code == "33")),
        );
        set(
            &mut entry.payer_account,
            text(&of(&|code| code == "31" || code == "38")),
        );
        return;
    }
    let party = word(&joined, "CNTP")
        .map(|party| party.split('/').collect::<Vec<_>>())
        .unwrap_or_default();
    let part = |at: usize| party.get(at).and_then(|part| text(part));
    set(
        &mut entry.payer,
        word(&joined, "NAME").and_then(text).or_else(|| part(2)),
    );
    set(
        &mut entry.payer_account,
        word(&joined, "IBAN").and_then(text).or_else(|| part(0)),
    );
    if entry.reference.is_none() {
        entry.reference = word(&joined, "EREF").and_then(reference);
    }
    let remittance = word(&joined, "REMI").map(|content| {
        content
            .strip_prefix("USTD//")
            .or_else(|| content.strip_prefix("STRD/"))
            .unwrap_or(content)
    });
    set(
        &mut entry.description,
        remittance.and_then(long_text).or_else(|| long_text(value)),
    );
}

fn set(place: &mut Option<String>, content: Option<String>) {
    if content.is_some() {
        *place = content;
    }
}

/// Skips the three digits of the transaction code.
fn subfields(joined: &str) -> Option<Vec<(&str, &str)>> {
    let code = joined
        .bytes()
        .take(3)
        .take_while(u8::is_ascii_digit)
        .count();
    let rest = &joined[code..];
    let separator = rest
        .chars()
        .next()
        .filter(|sign| SEPARATORS.contains(sign))?;
    let is_numbered = |part: &&str| part.bytes().take(2).filter(u8::is_ascii_digit).count() == 2;
    let parts = rest.split(separator).skip(1);
    let mut subfields: Vec<(&str, &str)> = Vec::new();
    for part in parts {
        if is_numbered(&part) {
            subfields.push((&part[..2], &part[2..]));
        } else {
            // A separator within text.
            subfields.push((subfields.last().map_or("20", |(code, _)| *code), part));
        }
    }
    (!subfields.is_empty()
        && rest[separator.len_utf8()..].starts_with(|c: char| c.is_ascii_digit()))
    .then_some(subfields)
}

/// Returns the text after `/NAME/` up to the next keyword.
fn word<'v>(value: &'v str, name: &str) -> Option<&'v str> {
    let (_, rest) = value.split_once(&format!("/{name}/"))?;
    let end = WORDS
        .iter()
        .filter_map(|word| rest.find(&format!("/{word}/")))
        .min()
        .unwrap_or(rest.len());
    Some(rest[..end].trim_end_matches('/'))
}
