//! The parts of a statement's balance: sums by kind of movement, unpaid invoices by age, and money
//! that is not applied to invoices yet.

use chrono::NaiveDate;
use data::{Result, Scope, ids::CustomerId};
use rust_decimal::Decimal;

use crate::statements::{
    model::{AgedAmounts, FinanceStatement, StatementItem, TxnType},
    rules::steps,
    store::{load_aged, load_unapplied_documents},
};
use billing::invoices::download::invoice::print_amount;

/// Currencies of one customer's debts.
const MAX_CURRENCIES: i64 = 200;
/// Named documents; the others are summed.
const MAX_NAMED: usize = 12;

/// A payment or credit note with an amount that pays no invoice yet.
#[derive(Debug, Clone, PartialEq)]
pub struct UnappliedDocument {
    pub is_payment: bool,
    pub number: Option<String>,
    pub day: Option<NaiveDate>,
    pub amount: Decimal,
}

/// Unpaid invoices and unapplied money of one day.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Position {
    pub as_of: NaiveDate,
    pub aged: AgedAmounts,
    pub unapplied: Vec<UnappliedDocument>,
}

/// Loads the present position in the statement's currency.
pub async fn load_position(
    scope: &mut Scope,
    customer: CustomerId,
    currency: &str,
    today: NaiveDate,
) -> Result<Position> {
    let debts = load_aged(scope, today, steps(today), customer, MAX_CURRENCIES, 0).await?;
    let aged = debts
        .into_iter()
        .find(|debt| debt.currency == currency)
        .map(|debt| debt.aged)
        .unwrap_or_default();
    Ok(Position {
        as_of: today,
        aged,
        unapplied: load_unapplied_documents(scope, customer, currency).await?,
    })
}

pub fn name(kind: TxnType) -> &'static str {
    match kind {
        TxnType::Invoice => "Invoice",
        TxnType::Payment => "Payment",
        TxnType::CreditNote => "Credit note",
        TxnType::Refund => "Refund",
        TxnType::Adjustment => "Write-off",
        TxnType::OpeningBalance => "Opening balance brought forward",
        TxnType::Unknown => "Movement",
    }
}

/// Returns the sums from the opening to the closing balance. They add up to it.
pub fn sums(statement: &FinanceStatement) -> Vec<(&'static str, Decimal)> {
    let of = |kinds: &[TxnType]| -> Decimal {
        let items = statement.items.iter();
        items
            .filter(|item| kinds.contains(&item.txn_type))
            .map(|item: &StatementItem| item.charges - item.payments)
            .sum()
    };
    let mut sums = vec![
        ("Opening balance", statement.opening_balance),
        (
            "Invoices",
            of(&[TxnType::Invoice, TxnType::OpeningBalance, TxnType::Unknown]),
        ),
        ("Payments", of(&[TxnType::Payment])),
        ("Credit notes", of(&[TxnType::CreditNote])),
    ];
    for (caption, kind) in [
        ("Refunds", TxnType::Refund),
        ("Write-offs", TxnType::Adjustment),
    ] {
        let sum = of(&[kind]);
        if !sum.is_zero() {
            sums.push((caption, sum));
        }
    }
    sums.push(("Closing balance", statement.closing_balance));
    sums
}

/// Returns headings with lines.
pub fn notes(statement: &FinanceStatement, position: &Position) -> Vec<(String, Vec<String>)> {
    let amount = |amount: Decimal| print_amount(amount, &statement.currency);
    let aged = &position.aged;
    let ages = [
        ("Not yet due", aged.current),
        ("1 to 30 days overdue", aged.days30),
        ("31 to 60 days overdue", aged.days60),
        ("61 to 90 days overdue", aged.days90),
        ("91 to 120 days overdue", aged.days120),
        ("More than 120 days overdue", aged.older),
    ];
    let mut unpaid: Vec<String> = ages
        .into_iter()
        .filter(|(_, sum)| !sum.is_zero())
        .map(|(caption, sum)| format!("{caption}: {}", amount(sum)))
        .collect();
    let overdue = aged.total - aged.current;
    unpaid.push(format!(
        "Unpaid invoices in total: {}, of which overdue: {}",
        amount(aged.total),
        amount(overdue)
    ));
    let mut notes = vec![(
        format!(
            "UNPAID INVOICES ON {}",
            documents::format_day(position.as_of).to_uppercase()
        ),
        unpaid,
    )];
    let unapplied: Decimal = position.unapplied.iter().map(|it| it.amount).sum();
    if !position.unapplied.is_empty() {
        notes.push((
            "NOT YET APPLIED TO INVOICES".to_owned(),
            unapplied_lines(&position.unapplied, &amount, unapplied),
        ));
    }
    let (total, closing) = (aged.total, statement.closing_balance);
    notes.push(match total - unapplied == closing {
        true => (
            "CLOSING BALANCE".to_owned(),
            vec![format!(
                "{} unpaid less {} not yet applied is {}.",
                amount(total),
                amount(unapplied),
                amount(closing)
            )],
        ),
        false => (
            "CLOSING BALANCE".to_owned(),
            vec![format!(
                "It is the balance on {}. Invoices and payments after that day, and documents not \
                 posted then, are not part of it.",
                documents::format_day(statement.to_date)
            )],
        ),
    });
    notes
}

