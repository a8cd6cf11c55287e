//! Invoices as tables, streamed with a template.

use data::{FieldError, Result, message};
use rust_decimal::Decimal;
use web::rows::{Cells, Content, Table};

use crate::imports::charge::Charge;
use crate::imports::templates::{InvoiceField, InvoiceTemplate};
use carriage::written::{amount, day};

/// Line number, and the charge or its errors.
pub(crate) type Line = (usize, Result<Charge, Vec<FieldError>>);

pub(crate) struct InvoiceTable {
    table: Table,
    template: InvoiceTemplate,
    columns: Vec<(InvoiceField, Option<usize>)>,
}

impl InvoiceTable {
    /// Rejects a table without amounts or consignment identifiers.
    pub fn open(content: impl Into<Content>, template: InvoiceTemplate) -> Result<Self> {
        let table = Table::open(content, &[])?;
        table.require_columns(&[template.heading(InvoiceField::TaxExclusiveAmount)])?;
        let has = |field| table.column(template.heading(field)).is_some();
        if !has(InvoiceField::ConsignmentId) && !has(InvoiceField::Reference) {
            table.require_columns(&[template.heading(InvoiceField::ConsignmentId)])?;
        }
        // A missing mapped column would otherwise go unnoticed.
        let mapped: Vec<&str> = template
            .columns
            .iter()
            .map(|column| column.heading.as_str())
            .collect();
        table.require_columns(&mapped)?;
        let columns = InvoiceField::ALL
            .iter()
            .map(|field| (*field, table.column(template.heading(*field))))
            .collect();
        Ok(Self {
            table,
            template,
            columns,
        })
    }

    pub fn total(&self) -> usize {
        self.table.total()
    }

    pub fn next(&mut self) -> Option<Line> {
        let Self {
            table,
            template,
            columns,
        } = self;
        let (index, line) = table.next_line()?;
        let read = match line {
            Ok(cells) => Reading {
                cells,
                template,
                columns,
                errors: Vec::new(),
            }
            .charge(index),
            Err(reason) => Err(vec![FieldError::new("", reason)]),
        };
        Some((index, read))
    }

    pub fn take_error(&mut self) -> Option<data::Error> {
        self.table.take_error()
    }
}

struct Reading<'t> {
    cells: Cells<'t>,
    template: &'t InvoiceTemplate,
    columns: &'t [(InvoiceField, Option<usize>)],
    errors: Vec<FieldError>,
}

