//! Statements as PDF and CSV.

use bytes::Bytes;
use chrono::NaiveDate;
use customers::Billing;
use data::{Error, Result, Scope, TextEnum, ids::CustomerId, turns::Permit};
use documents::{Logo, StatementLine};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw,
    http::{self, Response},
    rows,
};

use crate::statements::{
    self,
    explain::{self, Position},
    model::{FinanceStatement, StatementItem},
    service::StatementQuery,
};
use billing::invoices::download::{
    RenderedFile,
    invoice::{buyer, print_amount, seller, tax_number},
    print::payment_lines,
};
use billing::invoices::{
    self,
    terms::{Terms, terms},
};
use billing::settings::model::PaymentDetails;

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
    let parts = match format {
        StatementFormat::Pdf => {
            let logo = load_logo(&mut scope).await?;
            load_parts(&mut scope, &statement, &terms, logo).await?
        }
        StatementFormat::Csv => StatementParts::default(),
    };
    scope.rollback();
    let rendered = render(&statement, &customer, &terms, &parts, format)?;
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
    parts: &StatementParts,
    format: StatementFormat,
) -> Result<RenderedFile> {
    let (ending, media_type, content) = match format {
        StatementFormat::Pdf => {
            let printed = to_document(statement, customer, terms, parts);
            let pdf =
                documents::statement(&printed).map_err(|error| Error::Invalid(vec![error]))?;
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

/// Data printed beyond the statement itself.
#[derive(Debug, Default)]
pub struct StatementParts {
    pub logo: Option<Logo>,
    pub payment: PaymentDetails,
    pub position: Position,
}

/// Rolls the scope's transaction back before it reads the logo's file.
pub async fn load_logo(scope: &mut Scope) -> Result<Option<Logo>> {
    let logo = tenancy::load_logo(scope).await?;
    Ok(logo.map(|(media_type, content)| Logo {
        media_type,
        content,
    }))
}

pub async fn load_parts(
    scope: &mut Scope,
    statement: &FinanceStatement,
    terms: &Terms,
    logo: Option<Logo>,
) -> Result<StatementParts> {
    let (customer, currency) = (statement.customer_id, &statement.currency);
    Ok(StatementParts {
        logo,
        payment: billing::settings::service::settings(scope).await?.payment,
        position: explain::load_position(scope, customer, currency, terms.today).await?,
    })
}

fn to_document(
    statement: &FinanceStatement,
    customer: &Billing,
    terms: &Terms,
    parts: &StatementParts,
) -> documents::Statement {
    let amount = |amount: Decimal| print_amount(amount, &statement.currency);
    let moved = |sum: Decimal| match sum.is_zero() {
        true => String::new(),
        false => amount(sum),
    };
    let line = |item: &StatementItem| StatementLine {
        date: item.date.to_string(),
        description: match &item.description {
            Some(text) => format!("{}: {text}", explain::name(item.txn_type)),
            None => explain::name(item.txn_type).to_owned(),
        },
        reference: item.reference_no.clone().unwrap_or_default(),
        charges: moved(item.charges),
        payments: moved(item.payments),
        balance: amount(item.balance),
    };
    let customer = invoices::draft::to_invoiced_customer(customer);
    let country = &terms.seller.country_code;
    let mut notes = explain::notes(statement, &parts.position);
    if statement.closing_balance > Decimal::ZERO {
        let payment = payment_lines(&parts.payment, country, &customer.code);
        notes.push(("HOW TO PAY".to_owned(), payment));
    }
    documents::Statement {
        title: "Statement".to_owned(),
        number: customer.code.clone(),
        logo: parts.logo.clone(),
        from: statement.from_date.to_string(),
        to: statement.to_date.to_string(),
        currency: statement.currency.clone(),
        seller: seller(&terms.seller),
        seller_tax_number: tax_number(&terms.seller.tax_vat_no, country),
        customer: buyer(&customer),
        customer_tax_number: tax_number(customer.abn.as_deref().unwrap_or_default(), country),
        opening: amount(statement.opening_balance),
        lines: statement.items.iter().map(line).collect(),
        sums: explain::sums(statement)
            .into_iter()
            .map(|(caption, sum)| (caption.to_owned(), amount(sum)))
            .collect(),
        notes,
    }
}