fn unapplied_lines(
    documents: &[UnappliedDocument],
    amount: &impl Fn(Decimal) -> String,
    total: Decimal,
) -> Vec<String> {
    let line = |document: &UnappliedDocument| {
        let kind = if document.is_payment {
            "Payment"
        } else {
            "Credit note"
        };
        let number = document
            .number
            .as_deref()
            .map(str::trim)
            .unwrap_or_default();
        let mut name = format!("{kind} {number}").trim_end().to_owned();
        if let Some(day) = document.day {
            name = format!("{name} of {}", documents::format_day(day));
        }
        format!("{name}: {}", amount(document.amount))
    };
    let (named, others) = documents.split_at(documents.len().min(MAX_NAMED));
    let mut lines: Vec<String> = named.iter().map(line).collect();
    if !others.is_empty() {
        let sum = others.iter().map(|document| document.amount).sum();
        lines.push(format!("{} others: {}", others.len(), amount(sum)));
    }
    lines.push(format!("Not yet applied in total: {}", amount(total)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn statement(closing: i64) -> FinanceStatement {
        let item = |txn_type, charges: i64, payments: i64| StatementItem {
            id: 1,
            txn_type,
            date: day("2026-02-14"),
            reference_no: None,
            description: None,
            charges: charges.into(),
            payments: payments.into(),
            balance: Decimal::ZERO,
        };
        FinanceStatement {
            customer_id: CustomerId(1),
            from_date: day("2026-02-01"),
            to_date: day("2026-02-28"),
            currency: "AUD".to_owned(),
            opening_balance: 1_000.into(),
            closing_balance: closing.into(),
            items: vec![
                item(TxnType::Invoice, 1_500, 0),
                item(TxnType::Payment, 0, 700),
                item(TxnType::CreditNote, 0, 100),
                item(TxnType::Refund, 50, 0),
                item(TxnType::Adjustment, 0, 20),
            ],
        }
    }

    fn position() -> Position {
        Position {
            as_of: day("2026-02-28"),
            aged: AgedAmounts {
                current: 1_500.into(),
                days30: 330.into(),
                total: 1_830.into(),
                ..AgedAmounts::default()
            },
            unapplied: vec![UnappliedDocument {
                is_payment: true,
                number: Some("RX-17".to_owned()),
                day: Some(day("2026-02-03")),
                amount: 100.into(),
            }],
        }
    }

    #[test]
    fn the_sums_lead_from_the_opening_to_the_closing_balance() {
        let sums = sums(&statement(1_730));
        let captions: Vec<&str> = sums.iter().map(|(caption, _)| *caption).collect();
        assert_eq!(
            captions,
            [
                "Opening balance",
                "Invoices",
                "Payments",
                "Credit notes",
                "Refunds",
                "Write-offs",
                "Closing balance"
            ]
        );
        let (closing, parts) = sums.split_last().unwrap();
        let sum: Decimal = parts.iter().map(|(_, sum)| *sum).sum();
        assert_eq!(sum, closing.1);
    }

    #[test]
    fn each_part_of_the_balance_is_named() {
        let lines: Vec<String> = notes(&statement(1_730), &position())
            .into_iter()
            .flat_map(|(heading, lines)| [vec![heading], lines].concat())
            .collect();
        assert_eq!(
            lines,
            [
                "UNPAID INVOICES ON 28 FEB 2026",
                "Not yet due: 1,500.00",
                "1 to 30 days overdue: 330.00",
                "Unpaid invoices in total: 1,830.00, of which overdue: 330.00",
                "NOT YET APPLIED TO INVOICES",
                "Payment RX-17 of 3 Feb 2026: 100.00",
                "Not yet applied in total: 100.00",
                "CLOSING BALANCE",
                "1,830.00 unpaid less 100.00 not yet applied is 1,730.00.",
            ]
        );
    }

    #[test]
    fn an_earlier_balance_is_not_claimed_to_be_todays_position() {
        let notes = notes(&statement(900), &position());
        let (_, lines) = notes.last().unwrap();
        assert!(lines[0].starts_with("It is the balance on 28 Feb 2026."));
    }

    #[test]
    fn many_unapplied_documents_are_summed() {
        let many = vec![position().unapplied[0].clone(); 20];
        let lines = unapplied_lines(&many, &|sum| sum.to_string(), 2_000.into());
        assert_eq!(lines.len(), 14);
        assert_eq!(lines[12], "8 others: 800");
    }
}