impl<'t> Reading<'t> {
    fn cell(&self, field: InvoiceField) -> &'t str {
        let column = self
            .columns
            .iter()
            .find(|(known, _)| *known == field)
            .and_then(|(_, at)| *at);
        self.cells.get(column).trim()
    }

    fn text(&self, field: InvoiceField) -> Option<String> {
        Some(self.cell(field).to_owned()).filter(|text| !text.is_empty())
    }

    fn number(&mut self, field: InvoiceField) -> Option<Decimal> {
        let cell = self.cell(field);
        if cell.is_empty() {
            return None;
        }
        let number = amount(cell, self.template.decimal_sign);
        if number.is_none() {
            let message = message!("must be a number; the template sets the decimal separator");
            self.errors.push(FieldError::new(field.as_str(), message));
        }
        number
    }

    fn charge(mut self, line: usize) -> Result<Charge, Vec<FieldError>> {
        let is_missing = self.cell(InvoiceField::TaxExclusiveAmount).is_empty();
        if is_missing {
            self.errors.push(FieldError::new(
                InvoiceField::TaxExclusiveAmount.as_str(),
                message!("is required"),
            ));
        }
        let invoice_date = self.cell(InvoiceField::InvoiceDate);
        let read_date = day(invoice_date, self.template.day_order);
        if read_date.is_none() && !invoice_date.is_empty() {
            let message = message!("must be a day, as in 2026-01-31 or 31/01/2026");
            self.errors
                .push(FieldError::new(InvoiceField::InvoiceDate.as_str(), message));
        }
        let unit = self.template.weight_unit;
        let charge = Charge {
            line,
            consignment: self.text(InvoiceField::ConsignmentId),
            reference: self.text(InvoiceField::Reference),
            service_code: self.cell(InvoiceField::ServiceCode).to_owned(),
            service_name: self.cell(InvoiceField::ServiceName).to_owned(),
            amount: self
                .number(InvoiceField::TaxExclusiveAmount)
                .unwrap_or_default(),
            tax: self.number(InvoiceField::Tax).unwrap_or_default(),
            weight: self
                .number(InvoiceField::ChargedWeight)
                .map(|weight| unit.kilograms(weight)),
            volume: self.number(InvoiceField::ChargedVolume),
            invoice_number: self.text(InvoiceField::InvoiceNumber),
            invoice_date: read_date,
        };
        self.errors.extend(charge.validate());
        if self.errors.is_empty() {
            Ok(charge)
        } else {
            Err(self.errors)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::templates::InvoiceColumn;
    use carriage::written::{DecimalSign, InvoiceWeightUnit};

    fn read(content: &[u8], template: InvoiceTemplate) -> Vec<Line> {
        let mut table = InvoiceTable::open(content.to_vec(), template).unwrap();
        std::iter::from_fn(|| table.next()).collect()
    }

    #[test]
    fn the_usual_columns_need_no_template() {
        let content =
            b"Consignment_ID;Service Code;Tax Exclusive Amount;Tax;Charged Weight;Invoice Date\r\n\
            ABC1;ROAD;1.234,50;123,45;12,5;31.01.2026\r\nABC1;FUEL;(2,50);-0,25;;\r\n";
        let lines = read(content, InvoiceTemplate::default());
        let first = lines[0].1.clone().unwrap();
        assert_eq!(
            (first.amount, first.tax),
            (Decimal::new(123_450, 2), Decimal::new(12_345, 2))
        );
        assert_eq!(
            (first.weight, first.invoice_date),
            (Some(Decimal::new(125, 1)), "2026-01-31".parse().ok())
        );
        let second = lines[1].1.clone().unwrap();
        assert_eq!(
            (second.amount, second.service_code.as_str()),
            (Decimal::new(-250, 2), "FUEL")
        );
    }

    #[test]
    fn a_template_names_the_columns_and_the_units() {
        let column = |field, heading: &str| InvoiceColumn {
            field,
            heading: heading.to_owned(),
        };
        let template = InvoiceTemplate {
            columns: vec![
                column(InvoiceField::ConsignmentId, "Frachtbrief Nr"),
                column(InvoiceField::TaxExclusiveAmount, "Geb\u{fc}hr"),
                column(InvoiceField::ChargedWeight, "Gewicht"),
            ],
            weight_unit: InvoiceWeightUnit::Pounds,
            decimal_sign: DecimalSign::Comma,
            ..InvoiceTemplate::default()
        };
        // In Windows-1252.
        let content = b"Frachtbrief Nr;Geb\xfchr;Gewicht\nABC1;1,250;100\n";
        let charge = read(content, template.clone())[0].1.clone().unwrap();
        assert_eq!(
            (charge.amount, charge.weight),
            (Decimal::new(125, 2), Some(Decimal::new(453_592, 4)))
        );
        let missing = InvoiceTable::open(b"Frachtbrief Nr;Gewicht\n".to_vec(), template);
        assert!(missing.is_err());
    }

    #[test]
    fn a_line_tells_all_that_is_wrong_with_it() {
        let content =
            b"consignmentId,taxExclusiveAmount,tax,invoiceDate\nABC1,abc,x1y2,soon\nABC2,,,\n";
        let lines = read(content, InvoiceTemplate::default());
        let members = |line: &Line| -> Vec<String> {
            line.1
                .clone()
                .unwrap_err()
                .into_iter()
                .map(|error| error.member)
                .collect()
        };
        assert_eq!(
            members(&lines[0]),
            ["invoiceDate", "taxExclusiveAmount", "tax"]
        );
        assert_eq!(
            (lines[1].0, members(&lines[1])),
            (2, vec!["taxExclusiveAmount".to_owned()])
        );
    }
}
