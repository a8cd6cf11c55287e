//! Statements as PDF and CSV.

use bytes::Bytes;
use chrono::NaiveDate;
use customers::Billing;
use documents::{Captions, InvoiceLine};
use kernel::{
    Error, Raw, Result, Scope, TextEnum,
    http::{self, Response},
    ids::CustomerId,
    rows,
    turns::Permit,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::statements::{
    self,
    model::{FinanceStatement, StatementItem},
    service::StatementQuery,
};
use billing::invoices::download::{
    RenderedFile,
    invoice::{format_amount, tax_number},
};
use billing::invoices::{
    self,
    terms::{Terms, terms},
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

/// File format of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum StatementFormat {
    #[default]
    #[text_enum(name = "pdf")]
    Pdf,
    #[text_enum(name = "csv")]
    Csv,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementFile {
    /// Optional for a customer's user.
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
    let query = StatementQuery::new(customer_id, from_date, to_date);
    let _turn = Permit::take(&scope, ledger::journal::DOWNLOADS).await?;
    let customer = statements::service::load_customer(&mut scope, &query).await?;
    let statement = statements::service::build_statement(&mut scope, &query).await?;
    let terms = terms(&scope).await?;
    scope.rollback();
    let rendered = render(&statement, &customer, &terms, format)?;
    Ok(http::download(
        Bytes::from(rendered.content),
        rendered.media_type,
        &rendered.name,
    ))
}

pub fn render(
    statement: &FinanceStatement,
    customer: &Billing,
    terms: &Terms,
    format: StatementFormat,
) -> Result<RenderedFile> {
    let (ending, media_type, content) = match format {
        StatementFormat::Pdf => {
            let printed = to_document(statement, customer, terms);
            let pdf = documents::invoice(&printed).map_err(|error| Error::Invalid(vec![error]))?;
            ("pdf", "application/pdf", pdf)
        }
        StatementFormat::Csv => ("csv", "text/csv; charset=utf-8", csv(statement)?),
    };
    let name = format!("statement-{}-{}.{ending}", customer.id, statement.to_date);
    Ok(RenderedFile {
        name,
        media_type,
        content,
    })
}

fn csv(statement: &FinanceStatement) -> Result<Vec<u8>> {
    let edge = |day: String, what: &str, balance: Decimal| {
        let none = String::new;
        let (balance, currency) = (balance.normalize().to_string(), statement.currency.clone());
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
            statement.currency.clone(),
        ]
    };
    let mut all = vec![edge(
        statement.from_date.to_string(),
        "Opening balance",
        statement.opening_balance,
    )];
    all.extend(statement.items.iter().map(row));
    all.push(edge(
        statement.to_date.to_string(),
        "Closing balance",
        statement.closing_balance,
    ));
    rows::write(&HEADINGS, all)
}

fn to_document(
    statement: &FinanceStatement,
    customer: &Billing,
    terms: &Terms,
) -> documents::Invoice {
    let amount = |amount: Decimal| format_amount(amount, &statement.currency);
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
    let customer = invoices::draft::to_invoiced_customer(customer);
    let country = &terms.seller.country_code;
    documents::Invoice {
        title: "Statement".to_owned(),
        number: customer.code.clone(),
        date: statement.to_date.to_string(),
        period: format!("{} – {}", statement.from_date, statement.to_date),
        currency: statement.currency.clone(),
        seller: billing::invoices::download::invoice::seller(&terms.seller),
        seller_tax_number: tax_number(&terms.seller.tax_vat_no, country),
        customer: billing::invoices::download::invoice::buyer(&customer),
        customer_tax_number: tax_number(customer.abn.as_deref().unwrap_or_default(), country),
        lines: statement.items.iter().map(line).collect(),
        before_tax: amount(statement.opening_balance),
        tax: amount(statement.items.iter().map(|item| item.charges).sum()),
        total: amount(statement.items.iter().map(|item| item.payments).sum()),
        outstanding: amount(statement.closing_balance),
        captions: CAPTIONS,
        ..documents::Invoice::default()
    }
}
