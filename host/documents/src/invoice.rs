//! Invoices and credit notes: consignments with their tax, totals and how to pay.

use data::FieldError;

use super::bill::{self, Bill};
use super::sheet::Align;
use super::{Invoice, day};

pub fn pdf(invoice: &Invoice) -> Result<Vec<u8>, FieldError> {
    let (date, due) = (day(&invoice.date, "date")?, day(&invoice.due, "due")?);
    let tax = match invoice.tax_name.trim() {
        "" => "Tax",
        name => name,
    };
    let is_credit = !invoice.credited_invoice.is_empty();
    let rows = invoice.lines.iter().map(|line| {
        Ok(vec![
            day(&line.date, "lines")?,
            line.reference.clone(),
            line.service.clone(),
            line.description.clone(),
            line.quantity.clone(),
            line.before_tax.clone(),
            line.tax.clone(),
            line.amount.clone(),
        ])
    });
    let heading = |text: &str, width: f32, align: Align| (text.to_owned(), width, align);
    let sum = |caption: String, amount: &str, is_bold: bool| {
        (caption, format!("{} {amount}", invoice.currency), is_bold)
    };
    let mut sums = vec![
        sum(format!("Total excluding {tax}"), &invoice.before_tax, false),
        sum(tax.to_owned(), &invoice.tax, false),
        sum(format!("Total including {tax}"), &invoice.total, true),
    ];
    if !invoice.outstanding.is_empty() {
        sums.push(sum("To be paid".to_owned(), &invoice.outstanding, true));
    }
    let upper = tax.to_uppercase();
    bill::pdf(&Bill {
        title: &invoice.title,
        number: &invoice.number,
        logo: invoice.logo.as_ref(),
        seller: (&invoice.seller, &invoice.seller_tax_number),
        customer: (&invoice.customer, &invoice.customer_tax_number),
        facts: vec![
            ("NUMBER", invoice.number.clone()),
            ("DATE", date),
            ("FOR INVOICE", invoice.credited_invoice.clone()),
            ("DUE", due),
            ("TERMS", invoice.terms.clone()),
            ("PERIOD", invoice.period.clone()),
            ("COST CENTRE", invoice.cost_center.clone()),
            ("CURRENCY", invoice.currency.clone()),
        ],
        columns: vec![
            heading("DATE", 19.0, Align::Left),
            heading("CONSIGNMENT", 27.0, Align::Left),
            heading(
                if is_credit { "REASON" } else { "SERVICE" },
                25.0,
                Align::Left,
            ),
            heading("FROM – TO", 40.0, Align::Left),
            heading("QTY", 10.0, Align::Right),
            heading(&format!("EXCL. {upper}"), 21.0, Align::Right),
            heading(&upper, 17.0, Align::Right),
            heading(&format!("INCL. {upper}"), 21.0, Align::Right),
        ],
        rows: rows.collect::<Result<_, FieldError>>()?,
        sums,
        notes: vec![
            ("HOW TO PAY", invoice.payment.clone()),
            ("", split(&invoice.notes)),
        ],
    })
}

fn split(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}
