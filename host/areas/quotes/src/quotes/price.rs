//! Explanations of price lines.

use carriage::money::Amount;
use pricing::{
    CalcMethod,
    price::{Markup, PriceLine},
};
use rust_decimal::Decimal;

/// Explains a line in text; costs and markups only with `costs`.
pub fn explain(line: &PriceLine, costs: bool) -> String {
    let Amount { tax, total, .. } = line.customer;
    let (tax, total, marked_up) = (
        normalise(tax),
        normalise(total),
        normalise(line.marked_up()),
    );
    let mut text = match line.markup.filter(|_| costs) {
        Some(markup) => {
            let cost = line.carrier.tax_exclusive_amount;
            let put_on = signed(line.marked_up() - line.adjusted - cost);
            format!(
                "{} cost {put_on} markup ({}, {})",
                normalise(cost),
                rate(&markup),
                markup.level.display_name()
            )
        }
        None => normalise(line.marked_up() - if costs { line.adjusted } else { Decimal::ZERO })
            .to_string(),
    };
    if costs && !line.adjusted.is_zero() {
        text.push_str(&format!(" {} rounding", signed(line.adjusted)));
    }
    if !line.discount.is_zero() {
        text.push_str(&format!(" {} discount", signed(-line.discount)));
    }
    let is_bare = text == marked_up.to_string();
    match tax.is_zero() {
        true if is_bare => format!("{total} without tax"),
        true => format!("{text} = {total} without tax"),
        false => format!("{text} + {tax} tax = {total}"),
    }
}

fn signed(amount: Decimal) -> String {
    let sign = if amount.is_sign_negative() { '-' } else { '+' };
    format!("{sign} {}", normalise(amount.abs()))
}

/// Normalises a computed or loaded amount for display: 20, 12.50, 0.125.
pub fn normalise(amount: Decimal) -> Decimal {
    let mut plain = amount.normalize();
    if plain.scale() == 1 {
        plain.rescale(2);
    }
    plain
}

fn rate(markup: &Markup) -> String {
    let value = markup.value.normalize();
    match markup.calc_method {
        CalcMethod::Percentage => format!("{value} %"),
        CalcMethod::Fixed => format!("{value} fixed"),
        CalcMethod::Override => format!("{value} instead of the cost"),
    }
}

#[cfg(test)]
mod tests {
    use pricing::Level;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn line(net: &str, percent: i64) -> PriceLine {
        let cost = Amount::line(decimal(net), Decimal::from(percent), "AUD");
        PriceLine::at_cost("EXP", "Express", false, cost)
    }

    #[test]
    fn an_untaxed_price_says_so() {
        assert_eq!(explain(&line("12.50", 0), false), "12.50 without tax");
        assert_eq!(explain(&line("30", 10), true), "30 + 3 tax = 33");
    }

    #[test]
    fn a_line_tells_its_cost_only_to_those_who_may_know() {
        let mut line = line("20", 10);
        line.markup = Some(Markup {
            level: Level::CarrierAccount,
            calc_method: CalcMethod::Percentage,
            value: decimal("25.0"),
        });
        line.adjusted = decimal("0.50");
        line.discount = decimal("1.50");
        line.customer = Amount::line(decimal("24"), Decimal::TEN, "AUD");
        let expected = "20 cost + 5 markup (25 %, carrier account) + 0.50 rounding - 1.50 discount + 2.40 tax = 26.40";
        assert_eq!(explain(&line, true), expected);
        assert_eq!(
            explain(&line, false),
            "25.50 - 1.50 discount + 2.40 tax = 26.40"
        );
        line.customer = Amount::untaxed(decimal("24"), "AUD");
        assert_eq!(
            explain(&line, false),
            "25.50 - 1.50 discount = 24 without tax"
        );
    }

    #[test]
    fn lines_of_quotes_stored_by_earlier_versions_are_read() {
        let amount = r#"{"taxExclusiveAmount": 20, "tax": 2, "total": 22}"#;
        let stored = format!(
            r#"{{"serviceCode": "EXP", "serviceName": "Express", "isAdditional": false,
                "carrier": {amount}, "customer": {amount}, "discount": 1.5}}"#
        );
        let line: PriceLine = serde_json::from_str(&stored).unwrap();
        assert_eq!(line.marked_up(), Decimal::new(2150, 2));
        assert_eq!((line.markup, line.adjusted), (None, Decimal::ZERO));
    }
}
