//! Tests of MT940 dialects.

use proptest::prelude::*;

use crate::bank_statements::mt940::*;

const FILE: &str = ":20:STARTUMS\n:25:10020030/1234567\n:28C:1/1\n:60F:C260301EUR1000,00\n\
    :61:2603020302CR110,00NTRFINV-000001//B26\n:86:166?00GUTSCHRIFT?20Rechnung INV?21-000001?31DE02100?32Bluegum\n?33 Wines\n\
    :61:260303D20,5NCHGNONREF\n:86:Account fee\n\
    :61:2603040304RC5,NTRFNONREF\n:86:/TRTP/SEPA/NAME/Wattle Works/REMI/Thank you/IBAN/NL91\n\
    :62F:C260304EUR1084,50\n:86:Nothing more\n-\n";

fn amounts(file: &BankFile) -> Vec<String> {
    file.entries
        .iter()
        .map(|entry| entry.amount.normalize().to_string())
        .collect()
}

fn reasons(file: &BankFile) -> Vec<(usize, String)> {
    file.rejected
        .iter()
        .map(|rejected| (rejected.line, rejected.reason.to_string()))
        .collect()
}

fn statement(opening: &str, movements: &str, closing: &str) -> String {
    format!(":20:A\n:25:1\n:60F:{opening}\n{movements}:62F:{closing}\n-\n")
}

#[test]
fn movements_are_read_with_their_details() {
    assert!(is_mt940(FILE));
    let file = read(FILE);
    let entries = &file.entries;
    assert_eq!(
        (amounts(&file), file.rejected_count),
        (["110", "-20.5", "-5"].map(str::to_owned).to_vec(), 0)
    );
    let first = &entries[0];
    assert_eq!(
        (first.reference.as_deref(), first.bank_reference.as_deref()),
        (Some("INV-000001"), Some("B26"))
    );
    assert_eq!(first.description.as_deref(), Some("Rechnung INV-000001"));
    assert_eq!(
        (first.payer.as_deref(), first.payer_account.as_deref()),
        (Some("Bluegum Wines"), Some("DE02100"))
    );
    assert_eq!(
        (first.account.as_deref(), first.currency.as_deref()),
        (Some("10020030/1234567"), Some("EUR"))
    );
    assert_eq!(
        (
            entries[1].reference.as_deref(),
            entries[1].description.as_deref()
        ),
        (None, Some("Account fee"))
    );
    assert_eq!(entries[2].payer.as_deref(), Some("Wattle Works"));
    let details = (
        entries[2].description.as_deref(),
        entries[2].payer_account.as_deref(),
    );
    assert_eq!(details, (Some("Thank you"), Some("NL91")));
}

#[test]
fn a_line_that_cannot_be_read_leaves_the_others() {
    let movements = ":61:2603X2C1,0NTRF\n:86:lost\n:61:2603020302C7,00NTRFA\n:86:kept\n:61:260302C,NTRF\n:61:260302X1,0NTRF\n\
                     :61:2603021301C1,0NTRF\n:61:260302C9999999999999999999999999999,0NTRF\n:61:260302C12";
    let file = read(&statement(
        "C260301EUR0,00",
        &format!("{movements}\n"),
        "C260302EUR500,00",
    ));
    assert_eq!(amounts(&file), ["7"]);
    assert_eq!(file.entries[0].description.as_deref(), Some("kept"));
    let lines: Vec<usize> = file.rejected.iter().map(|rejected| rejected.line).collect();
    assert_eq!(lines, [4, 8, 9, 10, 11, 12]);
    let reasons = reasons(&file);
    for (at, reason) in [
        (0, "value day"),
        (1, "amount"),
        (2, "marked"),
        (3, "booking day"),
        (4, "amount"),
        (5, "amount"),
    ] {
        assert!(reasons[at].1.contains(reason), "{:?}", reasons[at]);
    }
}

