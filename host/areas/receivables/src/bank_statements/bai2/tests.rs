//! Tests of BAI2 files.

use proptest::prelude::*;

use crate::bank_statements::bai2::*;

const FILE: &str = "01,121000248,WATTLE,260303,0600,1,80,,2/\n\
    02,WATTLE,121000248,1,260302,,USD,2/\n\
    03,0012345678,,010,500000,,,015,+616950,,V,260303,0900/\n\
    88,100,116950,2,S,100000,16950,0/\n\
    16,195,110000,Z,0302BANK7,INV000001,BLUEGUM WINES, INVOICE INV000001/\n\
    16,142,6950,D,2,0,5000,1,1950,,,\n\
    88,ORIG CO NAME:WATTLE WORKS\n\
    88,THANK YOU\n\
    16,699,2050,,,,ACCOUNT FEE/\n\
    16,890,,,,,NOTHING MOVED/\n\
    49,1352900,9/\n\
    98,1352900,1,11/\n\
    99,1352900,1,13/\n";

#[test]
fn movements_are_read_by_their_type_codes() {
    assert!(is_bai2(FILE) && !is_bai2("01,02\n2026-03-02,1\n") && !is_bai2(":20:A\n:61:"));
    let file = read(FILE);
    assert_eq!(file.rejected_count, 0, "{:?}", file.rejected);
    let entries = file.entries;
    let amounts: Vec<String> = entries
        .iter()
        .map(|entry| entry.amount.normalize().to_string())
        .collect();
    assert_eq!(amounts, ["1100", "69.5", "-20.5"]);
    let first = &entries[0];
    assert_eq!(
        (first.day.to_string().as_str(), first.account.as_deref()),
        ("2026-03-02", Some("0012345678"))
    );
    assert_eq!(
        (first.currency.as_deref(), first.reference.as_deref()),
        (Some("USD"), Some("INV000001"))
    );
    assert_eq!(first.bank_reference.as_deref(), Some("0302BANK7"));
    assert_eq!(
        first.description.as_deref(),
        Some("BLUEGUM WINES, INVOICE INV000001")
    );
    assert_eq!(
        entries[1].description.as_deref(),
        Some("ORIG CO NAME:WATTLE WORKS THANK YOU")
    );
    assert_eq!(entries[1].reference, None);
}

#[test]
fn amounts_have_the_places_of_their_currency() {
    let file = "01,A,B,260303,,1,,,2/\n02,B,A,1,260302,,JPY/\n03,7,/\n16,195,5000,,B-1,/\n49,5000,3/\n\
                03,8,KWD/\n16,195,5000,,B-2/\n49,,3/\n98,10000,2,8/\n99,10000,1,10/\n";
    let entries = read(file).entries;
    assert_eq!(entries[0].amount, Decimal::from(5000));
    assert_eq!(entries[1].amount, Decimal::from(5));
    assert_eq!(
        (
            entries[1].currency.as_deref(),
            entries[1].reference.as_deref()
        ),
        (Some("KWD"), Some("B-2"))
    );
}

#[test]
fn what_is_broken_is_told_with_its_line() {
    for (from, to, line, says) in [
        ("80,,2/", "80,,1/", 1, "version 2"),
        (
            "121000248,1,260302",
            "121000248,2,260302",
            2,
            "reverses another",
        ),
        ("121000248,1,260302", "121000248,4,260302", 2, "a test"),
        ("121000248,1,260302", "121000248,1,261302", 2, "a day"),
        (",USD,2/", ",dollars,2/", 2, "currency"),
        ("03,0012345678", "03,", 3, "account"),
        ("16,195,110000", "16,abc,110000", 5, "type code"),
        ("16,195,110000", "16,099,110000", 5, "type code 99"),
        ("16,195,110000", "16,195,1100.00", 5, "digits"),
        ("16,195,110000", "16,195,-110000", 5, "at least 0"),
        ("110000,Z", "110000,X", 5, "funds types"),
        ("D,2,0", "D,9999,0", 6, "parts"),
        ("49,1352900,9", "49,1352901,9", 11, "add up to 1352900"),
        ("49,1352900,9", "49,1352900,8", 11, "there are 9"),
        ("98,1352900,1", "98,1352900,2", 12, "above are 1"),
        ("99,1352900,1,13/", "", 12, "cut off"),
        ("98,1352900,1,11/\n", "", 12, "that is not allowed here"),
        ("02,WATTLE", "05,WATTLE", 2, "unknown BAI2 record"),
        ("88,THANK", "THANK", 8, "two digits"),
        (
            "99,1352900,1,13/",
            "99,1352900,1,13/\n16,195,1/",
            14,
            "after the end",
        ),
    ] {
        let content = FILE.replace(from, to);
        assert_ne!(content, FILE, "{from}");
        let rejected = read(&content).rejected;
        assert_eq!(rejected[0].line, line, "{to}: {rejected:?}");
        assert!(
            rejected[0].reason.to_string().contains(says),
            "{to}: {rejected:?}"
        );
    }
    assert_eq!(read("88,A/\n").rejected_count, 2);
    let long = FILE.replace(
        "88,THANK YOU\n",
        &format!("88,{}\n", "A".repeat(MAX_RECORD)),
    );
    assert!(read(&long).rejected_count > 0);
}

