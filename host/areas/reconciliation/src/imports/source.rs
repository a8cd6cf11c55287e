//! Invoice lines from the carrier's plugin, else from a table.

use std::time::{Duration, Instant};

use carriers::{
    accounts::{self, Account},
    port::CarrierPort,
};
use data::{Error, FieldError, Result, Scope, ids::CarrierAccountId, message};
use rust_decimal::Decimal;
use web::rows::Content;

use crate::imports::{
    charge::Charge,
    table::{InvoiceTable, Line},
};
use crate::{imports, model::Reconciliation};
use carriage::{
    CarrierInvoice, FaultKind, File, InvoiceLine,
    written::{DayOrder, day},
};

const PLUGIN_TIMEOUT: Duration = Duration::from_secs(60);
/// Larger files are read as tables, which are never in memory twice.
const MAX_PLUGIN_FILE_BYTES: usize = 4 << 20;

pub(crate) enum Source {
    Table(Box<InvoiceTable>),
    Lines {
        lines: std::vec::IntoIter<Line>,
        total: usize,
    },
}

impl Source {
    /// Reads the file's head, or all of it for a plugin. Ends the scope's transaction.
    pub async fn open(scope: &mut Scope, row: &Reconciliation) -> Result<Self> {
        let (content, media_type) = files::read_referenced(scope, row.file_guid).await?;
        if row.template_id.is_none() && content.len() <= MAX_PLUGIN_FILE_BYTES {
            let file = File {
                media_type,
                content: content.to_vec(),
            };
            if let Some(invoice) = read_by_plugin(scope, row, file).await? {
                let lines = convert_lines(scope, invoice).await?;
                scope.rollback();
                return Ok(Self::Lines {
                    total: lines.len(),
                    lines: lines.into_iter(),
                });
            }
        }
        let template =
            imports::templates::load_template(scope, row.template_id, &row.carrier).await?;
        scope.rollback();
        let content = Content::reserve(scope, content).await?;
        Ok(Self::Table(Box::new(InvoiceTable::open(
            content, template,
        )?)))
    }

    pub fn total(&self) -> usize {
        match self {
            Self::Table(table) => table.total(),
            Self::Lines { total, .. } => *total,
        }
    }

    pub fn next(&mut self) -> Option<Line> {
        match self {
            Self::Table(table) => table.next(),
            Self::Lines { lines, .. } => lines.next(),
        }
    }

    pub fn take_error(&mut self) -> Option<Error> {
        match self {
            Self::Table(table) => table.take_error(),
            Self::Lines { .. } => None,
        }
    }
}

/// Returns None if the plugin does not read invoices or is unavailable.
async fn read_by_plugin(
    scope: &mut Scope,
    row: &Reconciliation,
    file: File,
) -> Result<Option<CarrierInvoice>> {
    let Some(account) = account(scope, row.carrier_account_id, &row.carrier).await? else {
        return Ok(None);
    };
    let call = match accounts::prepare_call(scope, &account, Some(Instant::now() + PLUGIN_TIMEOUT))
        .await
    {
        Ok(call) => call,
        // A disabled carrier may send a last invoice, which is read as a table.
        Err(Error::Refused { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let port = scope.port::<dyn CarrierPort>()?;
    // No transaction is open during a plugin call.
    scope.rollback();
    match port.read_invoice(call, file).await {
        Ok(read) => Ok(read),
        Err(fault) => match fault.kind {
            FaultKind::Unsupported => Ok(None),
            FaultKind::InvalidInput(fields) if !fields.is_empty() => Err(Error::Invalid(fields)),
            _ => Err(Error::invalid("file", fault.message)),
        },
    }
}

async fn account(
    scope: &mut Scope,
    named: Option<CarrierAccountId>,
    carrier: &str,
) -> Result<Option<Account>> {
    if let Some(id) = named {
        return accounts::find(scope, id).await.map(Some);
    }
    let all = accounts::all(scope).await?;
    Ok(all
        .into_iter()
        .find(|account| account.carrier_code == carrier && account.is_active))
}

/// Rejects amounts outside the tenant's currency.
async fn convert_lines(scope: &mut Scope, invoice: CarrierInvoice) -> Result<Vec<Line>> {
    let own = tenancy::settings(scope).await?.base_currency.clone();
    // Checked answers have one currency.
    if let Some(currency) = invoice
        .lines
        .first()
        .map(|line| line.amount.currency.as_str())
        .filter(|currency| !currency.eq_ignore_ascii_case(&own))
    {
        let message = message!(
            "is in {currency}; reconciliations are in {own}",
            currency = currency,
            own = own
        );
        return Err(Error::invalid("file", message));
    }
    let invoice_day = day(&invoice.day, DayOrder::DayFirst);
    let number = Some(invoice.number).filter(|number| !number.trim().is_empty());
    let charge = |line: InvoiceLine| -> Line {
        let index = usize::try_from(line.line).unwrap_or(usize::MAX);
        let charge = Charge {
            line: index,
            consignment: Some(line.connote).filter(|connote| !connote.trim().is_empty()),
            reference: None,
            service_code: line.service_code,
            service_name: line.description,
            amount: line.amount.amount(),
            tax: line.tax.amount(),
            weight: line
                .weight_g
                .map(|grams| Decimal::from(grams) / Decimal::ONE_THOUSAND),
            volume: None,
            invoice_number: number.clone(),
            invoice_date: line
                .day
                .as_deref()
                .and_then(|text| day(text, DayOrder::DayFirst))
                .or(invoice_day),
        };
        let errors: Vec<FieldError> = charge.validate();
        (
            index,
            if errors.is_empty() {
                Ok(charge)
            } else {
                Err(errors)
            },
        )
    };
    Ok(invoice.lines.into_iter().map(charge).collect())
}