#[test]
fn a_statement_that_does_not_come_to_its_closing_balance_is_rejected() {
    let wrong = statement(
        "C260301EUR50,00",
        ":61:260302C10,00NTRFA\n",
        "D260302EUR150,00",
    );
    let file = read(&wrong);
    assert!(file.entries.is_empty());
    let expected = "states the closing balance -150.00, but the movements of the statement add up to 60.00: none was imported";
    assert_eq!(reasons(&file), [(5, expected.to_owned())]);
    let file = read(&format!("{wrong}{FILE}"));
    assert_eq!((file.entries.len(), file.rejected_count), (3, 1));
    let pages = ":20:A\n:25:1\n:28C:1/1\n:60F:C260301EUR0,00\n:61:260302C1,00NTRFA\n:62M:C260302EUR1,00\n:20:A\n:25:1\n:28C:1/2\n\
                 :60M:C260302EUR1,00\n:61:260302D2,00NTRFA\n:62F:D260302EUR1,00\n-\n";
    assert_eq!(amounts(&read(pages)), ["1", "-2"]);
}

#[test]
fn half_a_file_is_read_and_told() {
    let cut = ":20:A\n:25:1\n:60F:C260301EUR0,00\n:61:260302C1,00NTRFA\n:86:x\n:61:260302C2,00NTR";
    let file = read(cut);
    assert_eq!(amounts(&file), ["1"]);
    assert!(
        reasons(&file)[0].1.contains("without a closing balance"),
        "{:?}",
        file.rejected
    );
}

#[test]
fn booking_days_and_days_of_thirty_day_months_are_read() {
    let day = |line: &str| {
        let file = read(&format!(":20:A\n:25:1\n:61:{line}\n"));
        file.entries.first().map(|entry| entry.day.to_string())
    };
    for (line, expected) in [
        ("2602300301C1,00NTRF", "2026-03-01"),
        ("2602300230C1,00NTRF", "2026-02-28"),
        ("260230C1,00NTRF", "2026-02-28"),
        ("2512310102C1,00NTRF", "2026-01-02"),
        ("2601021231C1,00NTRF", "2025-12-31"),
        ("260103    C1,00NTRF", "2026-01-03"),
        ("2601030000C1,00NTRF", "2026-01-03"),
        ("2601030104DR1,00NTRF", "2026-01-04"),
        ("2601030104DF1,00S   X", "2026-01-04"),
    ] {
        assert_eq!(day(line).as_deref(), Some(expected), "{line}");
    }
}

#[test]
fn headers_blocks_and_texts_of_banks_are_no_fields() {
    let header = "BANKXX2A\n940\nBANKXX2A\n";
    let body = ":20:A\n:25:77\n:28C:1\n:60F:C260301EUR0,00\n:61:2603020302C1,00NTRFNONREF\n/OCMT/EUR1,00/\n\
                :86:paid 2026-03-02 T09\n:20:15 :and\n:25:59 {x}\n:12:00 INV000007\n:62F:C260302EUR1,00\n-\n";
    let file = read(&format!(
        "{header}{body}{header}{}",
        body.replace("C1,00", "C2,00")
            .replace("EUR1,00\n-", "EUR2,00\n-")
    ));
    assert_eq!(
        (amounts(&file), file.rejected_count),
        (["1", "2"].map(str::to_owned).to_vec(), 0),
        "{:?}",
        file.rejected
    );
    let text = "paid 2026-03-02 T09 :20:15 :and :25:59 {x} :12:00 INV000007";
    assert_eq!(file.entries[0].description.as_deref(), Some(text));
    let blocks = format!(
        "{{1:F01BANKXX2A}}{{2:O940}}{{4:\n{}",
        body.replace("\n-\n", "\n-}\n")
    );
    assert!(is_mt940(&blocks) && is_mt940(&format!("{header}{body}")));
    assert_eq!(amounts(&read(&blocks)), ["1"]);
    assert_eq!(amounts(&read(&blocks.replace("{4:\n", "{4:"))), ["1"]);
    assert!(!is_mt940("date,amount\n2026-03-02,1\n"));
    let two = ":20:A\n:25:1\n:61:260302C1,00NTRF\n:86:x\n:20:B\n:25:2\n:61:260302C2,00NTRF\n";
    assert_eq!(read(two).entries[1].account.as_deref(), Some("2"));
}