fn amounts(content: &str) -> Vec<String> {
    read(content)
        .entries
        .iter()
        .map(|entry| entry.amount.normalize().to_string())
        .collect()
}

#[test]
fn a_record_that_cannot_be_read_leaves_the_others() {
    assert_eq!(
        amounts(&FILE.replace("16,195,110000", "16,195,1100.00")),
        ["69.5", "-20.5"]
    );
    assert_eq!(
        amounts(&FILE.replace("49,1352900,9", "49,1352900,8")),
        ["1100", "69.5", "-20.5"]
    );
    assert_eq!(
        amounts(&FILE.replace("99,1352900,1,13/", "")),
        ["1100", "69.5", "-20.5"]
    );
    for total in ["49,1352900", "98,1352900", "99,1352900"] {
        let file = read(&FILE.replace(total, &total.replace("00", "11")));
        assert_eq!((file.entries.len(), file.rejected_count), (0, 1), "{total}");
        assert!(
            file.rejected[0].reason.to_string().contains("1352911"),
            "{:?}",
            file.rejected
        );
    }
    let second = FILE
        .replace("BANK7", "BANK8")
        .replace("49,1352900", "49,1352999");
    let file = read(&format!("{FILE}{second}"));
    assert_eq!(
        (file.entries.len(), file.rejected_count),
        (3, 1),
        "{:?}",
        file.rejected
    );
    assert_eq!(
        amounts(&FILE.replace("03,0012345678", "03,")),
        Vec::<String>::new()
    );
    let two = "01,A,B,260303,,1,,,2/\n02,B,A,1,260302,,AUD/\n03,7,/\n16,195,50x,,,,/\n16,195,100,,,,/\n49,150,4/\n\
               03,8,/\n16,195,300,,,,/\n49,400,3/\n98,550,2,9/\n99,550,1,11/\n";
    let file = read(two);
    assert_eq!(
        (file.entries.len(), file.rejected_count),
        (1, 2),
        "{:?}",
        file.rejected
    );
}

#[test]
fn records_without_a_slash_or_behind_each_other_are_read() {
    let file = "01,A,B,260303,,1,,,2/ 02,B,A,1,260302,,AUD/  \n03,7,,010,+000\n88,,,045,-500,,/\n\
                16,195,5000,S,5000\n88,0,0,BANK-1,OWN-1,WEEKLY FREIGHT 16, 17/\n\
                16,195,5000,,BANK-2,,/ 16,495,100,,,,FEE/\n49,9600,7/ 98,9600,1,9/\n99,9600,1,11/\n";
    let read = read(file);
    assert_eq!(read.rejected_count, 0, "{:?}", read.rejected);
    assert_eq!(amounts(file), ["50", "50", "-1"]);
    let first = &read.entries[0];
    assert_eq!(
        (first.bank_reference.as_deref(), first.reference.as_deref()),
        (Some("BANK-1"), Some("OWN-1"))
    );
    assert_eq!(first.description.as_deref(), Some("WEEKLY FREIGHT 16, 17"));
}

proptest! {
    #[test]
    fn any_text_is_read(content in "((01|02|03|16|49|88|98|99),|[0-9,/A-Z+\n -]){0,80}") {
        let _ = read(&format!("01,A,B,260303,,1,,,2/\n02,B,A,1,260302,,/\n03,7,/\n{content}"));
    }

    #[test]
    fn any_cut_of_a_file_brings_no_other_amounts(at in 0usize..FILE.len()) {
        for entry in read(&FILE[..at]).entries {
            prop_assert!(["1100", "69.5", "-20.5"].contains(&entry.amount.normalize().to_string().as_str()));
        }
    }
}
