//! Tests of prices: examples and properties.

use proptest::prelude::*;

use crate::price::*;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn charge(code: &str, net: &str, tax: &str, is_additional: bool) -> PriceLine {
    let cost = Amount {
        tax_exclusive_amount: decimal(net),
        tax: decimal(tax),
        total: decimal(net) + decimal(tax),
    };
    PriceLine::at_cost(code, code, is_additional, cost)
}

fn freight_and_fuel() -> Vec<PriceLine> {
    vec![
        charge("ROAD", "20.00", "2.00", false),
        charge("FUEL", "3.00", "0.30", true),
    ]
}

fn markup(calc_method: CalcMethod, value: &str) -> ApplicableMarkup {
    ApplicableMarkup {
        level: Level::CarrierAccount,
        rate: MarkupRate {
            calc_method,
            value: decimal(value),
        },
    }
}

fn default_policy() -> Policy {
    Policy {
        currency: "AUD".to_owned(),
        minimum_margin: None,
        round_to: Decimal::ZERO,
        rounding: PriceRounding::Nearest,
        tax_percent: Decimal::TEN,
    }
}

fn nets(lines: &[PriceLine]) -> Vec<String> {
    lines
        .iter()
        .map(|line| {
            line.customer
                .tax_exclusive_amount
                .round_dp(2)
                .normalize()
                .to_string()
        })
        .collect()
}

fn total(lines: &[PriceLine]) -> Decimal {
    lines
        .iter()
        .map(|line| line.customer.tax_exclusive_amount)
        .sum()
}

#[test]
fn without_a_markup_it_sells_at_cost() {
    let lines = sell(freight_and_fuel(), None, &[], None, &default_policy());
    assert_eq!(nets(&lines), ["20", "3"]);
    assert!(
        lines
            .iter()
            .all(|line| line.customer == line.carrier && line.markup.is_none())
    );
}

#[test]
fn a_markup_covers_what_its_service_brings() {
    let with = |method, value| {
        nets(&sell(
            freight_and_fuel(),
            Some(markup(method, value)),
            &[],
            None,
            &default_policy(),
        ))
    };
    assert_eq!(with(CalcMethod::Percentage, "12.5"), ["22.5", "3.38"]);
    assert_eq!(with(CalcMethod::Fixed, "4.2"), ["24.2", "3"]);
    assert_eq!(with(CalcMethod::Override, "30"), ["30", "0"]);
    assert_eq!(
        with(CalcMethod::Fixed, "-25"),
        ["0", "3"],
        "never less than nothing"
    );
    let own = [None, Some(markup(CalcMethod::Percentage, "100"))];
    let service = Some(markup(CalcMethod::Override, "30"));
    assert_eq!(
        nets(&sell(
            freight_and_fuel(),
            service,
            &own,
            None,
            &default_policy()
        )),
        ["30", "6"]
    );
}

#[test]
fn tax_is_per_line_and_zero_where_nothing_is_taxed() {
    let service = Some(markup(CalcMethod::Percentage, "25"));
    let lines = sell(freight_and_fuel(), service, &[], None, &default_policy());
    assert_eq!(
        lines[0].customer,
        Amount::line(decimal("25"), Decimal::TEN, "AUD")
    );
    let export = Policy {
        tax_percent: Decimal::ZERO,
        ..default_policy()
    };
    assert!(
        sell(freight_and_fuel(), service, &[], None, &export)
            .iter()
            .all(|line| line.customer.tax.is_zero())
    );
    let exempt = vec![charge("ROAD", "20", "0", false)];
    assert_eq!(
        sell(exempt, service, &[], None, &default_policy())[0]
            .customer
            .total,
        decimal("25")
    );
    // A price at cost keeps the carrier's tax, unless zero-rated.
    let odd = || vec![charge("ROAD", "20", "2.01", false)];
    assert_eq!(
        sell(odd(), None, &[], None, &default_policy())[0]
            .customer
            .total,
        decimal("22.01")
    );
    assert_eq!(
        sell(odd(), None, &[], None, &export)[0].customer.total,
        decimal("20")
    );
    // A charge without cost is taxed if sold at a price.
    let free = vec![charge("ROAD", "0", "0", false)];
    let sold = sell(
        free,
        Some(markup(CalcMethod::Override, "10")),
        &[],
        None,
        &default_policy(),
    );
    assert_eq!(sold[0].customer.total, decimal("11"));
}

#[test]
fn the_total_is_rounded_and_keeps_the_least_margin() {
    let policy = Policy {
        round_to: decimal("0.50"),
        rounding: PriceRounding::Up,
        ..default_policy()
    };
    let lines = sell(
        freight_and_fuel(),
        Some(markup(CalcMethod::Percentage, "10")),
        &[],
        None,
        &policy,
    );
    assert_eq!(
        (total(&lines), lines[0].adjusted),
        (decimal("25.50"), decimal("0.20"))
    );
    assert_eq!(
        nets(&sell(freight_and_fuel(), None, &[], None, &policy)),
        ["20", "3"],
        "a price at cost stays"
    );
    let policy = Policy {
        rounding: PriceRounding::Down,
        ..policy
    };
    let lines = sell(
        freight_and_fuel(),
        Some(markup(CalcMethod::Percentage, "10")),
        &[],
        None,
        &policy,
    );
    assert_eq!(total(&lines), decimal("25"));
    // 23.00 is 80 % of 28.75, and the next half dollar is 29.00.
    let policy = Policy {
        minimum_margin: Some(decimal("20")),
        ..policy
    };
    let lines = sell(
        freight_and_fuel(),
        Some(markup(CalcMethod::Percentage, "10")),
        &[],
        None,
        &policy,
    );
    assert_eq!(total(&lines), decimal("29"));
}