#[test]
fn details_of_other_banks_are_read() {
    let of = |details: &str| {
        let file = read(&format!(
            ":20:A\n:25:1\n:61:260302C1,00NTRFNONREF\n:86:{details}\n"
        ));
        let entry = file.entries[0].clone();
        (
            entry.payer,
            entry.payer_account,
            entry.reference,
            entry.description,
        )
    };
    let some = |text: &str| Some(text.to_owned());
    let expected = (some("Bluegum"), some("NL91"), some("E-1"), some("INV-7"));
    assert_eq!(
        of("/EREF/E-1//CNTP/NL91/BANKXX2A/Bluegum///REMI/USTD//INV-7/"),
        expected
    );
    assert_eq!(
        of("020~00TRANSFER~20Inv~21 7~32Bluegum~38PL10"),
        (some("Bluegum"), some("PL10"), None, some("Inv 7"))
    );
    assert_eq!(of("<00TRANSFER<20Why? 20 a<32Bluegum").3, some("Why? 20 a"));
    assert_eq!(of("911 COLLECT; ID 7").3, some("911 COLLECT; ID 7"));
    assert_eq!(of("091").3, some("091"));
}

#[test]
fn movements_of_odd_forms_are_read() {
    let of = |line: &str| {
        let file = read(&format!(":61:{line}\n:86:x\n"));
        file.entries.first().map(|entry| {
            (
                entry.amount.normalize().to_string(),
                entry.reference.clone(),
            )
        })
    };
    let some =
        |amount: &str, reference: &str| Some((amount.to_owned(), Some(reference.to_owned())));
    assert!(is_mt940(":61:2603020302C1,00NTRFA\n:86:x\n"));
    assert_eq!(of("2603020302CR\n30,00N062INV7"), some("30", "INV7"));
    assert_eq!(of("2603020302C500NTRFINV7"), some("500", "INV7"));
    assert_eq!(of("2603020302D0,42MCI0INV7"), some("-0.42", "INV7"));
    assert_eq!(of("2603020302C1,00S05168790452"), some("1", "68790452"));
    assert_eq!(of("2603020302C1,00NTRFEREF"), Some(("1".to_owned(), None)));
    let plain = ":20:A\n:25:1\n:60F:C260301EUR1,00\n:61:260302C1,00NTRF\n:62M:C2603022,00\n:60M:C2603022,00\n\
                 :61:260302C1,00NTRF\n:62F:C260302EUR3,00\n";
    let file = read(plain);
    assert_eq!(
        (
            file.entries.len(),
            file.rejected_count,
            file.entries[1].currency.as_deref()
        ),
        (2, 0, Some("EUR"))
    );
}

#[test]
fn expected_movements_are_not_imported() {
    let content = ":20:A\n:25:1\n:34F:EUR0,\n:61:260302EC50,00NTRFINV7\n:86:expected\n\
                   :61:260302ED5,00NTRFINV8\n:61:260302C20,00NTRFINV9\n:86:booked\n\
                   :61:260302EC1,0\n";
    let file = read(content);
    assert_eq!(amounts(&file), ["20"]);
    assert_eq!(file.entries[0].description.as_deref(), Some("booked"));
    let lines: Vec<usize> = file.rejected.iter().map(|rejected| rejected.line).collect();
    assert_eq!(lines, [9], "a line that is cut off is still rejected");
}

proptest! {
    #[test]
    fn any_text_is_read(content in "(:(20|25|28C|60F|61|62F|86|NS):|[CDR0-9,/?~é\n -]){0,60}") {
        let file = read(&content);
        prop_assert!(file.entries.iter().all(|entry| !entry.amount.is_zero()));
    }

    #[test]
    fn any_cut_of_a_file_brings_no_other_amounts(at in 0usize..FILE.len()) {
        if let Some(half) = FILE.get(..at) {
            for entry in read(half).entries {
                prop_assert!(["110", "-20.5", "-5"].contains(&entry.amount.normalize().to_string().as_str()));
            }
        }
    }
}
