//! What an invoice's lines come from: the carrier's plugin where it reads its own invoices, else a table.

use std::time::{Duration, Instant};

use carriers::{
    accounts::{self, Account},
    port::{CarrierFile, CarrierInvoice, CarrierPort, FaultKind, InvoiceLine},
};
use kernel::{
    Error, FieldError, Message, Result, Scope, ids::CarrierAccountId, message, rows::Content,
};
use rust_decimal::Decimal;

use super::{
    charge::Charge,
    table::{InvoiceTable, Line},
};
use crate::{
    model::Reconciliation,
    rules::numbers::{DayOrder, day},
    templates,
};

/// How long a plugin may read.
const PATIENCE: Duration = Duration::from_secs(60);
/// The largest file that a plugin is given; what is larger is read as a table, which is never in memory twice.
const MAX_BY_PLUGIN: usize = 4 << 20;

pub(super) enum Source {
    Table(Box<InvoiceTable>),
    Lines {
        lines: std::vec::IntoIter<Line>,
        total: usize,
    },
}

impl Source {
    /// Reads the file's head, or all of it where a plugin does. Ends the scope's transaction.
    pub async fn open(scope: &mut Scope, row: &Reconciliation) -> Result<Self> {
        let (content, media_type) = files::read_kept(scope, row.file_guid).await?;
        if row.template_id.is_none() && content.len() <= MAX_BY_PLUGIN {
            let file = CarrierFile {
                media_type,
                content: content.to_vec(),
            };
            if let Some(invoice) = by_plugin(scope, row, file).await? {
                let lines = lines(scope, invoice).await?;
                scope.rollback();
                return Ok(Self::Lines {
                    total: lines.len(),
                    lines: lines.into_iter(),
                });
            }
        }
        let template = templates::of(scope, row.template_id, &row.carrier).await?;
        scope.rollback();
        let content = Content::reserve(scope, content).await?;
        Ok(Self::Table(Box::new(InvoiceTable::open(
            content, template,
        )?)))
    }

    /// About how many lines there are.
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

    /// Why it could not be read to its end.
    pub fn broken(&mut self) -> Option<Error> {
        match self {
            Self::Table(table) => table.broken(),
            Self::Lines { .. } => None,
        }
    }
}

/// What the carrier's plugin makes of a file; none where it reads none, or nobody may ask it.
async fn by_plugin(
    scope: &mut Scope,
    row: &Reconciliation,
    file: CarrierFile,
) -> Result<Option<CarrierInvoice>> {
    let Some(account) = account(scope, row.carrier_account_id, &row.carrier).await? else {
        return Ok(None);
    };
    let call = match accounts::call(scope, &account, Some(Instant::now() + PATIENCE)).await {
        Ok(call) => call,
        // A carrier that is switched off still sends its last invoice: as a table.
        Err(Error::Refused { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let port = scope.port::<dyn CarrierPort>()?;
    // No transaction is open while a plugin works.
    scope.rollback();
    match port.read_invoice(call, file).await {
        Ok(read) => Ok(read),
        Err(fault) => match fault.kind {
            FaultKind::Unsupported => Ok(None),
            FaultKind::Invalid(fields) if !fields.is_empty() => Err(Error::Invalid(fields)),
            _ => Err(Error::invalid("file", Message::verbatim(fault.message))),
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

/// The plugin's lines; refuses amounts in another currency than the tenant's.
async fn lines(scope: &mut Scope, invoice: CarrierInvoice) -> Result<Vec<Line>> {
    let own = tenancy::settings(scope).await?.base_currency.clone();
    if let Some(currency) = invoice
        .currency
        .as_deref()
        .filter(|currency| !currency.eq_ignore_ascii_case(&own))
    {
        let says = message!(
            "is in {currency}; reconciliations are in {own}",
            currency = currency,
            own = own
        );
        return Err(Error::invalid("file", says));
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
            amount: line.amount,
            tax: line.tax,
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
        let errors: Vec<FieldError> = charge.wrong();
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
