//! Tests of CAMT.053 versions.

use proptest::prelude::*;

use crate::bank_statements::{camt053::*, file::MAX_LINES};

fn file(version: &str, entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}\">\n<BkToCstmrStmt>\
         <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>\
         <Acct><Id><IBAN>DE02100100100006820101</IBAN></Id><Ccy>EUR</Ccy></Acct>\n{entries}</Stmt></BkToCstmrStmt></Document>"
    )
}

fn sums(entries: &[BankEntry]) -> Vec<String> {
    entries
        .iter()
        .map(|entry| entry.amount.normalize().to_string())
        .collect()
}

fn entry(amount: &str, indicator: &str, status: &str, rest: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>{indicator}</CdtDbtInd><Sts>{status}</Sts>\
         <BookgDt><Dt>2026-03-02</Dt></BookgDt>{rest}</Ntry>\n"
    )
}

#[test]
fn an_early_version_is_read_with_who_paid_and_what_for() {
    let details = "<AcctSvcrRef>B-1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>\
        <RltdPties><Dbtr><Nm>Bluegum &amp; Sons</Nm></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct>\
        </RltdPties><RmtInf><Ustrd>Invoice INV000001</Ustrd><Ustrd>and thanks</Ustrd></RmtInf></TxDtls></NtryDtls>";
    let content = file(
        "02",
        &(entry("110.00", "CRDT", "BOOK", details) + &entry("7", "CRDT", "PDNG", "")),
    );
    let entries = read(&content).unwrap().entries;
    assert_eq!(sums(&entries), ["110"]);
    let first = &entries[0];
    assert_eq!(first.day.to_string(), "2026-03-02");
    assert_eq!(first.account.as_deref(), Some("DE02100100100006820101"));
    assert_eq!(
        (first.payer.as_deref(), first.currency.as_deref()),
        (Some("Bluegum & Sons"), Some("EUR"))
    );
    assert_eq!(first.payer_account.as_deref(), Some("NL91ABNA0417164300"));
    assert_eq!(first.reference.as_deref(), Some("B-1"));
    assert_eq!(
        first.description.as_deref(),
        Some("Invoice INV000001 and thanks")
    );
}

#[test]
fn a_late_version_is_read_and_a_batch_is_its_payments() {
    let detail = |amount: &str, name: &str, number: &str| {
        format!(
            "<TxDtls><Refs><EndToEndId>{number}</EndToEndId></Refs><Amt Ccy=\"EUR\">{amount}</Amt>\
             <CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>{name}</Nm></Pty></Dbtr><DbtrAcct><Id><Othr>\
             <Id>12-34</Id></Othr></Id></DbtrAcct></RltdPties><RmtInf><Strd><RfrdDocInf><Nb>INV7</Nb></RfrdDocInf>\
             <CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>"
        )
    };
    let batch = |second: &str| {
        format!(
            "<Ntry><Amt Ccy=\"EUR\">100.5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>\
             <DtTm>2026-03-02T23:30:00+01:00</DtTm></BookgDt><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>{}{}</NtryDtls>\
             <AddtlNtryInf>Collected</AddtlNtryInf></Ntry>",
            detail("60.5", "Bluegum", "E-1"),
            detail(second, "Wattle", "E-2"),
        )
    };
    let entries = read(&file("13", &batch("40"))).unwrap().entries;
    assert_eq!(sums(&entries), ["60.5", "40"]);
    assert_eq!(entries[1].payer.as_deref(), Some("Wattle"));
    assert_eq!(
        (
            entries[1].reference.as_deref(),
            entries[1].description.as_deref()
        ),
        (Some("RF18"), Some("INV7"))
    );
    assert_eq!(entries[1].payer_account.as_deref(), Some("12-34"));
    // The intermediate charge makes the payments differ from the entry.
    let whole = read(&file("13", &batch("41"))).unwrap().entries;
    assert_eq!(sums(&whole), ["100.5"]);
    assert_eq!(
        (whole[0].payer.as_deref(), whole[0].description.as_deref()),
        (None, Some("INV7 INV7"))
    );
}

#[test]
fn what_went_out_is_below_zero_also_where_it_takes_back_what_came_in() {
    let back = "<RvslInd>true</RvslInd><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>The landlord</Nm></Cdtr></RltdPties>\
                </TxDtls></NtryDtls>";
    let entries = read(&file("06", &entry("20", "DBIT", "BOOK", back)))
        .unwrap()
        .entries;
    assert_eq!(sums(&entries), ["-20"]);
    assert_eq!(entries[0].payer.as_deref(), Some("The landlord"));
}

#[test]
fn statements_of_several_accounts_keep_theirs() {
    let both = file("08", &entry("1", "CRDT", "BOOK", "")).replace(
        "</Stmt>",
        "</Stmt><Stmt><Acct><Id><Othr><Id>77</Id></Othr></Id></Acct><Ntry><Amt Ccy=\"USD\">2</Amt>\
         <CdtDbtInd>CRDT</CdtDbtInd><ValDt><Dt>2026-03-03</Dt></ValDt></Ntry></Stmt>",
    );
    let accounts: Vec<Option<String>> = read(&both)
        .unwrap()
        .entries
        .into_iter()
        .map(|entry| entry.account)
        .collect();
    assert_eq!(
        accounts,
        [
            Some("DE02100100100006820101".to_owned()),
            Some("77".to_owned())
        ]
    );
}

