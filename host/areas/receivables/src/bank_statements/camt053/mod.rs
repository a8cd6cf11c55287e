//! Bank statements in ISO 20022 CAMT.053, any version.

#[cfg(test)]
mod tests;

use carriage::money;
use chrono::NaiveDate;
use data::{Error, Message, Result, message};
use rust_decimal::Decimal;

use crate::bank_statements::{
    self,
    file::{BankEntry, BankFile, long_text, reference, text, too_many_lines},
    mt940::unbalanced,
    xml::Element,
};
use ledger::input_rules::is_near;

/// True for XML: no other supported format begins like it.
pub fn is_xml(content: &str) -> bool {
    content
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<')
}

/// Rejects unreadable entries individually, and a statement that contradicts its closing balance
/// entirely.
pub fn read(content: &str) -> Result<BankFile> {
    let mut file = BankFile::default();
    let mut statement = Statement::default();
    let walked = bank_statements::xml::walk(
        content,
        &["Document", "BkToCstmrStmt", "Stmt"],
        |nth, element| {
            if nth != statement.nth {
                std::mem::take(&mut statement).end(&mut file);
                (statement.nth, statement.first) = (nth, file.entries.len());
            }
            match element.name() {
                "StmtPgntn" => {
                    statement.is_page = element.text("PgNb") != Some("1")
                        || element.text("LastPgInd") != Some("true")
                }
                "Acct" => {
                    statement.account = element
                        .text("Id/IBAN")
                        .or_else(|| element.text("Id/Othr/Id"))
                        .and_then(text);
                    statement.currency = element.text("Ccy").and_then(text);
                }
                "Bal" => statement.balance(element, content),
                "Ntry" if is_booked(element) => statement.entry(element, content, &mut file),
                _ => {}
            }
            if file.is_full() {
                Err(too_many_lines())
            } else {
                Ok(())
            }
        },
    );
    match walked {
        _ if file.is_full() => return Ok(file),
        Ok(0) => {
            let message = message!(
                "is XML without a bank statement: of ISO 20022's messages camt.053 is read"
            );
            return Err(Error::invalid("fileName", message));
        }
        Ok(_) => statement.end(&mut file),
        // Entries before the XML error are complete.
        Err(Error::Invalid(errors)) if !file.entries.is_empty() || file.rejected_count > 0 => {
            let line = |member: &str| {
                member
                    .strip_prefix("line[")?
                    .strip_suffix(']')?
                    .parse()
                    .ok()
            };
            for error in errors {
                file.reject(line(&error.member).unwrap_or(1), error.message);
            }
        }
        Err(error) => return Err(error),
    }
    Ok(file)
}

#[derive(Default)]
struct Statement {
    nth: usize,
    account: Option<String>,
    currency: Option<String>,
    opening: Option<Balance>,
    closing: Option<Balance>,
    sum: Decimal,
    first: usize,
    /// Set after an unreadable line or another currency: the balances prove nothing.
    has_gaps: bool,
    /// Set for one page of several.
    is_page: bool,
}

struct Balance {
    amount: Decimal,
    currency: String,
    line: usize,
}

impl Statement {
    /// Accepts the previous closing balance as the opening balance.
    fn balance(&mut self, element: &Element, content: &str) {
        let place = match element.text("Tp/CdOrPrtry/Cd") {
            Some("OPBD") => &mut self.opening,
            Some("PRCD") if self.opening.is_none() => &mut self.opening,
            Some("CLBD") => &mut self.closing,
            _ => return,
        };
        let Some((amount, currency)) = money_of(element.find("Amt"), None) else {
            return;
        };
        let Ok(Some(came_in)) = is_incoming(element) else {
            return;
        };
        let amount = if came_in { amount } else { -amount };
        *place = Some(Balance {
            amount,
            currency,
            line: element.line(content),
        });
    }

