//! Bank statements in ISO 20022's CAMT.053, of any version: booked entries, and the payments that a batch is made of.

use chrono::NaiveDate;
use freight::money;
use kernel::{Error, Message, Result, message};
use rust_decimal::Decimal;

use super::{
    bank_file::{BankEntry, MAX_LINES, long_text, text},
    check::is_near,
    xml::{self, Element},
};

/// What a payer writes who has no reference.
const NO_REFERENCE: [&str; 3] = ["NOTPROVIDED", "NONREF", "NOTAVAILABLE"];

/// Whether a file is XML. No other kind of file begins like it.
pub fn is_xml(content: &str) -> bool {
    content.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// The movements of a file. With one that cannot be read nothing is taken.
pub fn read(content: &str) -> Result<Vec<BankEntry>> {
    let content = content.trim_start_matches('\u{feff}');
    let mut entries = Vec::new();
    // Of one statement: they may be of several accounts.
    let (mut of, mut account) = (0, None);
    let statements = xml::walk(content, &["Document", "BkToCstmrStmt", "Stmt"], |nth, element| {
        if nth != of {
            (of, account) = (nth, None);
        }
        match element.name() {
            "Acct" => account = element.text("Id/IBAN").or_else(|| element.text("Id/Othr/Id")).and_then(text),
            "Ntry" if is_booked(element) => {
                let found = movements(element).map_err(|says| xml::wrong(element.line(content), says))?;
                entries.extend(found.into_iter().map(|entry| BankEntry { account: account.clone(), ..entry }));
            }
            _ => {}
        }
        if entries.len() > MAX_LINES {
            return Err(Error::invalid("fileName", message!("must have at most {max} lines", max = MAX_LINES)));
        }
        Ok(())
    })?;
    if statements == 0 {
        let says = message!("is XML without a bank statement: of ISO 20022's messages camt.053 is read");
        return Err(Error::invalid("fileName", says));
    }
    Ok(entries)
}

/// What is pending or told only for information moves nothing yet.
fn is_booked(entry: &Element) -> bool {
    // From version 8 on the status is in an element of its own.
    entry.text("Sts/Cd").or_else(|| entry.text("Sts")).is_none_or(|status| status == "BOOK")
}

fn movements(entry: &Element) -> Result<Vec<BankEntry>, Message> {
    let (sum, currency) = money_of(entry.find("Amt")).ok_or_else(|| message!("has no amount with its currency"))?;
    let came_in = came_in(entry)?.ok_or_else(|| message!("does not say CRDT or DBIT"))?;
    let day = day(entry).ok_or_else(|| message!("has no day of booking"))?;
    let whole = |details: &[&Element]| {
        let mut movement = BankEntry::new(day, if came_in { sum } else { -sum });
        movement.currency = Some(currency.to_owned());
        tell(&mut movement, entry, details);
        movement
    };
    let details: Vec<&Element> = entry.each("NtryDtls").flat_map(|details| details.each("TxDtls")).collect();
    if details.len() < 2 {
        return Ok(Some(whole(&details)).filter(|movement| !movement.amount.is_zero()).into_iter().collect());
    }
    // A batch is its payments, where these say what they are and come to it.
    let mut parts = Vec::with_capacity(details.len());
    for detail in &details {
        let Some(amount) = amount_in(detail, currency) else { return Ok(vec![whole(&details)]) };
        let came_in = self::came_in(detail)?.unwrap_or(came_in);
        let mut part = BankEntry::new(day, if came_in { amount } else { -amount });
        part.currency = Some(currency.to_owned());
        tell(&mut part, entry, &[detail]);
        parts.push(part);
    }
    let come_to: Decimal = parts.iter().map(|part| part.amount).sum();
    let whole = whole(&details);
    if come_to != whole.amount {
        return Ok(vec![whole]);
    }
    parts.retain(|part| !part.amount.is_zero());
    Ok(parts)
}

/// An amount that is not below 0, and its currency.
fn money_of(element: Option<&Element>) -> Option<(Decimal, &str)> {
    let element = element?;
    let amount: Decimal = element.own_text().parse().ok()?;
    let is_sum = !amount.is_sign_negative() && money::check(amount, "").is_ok();
    let currency = element.attribute("Ccy")?;
    let is_code = currency.len() == 3 && currency.bytes().all(|letter| letter.is_ascii_uppercase());
    (is_sum && is_code).then_some((amount, currency))
}

/// What a payment of a batch is in the currency of the account.
fn amount_in(detail: &Element, currency: &str) -> Option<Decimal> {
    let places = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"];
    places.iter().find_map(|place| money_of(detail.find(place)).filter(|(_, own)| *own == currency).map(|(sum, _)| sum))
}

/// None where it does not say so. What takes back a payment has the direction that it itself has.
fn came_in(element: &Element) -> Result<Option<bool>, Message> {
    match element.text("CdtDbtInd") {
        None => Ok(None),
        Some("CRDT") => Ok(Some(true)),
        Some("DBIT") => Ok(Some(false)),
        Some(_) => Err(message!("must say CRDT or DBIT")),
    }
}

fn day(entry: &Element) -> Option<NaiveDate> {
    let places = ["BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"];
    let said = places.iter().find_map(|place| entry.text(place))?;
    said.get(..10)?.parse::<NaiveDate>().ok().filter(|day| is_near(*day))
}

/// Who paid and what for. Of several payments in one movement only what all of them say.
fn tell(movement: &mut BankEntry, entry: &Element, details: &[&Element]) {
    let came_in = !movement.amount.is_sign_negative();
    let (party, ultimate) = if came_in { ("Dbtr", "UltmtDbtr") } else { ("Cdtr", "UltmtCdtr") };
    if let [detail] = details
        && let Some(parties) = detail.find("RltdPties")
    {
        // From version 8 on a party is in an element that says of what kind it is.
        let name = |of: &str| parties.text(&format!("{of}/Pty/Nm")).or_else(|| parties.text(&format!("{of}/Nm")));
        movement.payer = name(party).or_else(|| name(ultimate)).and_then(text);
        let account = |id: &str| parties.text(&format!("{party}Acct/Id/{id}"));
        movement.payer_account = account("IBAN").or_else(|| account("Othr/Id")).and_then(text);
    }
    if let [detail] = details {
        let places = ["RmtInf/Strd/CdtrRefInf/Ref", "RmtInf/Strd/RfrdDocInf/Nb", "Refs/EndToEndId", "Refs/TxId"];
        let mut said = places.iter().filter_map(|place| detail.text(place));
        movement.reference = said.find(|said| !NO_REFERENCE.contains(said)).and_then(text);
    }
    let own = || entry.text("AcctSvcrRef").or_else(|| entry.text("NtryRef")).and_then(text);
    movement.reference = movement.reference.take().or_else(own);
    let said: Vec<&str> = details.iter().flat_map(|detail| remittance(detail)).collect();
    let said = if said.is_empty() { entry.text("AddtlNtryInf").into_iter().collect() } else { said };
    movement.description = long_text(&said.join(" "));
}

/// What a payment is for: as its payer wrote it, the documents that it names, and what the bank adds.
fn remittance(detail: &Element) -> Vec<&str> {
    let mut said = Vec::new();
    for remittance in detail.each("RmtInf") {
        said.extend(remittance.each("Ustrd").map(Element::own_text));
        for structured in remittance.each("Strd") {
            said.extend(structured.each("RfrdDocInf").filter_map(|document| document.text("Nb")));
            said.extend(structured.each("AddtlRmtInf").map(Element::own_text));
        }
    }
    said.extend(detail.text("AddtlTxInf"));
    said.retain(|text| !text.is_empty());
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: &str, entries: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}\">\n<BkToCstmrStmt>\
             <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>\
             <Acct><Id><IBAN>DE02100100100006820101</IBAN></Id><Ccy>EUR</Ccy></Acct>\n{entries}</Stmt></BkToCstmrStmt></Document>"
        )
    }

    fn sums(entries: &[BankEntry]) -> Vec<String> {
        entries.iter().map(|entry| entry.amount.normalize().to_string()).collect()
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
        let content = file("02", &(entry("110.00", "CRDT", "BOOK", details) + &entry("7", "CRDT", "PDNG", "")));
        let entries = read(&content).unwrap();
        assert_eq!(sums(&entries), ["110"]);
        let first = &entries[0];
        assert_eq!(first.day.to_string(), "2026-03-02");
        assert_eq!(first.account.as_deref(), Some("DE02100100100006820101"));
        assert_eq!((first.payer.as_deref(), first.currency.as_deref()), (Some("Bluegum & Sons"), Some("EUR")));
        assert_eq!(first.payer_account.as_deref(), Some("NL91ABNA0417164300"));
        assert_eq!(first.reference.as_deref(), Some("B-1"));
        assert_eq!(first.description.as_deref(), Some("Invoice INV000001 and thanks"));
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
        let entries = read(&file("13", &batch("40"))).unwrap();
        assert_eq!(sums(&entries), ["60.5", "40"]);
        assert_eq!(entries[1].payer.as_deref(), Some("Wattle"));
        assert_eq!((entries[1].reference.as_deref(), entries[1].description.as_deref()), (Some("RF18"), Some("INV7")));
        assert_eq!(entries[1].payer_account.as_deref(), Some("12-34"));
        // With a charge in between the payments are not what was booked.
        let whole = read(&file("13", &batch("41"))).unwrap();
        assert_eq!(sums(&whole), ["100.5"]);
        assert_eq!((whole[0].payer.as_deref(), whole[0].description.as_deref()), (None, Some("INV7 INV7")));
    }

    #[test]
    fn what_went_out_is_below_zero_also_where_it_takes_back_what_came_in() {
        let back = "<RvslInd>true</RvslInd><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>The landlord</Nm></Cdtr></RltdPties>\
                    </TxDtls></NtryDtls>";
        let entries = read(&file("06", &entry("20", "DBIT", "BOOK", back))).unwrap();
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
        let accounts: Vec<Option<String>> = read(&both).unwrap().into_iter().map(|entry| entry.account).collect();
        assert_eq!(accounts, [Some("DE02100100100006820101".to_owned()), Some("77".to_owned())]);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        let told = |content: &str| match read(content) {
            Err(Error::Invalid(errors)) => (errors[0].member.clone(), errors[0].message.to_string()),
            other => panic!("{other:?}"),
        };
        let good = entry("1", "CRDT", "BOOK", "");
        for (from, to, says) in [
            ("<Amt Ccy=\"EUR\">1</Amt>", "", "amount"),
            ("Ccy=\"EUR\"", "", "amount"),
            (">1<", ">-1<", "amount"),
            (">1<", ">1,5<", "amount"),
            ("CRDT", "BOTH", "CRDT or DBIT"),
            ("2026-03-02", "2026-02-30", "day"),
            ("2026-03-02", "soon", "day"),
        ] {
            let (member, message) = told(&file("02", &(good.clone() + &good.replace(from, to))));
            assert_eq!(member, "line[5]", "{to}");
            assert!(message.contains(says), "{message}");
        }
        assert_eq!(told("<Document><BkToCstmrAcctRpt/></Document>").0, "fileName");
        assert_eq!(told("<html><body>Please sign in</body></html>").0, "fileName");
        assert!(read(&file("02", "")).unwrap().is_empty());
        assert!(is_xml("\u{feff}\n<Document/>") && !is_xml("date,amount\n"));
        let many = file("02", &good.repeat(MAX_LINES + 1));
        assert_eq!(told(&many).0, "fileName");
    }
}
