//! A statement as a file: for people (PDF) and for spreadsheets (CSV).

use bytes::Bytes;
use chrono::NaiveDate;
use customers::Billing;
use documents::{Captions, InvoiceLine};
use kernel::{
    Error, Raw, Result, Scope, Words,
    http::{self, Response},
    ids::CustomerId,
    rows,
    turns::Turn,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Paper,
    paper::{self, printed_amount, tax_number},
};
use crate::{
    model::statement::{FinanceStatement, StatementItem},
    service::{
        draft,
        statement::{self, StatementWanted},
        terms::{Terms, terms},
    },
};

const HEADINGS: [&str; 8] = [
    "date",
    "txnType",
    "referenceNo",
    "description",
    "charges",
    "payments",
    "balance",
    "currency",
];

const CAPTIONS: Captions = Captions {
    columns: [
        "DATE",
        "DESCRIPTION",
        "REFERENCE",
        "CHARGES",
        "PAYMENTS",
        "BALANCE",
    ],
    sums: ["Opening balance", "Charges", "Payments", "Closing balance"],
};

/// As what a statement goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum StatementFormat {
    #[default]
    #[words(word = "pdf")]
    Pdf,
    #[words(word = "csv")]
    Csv,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementFile {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
    from_date: NaiveDate,
    to_date: NaiveDate,
    #[serde(default)]
    format: StatementFormat,
}

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let StatementFile {
        customer_id,
        from_date,
        to_date,
        format,
    } = raw.query()?;
    let wanted = StatementWanted::new(customer_id, from_date, to_date);
    let _turn = Turn::take(&scope, super::DOWNLOADS).await?;
    let customer = statement::customer(&mut scope, &wanted).await?;
    let made = statement::made(&mut scope, &wanted).await?;
    let terms = terms(&scope).await?;
    scope.rollback();
    let paper = file(&made, &customer, &terms, format)?;
    Ok(http::download(
        Bytes::from(paper.content),
        paper.media_type,
        &paper.name,
    ))
}

/// The statement as such a file.
pub fn file(
    made: &FinanceStatement,
    customer: &Billing,
    terms: &Terms,
    format: StatementFormat,
) -> Result<Paper> {
    let (ending, media_type, content) = match format {
        StatementFormat::Pdf => {
            let printed = printed(made, customer, terms);
            let pdf = documents::invoice(&printed).map_err(|error| Error::Invalid(vec![error]))?;
            ("pdf", "application/pdf", pdf)
        }
        StatementFormat::Csv => ("csv", "text/csv; charset=utf-8", csv(made)?),
    };
    let name = format!("statement-{}-{}.{ending}", customer.id, made.to_date);
    Ok(Paper {
        name,
        media_type,
        content,
    })
}

/// Opening, movements, closing: one row each.
fn csv(made: &FinanceStatement) -> Result<Vec<u8>> {
    let edge = |day: String, what: &str, balance: Decimal| {
        let none = String::new;
        let (balance, currency) = (balance.normalize().to_string(), made.currency.clone());
        [
            day,
            what.to_owned(),
            none(),
            none(),
            none(),
            none(),
            balance,
            currency,
        ]
    };
    let row = |item: &StatementItem| {
        [
            item.date.to_string(),
            item.txn_type.to_string(),
            item.reference_no.clone().unwrap_or_default(),
            item.description.clone().unwrap_or_default(),
            item.charges.normalize().to_string(),
            item.payments.normalize().to_string(),
            item.balance.normalize().to_string(),
            made.currency.clone(),
        ]
    };
    let mut all = vec![edge(
        made.from_date.to_string(),
        "Opening balance",
        made.opening_balance,
    )];
    all.extend(made.items.iter().map(row));
    all.push(edge(
        made.to_date.to_string(),
        "Closing balance",
        made.closing_balance,
    ));
    rows::write(&HEADINGS, all)
}

fn printed(made: &FinanceStatement, customer: &Billing, terms: &Terms) -> documents::Invoice {
    let amount = |amount: Decimal| printed_amount(amount, &made.currency);
    let line = |item: &StatementItem| InvoiceLine {
        reference: item.date.to_string(),
        description: match &item.description {
            Some(text) => format!("{}: {text}", item.txn_type),
            None => item.txn_type.to_string(),
        },
        service: item.reference_no.clone().unwrap_or_default(),
        before_tax: amount(item.charges),
        tax: amount(item.payments),
        amount: amount(item.balance),
    };
    let customer = draft::invoiced(customer);
    let country = &terms.seller.country_code;
    documents::Invoice {
        title: "Statement".to_owned(),
        number: customer.code.clone(),
        date: made.to_date.to_string(),
        period: format!("{} – {}", made.from_date, made.to_date),
        currency: made.currency.clone(),
        seller: paper::seller(&terms.seller),
        seller_tax_number: tax_number(&terms.seller.tax_vat_no, country),
        customer: paper::invoiced(&customer),
        customer_tax_number: tax_number(customer.abn.as_deref().unwrap_or_default(), country),
        lines: made.items.iter().map(line).collect(),
        before_tax: amount(made.opening_balance),
        tax: amount(made.items.iter().map(|item| item.charges).sum()),
        total: amount(made.items.iter().map(|item| item.payments).sum()),
        outstanding: amount(made.closing_balance),
        captions: CAPTIONS,
        ..documents::Invoice::default()
    }
}