#[test]
fn an_entry_that_cannot_be_read_leaves_the_others() {
    let good = entry("1", "CRDT", "BOOK", "");
    for (from, to, reason) in [
        ("<Amt Ccy=\"EUR\">1</Amt>", "", "amount"),
        ("Ccy=\"EUR\"", "Ccy=\"euro\"", "amount"),
        (">1<", ">-1<", "amount"),
        (">1<", ">1,5<", "amount"),
        (">1<", ">99999999999999999999999999999999<", "amount"),
        ("CRDT", "BOTH", "CRDT or DBIT"),
        ("2026-03-02", "2026-02-30", "booking date"),
        ("2026-03-02", "soon", "booking date"),
    ] {
        let read = read(&file(
            "02",
            &(good.clone() + &good.replace(from, to) + &good),
        ))
        .unwrap();
        assert_eq!(
            (
                read.entries.len(),
                read.rejected_count,
                read.rejected[0].line
            ),
            (2, 1, 5),
            "{to}"
        );
        assert!(
            read.rejected[0].reason.to_string().contains(reason),
            "{:?}",
            read.rejected
        );
    }
    let plain = read(&file("02", &good.replace(" Ccy=\"EUR\"", ""))).unwrap();
    assert_eq!(plain.entries[0].currency.as_deref(), Some("EUR"));
}

#[test]
fn what_is_no_statement_is_refused() {
    let member = |content: &str| match read(content) {
        Err(Error::Invalid(errors)) => errors[0].member.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        member("<Document><BkToCstmrAcctRpt/></Document>"),
        "fileName"
    );
    assert_eq!(
        member("<html><body>Please sign in</body></html>"),
        "fileName"
    );
    assert!(read(&file("02", "")).unwrap().entries.is_empty());
    assert!(is_xml("\u{feff}\n<Document/>") && !is_xml("date,amount\n"));
    let many = file("02", &entry("1", "CRDT", "BOOK", "").repeat(MAX_LINES + 1));
    assert!(read(&many).unwrap().check().is_err());
}

fn balance(kind: &str, amount: &str, indicator: &str) -> String {
    format!(
        "<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">{amount}</Amt>\
         <CdtDbtInd>{indicator}</CdtDbtInd></Bal>\n"
    )
}

#[test]
fn a_statement_that_does_not_come_to_its_closing_balance_is_rejected() {
    let of = |closing: &str, indicator: &str, more: &str| {
        let balances = balance("OPBD", "10.00", "CRDT") + &balance("CLBD", closing, indicator);
        file(
            "08",
            &(balances + &entry("5", "CRDT", "BOOK", "") + &entry("40", "DBIT", "BOOK", "") + more),
        )
    };
    assert_eq!(
        sums(&read(&of("25", "DBIT", "")).unwrap().entries),
        ["5", "-40"]
    );
    let wrong = read(&of("25", "CRDT", "")).unwrap();
    assert!(wrong.entries.is_empty());
    let reason = wrong.rejected[0].reason.to_string();
    assert!(
        reason.contains("25.00") && reason.contains("-25.00"),
        "{reason}"
    );
    let both = of("25", "CRDT", "").replace(
        "</Stmt>",
        "</Stmt><Stmt><Ntry><Amt Ccy=\"EUR\">2</Amt><CdtDbtInd>CRDT</CdtDbtInd><ValDt><Dt>2026-03-03</Dt></ValDt>\
         </Ntry></Stmt>",
    );
    assert_eq!(sums(&read(&both).unwrap().entries), ["2"]);
    let gap = read(&of("25", "CRDT", &entry("x", "CRDT", "BOOK", ""))).unwrap();
    assert_eq!((gap.entries.len(), gap.rejected_count), (2, 1));
    let page = of("25", "CRDT", "").replace(
        "<Id>1</Id>",
        "<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>",
    );
    assert_eq!(read(&page).unwrap().entries.len(), 2);
}

#[test]
fn the_banks_references_are_kept() {
    let of = |reference: &str| {
        let details = format!(
            "<NtryRef>7</NtryRef><NtryDtls><TxDtls><Refs><AcctSvcrRef>{reference}</AcctSvcrRef><EndToEndId>E-1</EndToEndId></Refs>\
             </TxDtls></NtryDtls>"
        );
        read(&file("02", &entry("1", "CRDT", "BOOK", &details)))
            .unwrap()
            .entries
            .remove(0)
    };
    assert_eq!(
        (
            of("B-1").bank_reference.as_deref(),
            of("B-1").reference.as_deref()
        ),
        (Some("B-1"), Some("E-1"))
    );
    assert_eq!(of("NOTPROVIDED").bank_reference.as_deref(), Some("7"));
}

#[test]
fn half_a_file_is_read_and_told() {
    let whole = file("02", &entry("1", "CRDT", "BOOK", "").repeat(3));
    let cut = read(&whole[..whole.rfind("<BookgDt>").unwrap()]).unwrap();
    assert_eq!((cut.entries.len(), cut.rejected_count), (2, 1));
    assert!(
        cut.rejected[0].reason.to_string().contains("cut off"),
        "{:?}",
        cut.rejected
    );
    let broken = read(&whole.replacen("</Ntry>\n<Ntry>", "</Ntry>\n<Ntry><x></y>", 1)).unwrap();
    assert_eq!((broken.entries.len(), broken.rejected[0].line), (1, 5));
}

proptest! {
    #[test]
    fn any_file_is_answered(content in "<(Document|BkToCstmrStmt|Stmt|/Stmt|Ntry|Amt Ccy='EUR'|[a-z<>/&;']){0,40}") {
        let _ = read(&content);
    }
}