    fn entry(&mut self, element: &Element, content: &str, file: &mut BankFile) {
        match movements(element, self.currency.as_deref()) {
            Ok(found) => {
                for entry in found {
                    let is_foreign = self
                        .opening
                        .as_ref()
                        .is_some_and(|of| Some(&of.currency) != entry.currency.as_ref());
                    self.has_gaps |= is_foreign;
                    self.sum = self.sum.saturating_add(entry.amount);
                    file.entries.push(BankEntry {
                        account: self.account.clone(),
                        ..entry
                    });
                }
            }
            Err(reason) => {
                self.has_gaps = true;
                file.reject(element.line(content), reason);
            }
        }
    }

    fn end(self, file: &mut BankFile) {
        let (Some(opening), Some(closing)) = (self.opening, self.closing) else {
            return;
        };
        let sum = opening.amount.saturating_add(self.sum);
        if self.has_gaps
            || self.is_page
            || opening.currency != closing.currency
            || sum == closing.amount
        {
            return;
        }
        file.entries.truncate(self.first);
        file.reject(closing.line, unbalanced(sum, closing.amount));
    }
}

fn is_booked(entry: &Element) -> bool {
    // Since version 8 the status is a separate element.
    entry
        .text("Sts/Cd")
        .or_else(|| entry.text("Sts"))
        .is_none_or(|status| status == "BOOK")
}

fn movements(entry: &Element, account_currency: Option<&str>) -> Result<Vec<BankEntry>, Message> {
    let money = money_of(entry.find("Amt"), account_currency);
    let (sum, currency) = money.ok_or_else(|| message!("has no amount with its currency"))?;
    let came_in = is_incoming(entry)?.ok_or_else(|| message!("is neither CRDT nor DBIT"))?;
    let day = day(entry).ok_or_else(|| message!("has no booking date"))?;
    let complete = |details: &[&Element]| {
        let mut movement = BankEntry::new(day, if came_in { sum } else { -sum });
        movement.currency = Some(currency.clone());
        describe(&mut movement, entry, details);
        movement
    };
    let details: Vec<&Element> = entry
        .each("NtryDtls")
        .flat_map(|details| details.each("TxDtls"))
        .collect();
    if details.len() < 2 {
        return Ok(Some(complete(&details))
            .filter(|movement| !movement.amount.is_zero())
            .into_iter()
            .collect());
    }
    // A batch is split into its payments if they add up to it.
    let mut parts = Vec::with_capacity(details.len());
    for detail in &details {
        let Some(amount) = amount_in(detail, &currency) else {
            return Ok(vec![complete(&details)]);
        };
        let came_in = crate::bank_statements::camt053::is_incoming(detail)?.unwrap_or(came_in);
        let mut part = BankEntry::new(day, if came_in { amount } else { -amount });
        part.currency = Some(currency.clone());
        describe(&mut part, entry, &[detail]);
        parts.push(part);
    }
    let come_to = parts
        .iter()
        .fold(Decimal::ZERO, |sum, part| sum.saturating_add(part.amount));
    let complete = complete(&details);
    if come_to != complete.amount {
        return Ok(vec![complete]);
    }
    parts.retain(|part| !part.amount.is_zero());
    Ok(parts)
}

fn money_of(element: Option<&Element>, other: Option<&str>) -> Option<(Decimal, String)> {
    let element = element?;
    let text = element.own_text();
    let amount: Decimal = text.strip_prefix('+').unwrap_or(text).parse().ok()?;
    let is_sum = !amount.is_sign_negative() && money::check(amount, "").is_ok();
    let currency = element.attribute("Ccy").or(other)?;
    let is_code = currency.len() == 3 && currency.bytes().all(|letter| letter.is_ascii_uppercase());
    (is_sum && is_code).then(|| (amount, currency.to_owned()))
}

