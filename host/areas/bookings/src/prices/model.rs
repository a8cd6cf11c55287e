//! A booking's price, line by line.

use carriage::money::Amount;
use pricing::{
    Cover,
    price::{self, PriceLine},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sell price and carrier cost; costs are null for callers without cost permission.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PricingDetail {
    pub freight: Amount,
    pub additional: Amount,
    pub insurance: Amount,
    pub total: Amount,
    pub carrier_freight: Option<Amount>,
    pub carrier_additional: Option<Amount>,
    pub carrier_insurance: Option<Amount>,
    pub carrier_total: Option<Amount>,
    pub is_tax_applied: bool,
    /// Insurance cover priced in `insurance`; null without insurance.
    pub insurance_cover: Option<Cover>,
    pub service_details: Vec<ServiceDetail>,
}

/// One price line.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ServiceDetail {
    pub service_code: String,
    pub service_name: String,
    pub is_additional_service: bool,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    /// Including tax.
    pub amount: Decimal,
    pub carrier_tax_exclusive_amount: Option<Decimal>,
    pub carrier_tax: Option<Decimal>,
    pub carrier_amount: Option<Decimal>,
    pub discount_amount: Decimal,
    /// Set when edited by hand after quoting.
    pub is_updated: bool,
    pub note: Option<String>,
}

impl PricingDetail {
    pub fn from_lines(lines: &[PriceLine]) -> Self {
        let (customer, carrier) = (
            price::totals(lines, |line| line.customer),
            price::totals(lines, |line| line.carrier),
        );
        Self {
            freight: customer.freight,
            additional: customer.additional,
            insurance: Amount::ZERO,
            total: customer.total,
            carrier_freight: Some(carrier.freight),
            carrier_additional: Some(carrier.additional),
            carrier_insurance: Some(Amount::ZERO),
            carrier_total: Some(carrier.total),
            is_tax_applied: price::is_taxed(lines),
            insurance_cover: None,
            service_details: lines.iter().map(ServiceDetail::from).collect(),
        }
    }

    /// Recomputes the totals after manual edits.
    pub fn with_totals(mut self) -> Self {
        let side = |additional: bool| -> Amount {
            self.service_details
                .iter()
                .filter(|line| line.is_additional_service == additional)
                .map(ServiceDetail::sold)
                .sum()
        };
        (self.freight, self.additional) = (side(false), side(true));
        self.total = self.freight + self.additional + self.insurance;
        self.is_tax_applied = !self.total.tax.is_zero();
        self
    }

    pub fn with_insurance(self, cover: Option<Cover>) -> Self {
        let insurance = cover.as_ref().map_or(Amount::ZERO, |cover| cover.cost);
        Self {
            insurance,
            insurance_cover: cover,
            ..self
        }
        .with_totals()
    }

    pub fn without_costs(mut self) -> Self {
        self.carrier_freight = None;
        self.carrier_additional = None;
        self.carrier_insurance = None;
        self.carrier_total = None;
        for line in &mut self.service_details {
            line.set_cost(None);
        }
        self
    }
}

impl ServiceDetail {
    /// Returns a line without cost.
    pub fn new(code: &str, name: &str, is_additional: bool, sold: Amount) -> Self {
        let mut line = Self {
            service_code: code.to_owned(),
            service_name: name.to_owned(),
            is_additional_service: is_additional,
            ..Self::default()
        };
        line.set_sold(sold);
        line
    }

    /// The customer's amount.
    pub fn sold(&self) -> Amount {
        Amount {
            tax_exclusive_amount: self.tax_exclusive_amount,
            tax: self.tax,
            total: self.amount,
        }
    }

    pub fn set_sold(&mut self, amount: Amount) {
        self.tax_exclusive_amount = amount.tax_exclusive_amount;
        self.tax = amount.tax;
        self.amount = amount.total;
    }

    /// The carrier's amount; zero if it is not known.
    pub fn cost(&self) -> Amount {
        Amount {
            tax_exclusive_amount: self.carrier_tax_exclusive_amount.unwrap_or_default(),
            tax: self.carrier_tax.unwrap_or_default(),
            total: self.carrier_amount.unwrap_or_default(),
        }
    }

    pub fn set_cost(&mut self, amount: Option<Amount>) {
        self.carrier_tax_exclusive_amount = amount.map(|amount| amount.tax_exclusive_amount);
        self.carrier_tax = amount.map(|amount| amount.tax);
        self.carrier_amount = amount.map(|amount| amount.total);
    }

    /// Returns the parts by which lines of one service match.
    pub fn service(&self) -> (bool, &str, &str) {
        (
            self.is_additional_service,
            &self.service_code,
            &self.service_name,
        )
    }
}

impl From<&PriceLine> for ServiceDetail {
    fn from(line: &PriceLine) -> Self {
        let mut detail = Self::new(
            &line.service_code,
            &line.service_name,
            line.is_additional,
            line.customer,
        );
        detail.set_cost(Some(line.carrier));
        detail.discount_amount = line.discount;
        detail
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(code: &str, cents: i64, is_additional: bool) -> PriceLine {
        let amount = Amount::line(Decimal::new(cents, 2), Decimal::TEN, "AUD");
        PriceLine::at_cost(code, code, is_additional, amount)
    }

    #[test]
    fn the_total_is_the_sum_of_the_lines() {
        let price = PricingDetail::from_lines(&[line("EXP", 2000, false), line("FUEL", 150, true)]);
        assert_eq!(price.total.total, Decimal::new(2365, 2));
        assert_eq!(price.carrier_total, Some(price.total));
        assert!(price.is_tax_applied);
        assert_eq!(price.clone().with_totals(), price);
    }

    #[test]
    fn insurance_is_part_of_the_total_and_of_no_other_sum() {
        let price = PricingDetail::from_lines(&[line("EXP", 2000, false), line("FUEL", 150, true)]);
        let cover = Cover {
            insurance_type: lookups::InsuranceType::Standard,
            insured_value: Decimal::from(500),
            excess: Decimal::ZERO,
            cost: Amount::line(Decimal::new(750, 2), Decimal::TEN, "AUD"),
        };
        let insured = price.clone().with_insurance(Some(cover.clone()));
        assert_eq!(
            (insured.freight, insured.additional),
            (price.freight, price.additional)
        );
        assert_eq!(insured.total, price.total + cover.cost);
        assert_eq!(
            insured.carrier_total, price.carrier_total,
            "no carrier takes anything for it"
        );
        assert_eq!(insured.clone().with_totals(), insured);
        assert_eq!(insured.with_insurance(None), price);
    }

    #[test]
    fn costs_can_be_kept_back() {
        let price = PricingDetail::from_lines(&[line("EXP", 2000, false)]).without_costs();
        let text = serde_json::to_string(&price).unwrap();
        assert_eq!(price.total.total, Decimal::new(2200, 2));
        assert!(
            text.contains(r#""carrierTotal":null"#) && text.contains(r#""carrierAmount":null"#),
            "{text}"
        );
    }
}