#[test]
fn a_discount_is_shared_out_and_stops_at_the_least_margin() {
    let service = Some(markup(CalcMethod::Percentage, "100"));
    let off = |method, value: &str, policy: &Policy| {
        let rate = MarkupRate {
            calc_method: method,
            value: decimal(value),
        };
        let lines = sell(freight_and_fuel(), service, &[], Some(&rate), policy);
        (
            nets(&lines),
            lines.iter().map(|line| line.discount).sum::<Decimal>(),
        )
    };
    let texts = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
    assert_eq!(
        off(CalcMethod::Percentage, "10", &default_policy()),
        (texts(["36", "5.4"]), decimal("4.60"))
    );
    assert_eq!(
        off(CalcMethod::Fixed, "1", &default_policy()),
        (texts(["39.13", "5.87"]), decimal("1"))
    );
    assert_eq!(
        off(CalcMethod::Override, "23", &default_policy()),
        (texts(["20", "3"]), decimal("23"))
    );
    assert_eq!(
        off(CalcMethod::Override, "99", &default_policy()),
        (texts(["40", "6"]), decimal("0")),
        "never dearer"
    );
    assert_eq!(
        off(CalcMethod::Fixed, "500", &default_policy()),
        (texts(["0", "0"]), decimal("46"))
    );
    let policy = Policy {
        minimum_margin: Some(decimal("0")),
        ..default_policy()
    };
    assert_eq!(
        off(CalcMethod::Percentage, "90", &policy),
        (texts(["20", "3"]), decimal("23"))
    );
}

/// A cost with a tenth of tax, not rounded.
fn unrounded(net: Decimal) -> Amount {
    let tax = net / Decimal::TEN;
    Amount {
        tax_exclusive_amount: net,
        tax,
        total: net + tax,
    }
}

prop_compose! {
    fn charges()(lines in prop::collection::vec((0i64..1_000_000, any::<bool>()), 1..6)) -> Vec<PriceLine> {
        let line = |(net, is_additional)| {
            PriceLine::at_cost("X", "X", is_additional, unrounded(Decimal::new(net, 3)))
        };
        lines.into_iter().map(line).collect()
    }
}

prop_compose! {
    fn policies()(
        margin in prop::option::of(0i64..=90),
        step in prop::sample::select(vec![0i64, 5, 10, 50, 100, 99]),
        rounding in prop::sample::select(vec![PriceRounding::Nearest, PriceRounding::Up, PriceRounding::Down]),
    ) -> Policy {
        Policy { minimum_margin: margin.map(Decimal::from), round_to: Decimal::new(step, 2), rounding, ..default_policy() }
    }
}

fn rates() -> impl Strategy<Value = MarkupRate> {
    (
        prop::sample::select(vec![CalcMethod::Percentage, CalcMethod::Fixed]),
        -10_000i64..30_000,
    )
        .prop_map(|(calc_method, value)| MarkupRate {
            calc_method,
            value: Decimal::new(value, 2),
        })
}

proptest! {
    #[test]
    fn a_dearer_cost_is_never_a_lower_price(
        charges in charges(), more in 0i64..100_000, at in 0usize..6, rate in rates(), off in 0i64..=100, policy in policies(),
    ) {
        let found = Some(ApplicableMarkup { level: Level::Carrier, rate });
        let promo = MarkupRate { calc_method: CalcMethod::Percentage, value: Decimal::from(off) };
        let price = |charges: &[PriceLine]| total(&sell(charges.to_vec(), found, &[], Some(&promo), &policy));
        let mut dearer = charges.clone();
        let at = at % dearer.len();
        let net = dearer[at].carrier.tax_exclusive_amount + Decimal::new(more, 2);
        dearer[at].carrier = unrounded(net);
        prop_assert!(price(&dearer) >= price(&charges), "{} < {}", price(&dearer), price(&charges));
    }

    #[test]
    fn no_rounding_makes_or_loses_a_cent_over_a_batch(
        batch in prop::collection::vec(charges(), 1..20), rate in rates(), promo in prop::option::of(rates()), policy in policies(),
    ) {
        let found = Some(ApplicableMarkup { level: Level::Carrier, rate });
        let (mut totals, mut by_line, mut explained) = (Decimal::ZERO, Decimal::ZERO, Decimal::ZERO);
        for charges in batch {
            let lines = sell(charges, found, &[], promo.as_ref(), &policy);
            totals += lines.iter().map(|line| line.customer).sum::<Amount>().total;
            for line in &lines {
                by_line += line.customer.tax_exclusive_amount + line.customer.tax;
                explained += line.marked_up() - line.discount + line.customer.tax;
                prop_assert!(line.customer.total >= Decimal::ZERO && line.discount >= Decimal::ZERO);
                prop_assert_eq!(money::round(line.customer.total, "AUD"), line.customer.total);
            }
        }
        prop_assert_eq!(totals, by_line);
        prop_assert_eq!(totals, explained);
    }

    #[test]
    fn the_least_margin_holds_whatever_is_set(
        charges in charges(), rate in rates(), promo in rates(), policy in policies(), margin in 0i64..=90,
    ) {
        let policy = Policy { minimum_margin: Some(Decimal::from(margin)), ..policy };
        let found = Some(ApplicableMarkup { level: Level::Carrier, rate });
        let lines = sell(charges, found, &[], Some(&promo), &policy);
        let cost: Decimal = lines.iter().map(|line| line.carrier.tax_exclusive_amount).sum();
        let price = total(&lines);
        prop_assert!((price - cost) * Decimal::ONE_HUNDRED >= price * Decimal::from(margin), "{} for {}", price, cost);
    }
}