fn amount_in(detail: &Element, currency: &str) -> Option<Decimal> {
    let places = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"];
    places.iter().find_map(|place| {
        money_of(detail.find(place), None)
            .filter(|(_, own)| own == currency)
            .map(|(sum, _)| sum)
    })
}

/// Returns None if absent. A reversal has its own direction.
fn is_incoming(element: &Element) -> Result<Option<bool>, Message> {
    match element.text("CdtDbtInd") {
        None => Ok(None),
        Some("CRDT") => Ok(Some(true)),
        Some("DBIT") => Ok(Some(false)),
        Some(_) => Err(message!("must be CRDT or DBIT")),
    }
}

fn day(entry: &Element) -> Option<NaiveDate> {
    let places = ["BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"];
    let text = places.iter().find_map(|place| entry.text(place))?;
    text.get(..10)?
        .parse::<NaiveDate>()
        .ok()
        .filter(|day| is_near(*day))
}

/// Uses only common details of several payments.
fn describe(movement: &mut BankEntry, entry: &Element, details: &[&Element]) {
    let came_in = !movement.amount.is_sign_negative();
    let (party, ultimate) = if came_in {
        ("Dbtr", "UltmtDbtr")
    } else {
        ("Cdtr", "UltmtCdtr")
    };
    if let [detail] = details
        && let Some(parties) = detail.find("RltdPties")
    {
        // Since version 8 a party is nested in an element of its kind.
        let name = |of: &str| {
            parties
                .text(&format!("{of}/Pty/Nm"))
                .or_else(|| parties.text(&format!("{of}/Nm")))
        };
        movement.payer = name(party).or_else(|| name(ultimate)).and_then(text);
        let account = |id: &str| parties.text(&format!("{party}Acct/Id/{id}"));
        movement.payer_account = account("IBAN")
            .or_else(|| account("Othr/Id"))
            .and_then(text);
    }
    if let [detail] = details {
        let places = [
            "RmtInf/Strd/CdtrRefInf/Ref",
            "RmtInf/Strd/RfrdDocInf/Nb",
            "Refs/EndToEndId",
            "Refs/TxId",
        ];
        movement.reference = places
            .iter()
            .filter_map(|place| detail.text(place))
            .find_map(reference);
        let places = [
            "AcctSvcrRef",
            "TxId",
            "ClrSysRef",
            "UETR",
            "InstrId",
            "EndToEndId",
            "MsgId",
            "PmtInfId",
        ];
        let all = places
            .iter()
            .filter_map(|place| detail.text(&format!("Refs/{place}")));
        movement.identifiers.extend(all.filter_map(reference));
    }
    let of_entry = || {
        entry
            .text("AcctSvcrRef")
            .or_else(|| entry.text("NtryRef"))
            .and_then(reference)
    };
    let of_detail = details
        .first()
        .filter(|_| details.len() == 1)
        .and_then(|detail| detail.text("Refs/AcctSvcrRef"));
    movement.bank_reference = of_detail.and_then(reference).or_else(of_entry);
    movement.reference = movement.reference.take().or_else(of_entry);
    let texts: Vec<&str> = details
        .iter()
        .flat_map(|detail| remittance(detail))
        .collect();
    let texts = if texts.is_empty() {
        entry.text("AddtlNtryInf").into_iter().collect()
    } else {
        texts
    };
    movement.description = long_text(&texts.join(" "));
}

fn remittance(detail: &Element) -> Vec<&str> {
    let mut texts = Vec::new();
    for remittance in detail.each("RmtInf") {
        texts.extend(remittance.each("Ustrd").map(Element::own_text));
        for structured in remittance.each("Strd") {
            texts.extend(
                structured
                    .each("RfrdDocInf")
                    .filter_map(|document| document.text("Nb")),
            );
            texts.extend(structured.each("AddtlRmtInf").map(Element::own_text));
        }
    }
    texts.extend(detail.text("AddtlTxInf"));
    texts.retain(|text| !text.is_empty());
    texts
}
