//! Statements: movements with the balance after each, and the parts of the closing balance.

use data::FieldError;

use super::bill::{self, Bill};
use super::sheet::Align;
use super::{Statement, day};

pub fn pdf(statement: &Statement) -> Result<Vec<u8>, FieldError> {
    let from = day(&statement.from, "from")?;
    let to = day(&statement.to, "to")?;
    let mut rows = vec![vec![
        from.clone(),
        "Opening balance".to_owned(),
        String::new(),
        String::new(),
        String::new(),
        statement.opening.clone(),
    ]];
    for line in &statement.lines {
        rows.push(vec![
            day(&line.date, "lines")?,
            line.description.clone(),
            line.reference.clone(),
            line.charges.clone(),
            line.payments.clone(),
            line.balance.clone(),
        ]);
    }
    let heading = |text: &str, width: f32, align: Align| (text.to_owned(), width, align);
    let last = statement.sums.len().saturating_sub(1);
    let sums = statement.sums.iter().enumerate();
    bill::pdf(&Bill {
        title: &statement.title,
        number: &statement.number,
        logo: statement.logo.as_ref(),
        seller: (&statement.seller, &statement.seller_tax_number),
        customer: (&statement.customer, &statement.customer_tax_number),
        facts: vec![
            ("CUSTOMER", statement.number.clone()),
            ("FROM", from),
            ("TO", to),
            ("CURRENCY", statement.currency.clone()),
        ],
        columns: vec![
            heading("DATE", 22.0, Align::Left),
            heading("DESCRIPTION", 55.0, Align::Left),
            heading("REFERENCE", 34.0, Align::Left),
            heading("CHARGES", 23.0, Align::Right),
            heading("PAYMENTS", 23.0, Align::Right),
            heading("BALANCE", 23.0, Align::Right),
        ],
        rows,
        sums: sums
            .map(|(at, (caption, amount))| {
                let value = format!("{} {amount}", statement.currency);
                (caption.clone(), value, at == 0 || at == last)
            })
            .collect(),
        notes: statement
            .notes
            .iter()
            .map(|(heading, lines)| (heading.as_str(), lines.clone()))
            .collect(),
    })
}
