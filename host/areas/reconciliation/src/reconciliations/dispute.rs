//! The dispute letter: invoiced charges that are not paid.

use carriage::money;
use carriers::port::CarrierPort;
use data::{Error, Refusal, Result, Scope, Where, message};
use documents::{Dispute, DisputedLine, MAX_DISPUTED_LINES, Party};
use quotes::quotes::consignment;
use rust_decimal::Decimal;

use crate::{
    model::{
        Reconciliation, ReconciliationBooking, ReconciliationBookingId, ReconciliationService,
    },
    reconciliations::{
        export::{dispute_reason, disputed},
        lists::load_services,
        store,
    },
};

const NOTHING_DISPUTED: Refusal = Refusal::new(4405, "This reconciliation has no disputed lines.");
const TOO_MANY_DISPUTED_LINES: Refusal =
    Refusal::new(4406, "There are too many disputed lines for a PDF.");

pub(crate) async fn draw(scope: &mut Scope, row: &Reconciliation) -> Result<Vec<u8>> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let currency = settings.currency.base_currency.clone();
    let mut lines: Vec<DisputedLine> = Vec::new();
    let (mut invoiced, mut accepted) = (Decimal::ZERO, Decimal::ZERO);
    let mut after = ReconciliationBookingId(0);
    loop {
        let ids = store::next_page(scope, row.id, after).await?;
        let Some(last) = ids.last() else { break };
        after = *last;
        let some: Vec<ReconciliationBooking> = scope
            .all(Where::all().is_in(ReconciliationBooking::ID, &ids))
            .await?;
        let line_services = load_services(scope, &ids).await?;
        for line in some.iter().filter(|line| disputed(line) > Decimal::ZERO) {
            invoiced += line.carrier_invoiced_amount;
            accepted += line.approved_amount.unwrap_or_default();
            let services = line_services
                .get(&line.id)
                .map_or(&[] as &[ReconciliationService], Vec::as_slice);
            lines.push(to_document(line, services, &currency));
            if lines.len() > MAX_DISPUTED_LINES {
                let message = message!(
                    "A PDF can have at most {max} lines. Download the CSV instead.",
                    max = MAX_DISPUTED_LINES
                );
                return Err(TOO_MANY_DISPUTED_LINES.with_message(message));
            }
        }
    }
    if lines.is_empty() {
        return Err(NOTHING_DISPUTED.into());
    }
    let account = match row.carrier_account_id {
        Some(id) => carriers::accounts::find(scope, id).await?.code,
        None => String::new(),
    };
    let names = scope
        .port::<dyn CarrierPort>()?
        .names(scope.tenant, &scope.languages());
    let zone = consignment::zone(&settings.general.timezone);
    let own_name = &settings.billing.legal_name;
    let dispute = Dispute {
        number: format!("R{}", row.id),
        date: consignment::local_day(scope.now(), zone).to_string(),
        issuer: Party {
            company_name: Some(if own_name.trim().is_empty() {
                tenant_name(scope).await?
            } else {
                own_name.clone()
            }),
            lines: settings
                .billing
                .address
                .lines()
                .map(str::to_owned)
                .collect(),
            country_code: settings.general.country_code.clone(),
            ..Party::default()
        },
        carrier: names.get(&row.carrier).unwrap_or(&row.carrier).clone(),
        account,
        file_name: row.file_name.clone(),
        lines,
        invoiced: format_amount(invoiced, &currency),
        accepted: format_amount(accepted, &currency),
        disputed: format_amount(invoiced - accepted, &currency),
        currency,
    };
    documents::dispute(&dispute).map_err(|error| Error::Invalid(vec![error]))
}

async fn tenant_name(scope: &mut Scope) -> Result<String> {
    Ok(tenancy::settings(scope).await?.name.clone())
}

fn to_document(
    line: &ReconciliationBooking,
    services: &[ReconciliationService],
    currency: &str,
) -> DisputedLine {
    let invoice = services
        .iter()
        .find_map(|service| service.invoice_number.clone());
    let weight = |weight: Decimal| weight.normalize().to_string();
    DisputedLine {
        invoice: invoice.unwrap_or_default(),
        consignment: line.consignment_id.clone().unwrap_or_default(),
        reference: line.reference.clone().unwrap_or_default(),
        declared: if line.booking_id.is_some() {
            weight(line.declared_weight)
        } else {
            String::new()
        },
        charged: line.charged_weight.map(weight).unwrap_or_default(),
        quoted: format_amount(line.carrier_quoted_amount, currency),
        invoiced: format_amount(line.carrier_invoiced_amount, currency),
        accepted: format_amount(line.approved_amount.unwrap_or_default(), currency),
        disputed: format_amount(disputed(line), currency),
        reason: dispute_reason(line, services)
            .unwrap_or_default()
            .to_owned(),
    }
}

/// Uses the currency's decimal places, such as `1200.50`.
fn format_amount(amount: Decimal, currency: &str) -> String {
    let digits = money::minor_units(currency) as usize;
    format!("{:.digits$}", money::round(amount, currency))
}
