//! Insurance: premiums by the tenant's settings, eligibility, and quote lines.

use data::ids::CustomerId;
use testkit::{
    Client,
    api::{
        Amount, CustomerRequest, Decimal, FeatureChanges, FeatureValueRequest, InsuranceQuote,
        InsuranceQuotes, InsuranceType, QuoteAsk, Raw, SaveCustomer, TenantSettingsChange,
        TenantSettingsChangeInsurance, TenantSettingsChangeInsuranceAti,
        TenantSettingsChangeInsuranceStandard, dec,
    },
    given, on_both,
};

use super::{road, road_with};

/// Offers Standard (1.5 %, at least 7.50, up to 20,000, not class 3) and ATI (2 % from 1,000,
/// without tax).
async fn offer(admin: &Client) {
    let standard = TenantSettingsChangeInsuranceStandard::new()
        .multiplier(0.015)
        .minimum(7.5)
        .excess(250)
        .maximum_value(20_000)
        .excluded_classes(["3"]);
    let ati = TenantSettingsChangeInsuranceAti::new()
        .multiplier(0.02)
        .minimum_value_limit(1_000)
        .tax_percent(0);
    let insurance = TenantSettingsChangeInsurance::new()
        .standard(standard)
        .ati(ati);
    let change = TenantSettingsChange::new().insurance(insurance);
    admin.tenancy().update_all_settings(change).await;
}

fn kinds(answer: &InsuranceQuotes) -> Vec<InsuranceType> {
    let quotes = answer.quotes.iter();
    quotes.map(|quote| quote.insurance_type).collect()
}

fn insured(customer: CustomerId, value: i32, kind: InsuranceType) -> QuoteAsk {
    given::quote_ask(customer)
        .is_insured(true)
        .insured_value(value)
        .insurance_type(kind)
}

async fn change_customer(admin: &Client, change: CustomerRequest) {
    let body = SaveCustomer::new().customer(change);
    admin.customers().create_or_update_customer(body).await;
}

#[test]
fn both_calls_tell_what_insurance_costs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let request = |value: &str| {
            let call = admin.pricing().get_insurance_quotes(Raw(value));
            call.customer_id(customer)
        };
        assert_eq!(
            request("5000").await.quotes,
            [],
            "nothing is offered before it is set"
        );
        offer(&admin).await;
        let results = request("5000").await;
        let standard = InsuranceQuote {
            insured_value: dec(5_000),
            insurance_cost: dec(82.5),
            insurance_cost_tax_exclusive: dec(75),
            insurance_type: InsuranceType::Standard,
            excess: dec(250),
            is_default: false,
        };
        let ati = InsuranceQuote {
            insured_value: dec(5_000),
            insurance_cost: dec(100),
            insurance_cost_tax_exclusive: dec(100),
            insurance_type: InsuranceType::Ati,
            excess: dec(0),
            is_default: false,
        };
        assert_eq!(results.quotes, [standard, ati]);
        let guest = kit.guest();
        let of_guest = guest.pricing();
        let response = of_guest.get_guest_insurance_quotes(5_000).await;
        assert_eq!(response, results);
        assert_eq!(kinds(&request("20000.01").await), [InsuranceType::Ati]);
        let small = request("100").await;
        assert_eq!(kinds(&small), [InsuranceType::Standard]);
        assert_eq!(
            small.quotes[0].insurance_cost,
            dec(8.25),
            "at least the minimum"
        );
        for value in ["0", "-5", "2000000000000", "much"] {
            assert_eq!(
                request(value).invalid_members().await,
                ["insuredValue"],
                "{value}"
            );
        }
        let unnamed = admin.pricing().get_insurance_quotes(100);
        assert_eq!(unnamed.invalid_members().await, ["customerId"]);
        of_guest
            .get_insurance_quotes(100)
            .customer_id(customer)
            .refused(401)
            .await;
        let user = kit.customer_user(customer).await;
        let own = user.pricing().get_insurance_quotes(100).await;
        assert_eq!(kinds(&own), [InsuranceType::Standard]);
        let other = given::customer(&kit, "Wattle Works").await;
        user.pricing()
            .get_insurance_quotes(100)
            .customer_id(other)
            .refused(404)
            .await;
    });
}

#[test]
fn a_quote_has_insurance_as_a_line_and_in_its_total() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        offer(&admin).await;
        let plain = road(&admin, customer).await;
        assert_eq!(
            (
                &plain.insurance,
                plain.customer_cost.insurance_including_gst
            ),
            (&None, dec(0))
        );
        // Values compare without case.
        let ask = insured(customer, 5_000, InsuranceType::Standard).insurance_type(Raw("standard"));
        let insured_quote = road_with(&admin, ask).await;
        let cover = insured_quote.insurance.unwrap();
        assert_eq!(cover.insurance_type, InsuranceType::Standard);
        let cost = Amount {
            tax_exclusive_amount: dec(75),
            tax: dec(7.5),
            total: dec(82.5),
        };
        assert_eq!(cover.cost, cost);
        let (before, after) = (&plain.customer_cost, &insured_quote.customer_cost);
        assert_eq!(
            [
                after.total_excluding_gst,
                after.total_including_gst,
                after.freight_including_gst
            ],
            [
                before.total_excluding_gst + dec(75),
                before.total_including_gst + dec(82.5),
                before.freight_including_gst
            ]
        );
        assert_eq!(
            insured_quote.carrier_cost, plain.carrier_cost,
            "no carrier takes anything for it"
        );
        let lines = &insured_quote.details;
        let last = lines.last().unwrap();
        assert_eq!(
            (last.service_code.as_str(), last.markedup_amount),
            ("INSURANCE", dec(75))
        );
        assert!(last.break_down.starts_with("75 + 7.5"), "{last:?}");
        let amounts = lines
            .iter()
            .map(|line| line.markedup_amount - line.discount_amount);
        assert_eq!(amounts.sum::<Decimal>(), after.total_excluding_gst);

        let refused = async |ask: QuoteAsk| admin.quotes().quote(ask).invalid_members().await;
        assert_eq!(
            refused(given::quote_ask(customer).is_insured(true)).await,
            ["insuredValue", "insuranceType"]
        );
        let premium = insured(customer, 5_000, InsuranceType::Premium);
        assert_eq!(refused(premium).await, ["insuranceType"]);
        let high = insured(customer, 20_001, InsuranceType::Standard);
        assert_eq!(refused(high).await, ["insuredValue"]);
    });
}

#[test]
fn dangerous_goods_of_an_excluded_class_are_not_insured() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let change = CustomerRequest::new().id(customer).can_send_dg(true);
        change_customer(&admin, change).await;
        offer(&admin).await;
        let quote = |number: &str, kind: InsuranceType| {
            let ask = insured(customer, 5_000, kind)
                .is_dangerous_good(true)
                .dangerous_good_un_code(number);
            admin.quotes().quote(ask)
        };
        let refused = async |number: &str| {
            quote(number, InsuranceType::Standard)
                .invalid_members()
                .await
        };
        assert_eq!(
            refused("UN1263").await,
            ["isInsured"],
            "paint is of class 3"
        );
        assert_eq!(refused("3999").await, ["isInsured"], "it may be of class 3");
        assert_eq!(
            refused("9999").await,
            ["dangerousGoodUNCode"],
            "no goods have this number"
        );
        quote("UN1263", InsuranceType::Ati).await;
        quote("1845", InsuranceType::Standard).await;
    });
}

#[test]
fn a_customer_that_has_opted_in_is_insured_unless_it_says_otherwise() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let opt_in = CustomerRequest::new()
            .id(customer)
            .ati_opt_in(true)
            .ati_insured_value(4_000);
        change_customer(&admin, opt_in).await;
        let quote = road(&admin, customer).await;
        assert_eq!(quote.insurance, None, "what is not offered is left out");
        offer(&admin).await;
        let cover = road(&admin, customer).await.insurance.unwrap();
        assert_eq!(cover.insurance_type, InsuranceType::Ati);
        assert_eq!(cover.insured_value, dec(4_000));
        assert_eq!(cover.cost.total, dec(80));
        let ask = given::quote_ask(customer).is_insured(false);
        let without = road_with(&admin, ask).await;
        assert_eq!(without.insurance, None);
        let response = admin
            .pricing()
            .get_insurance_quotes(4_000)
            .customer_id(customer)
            .await;
        let quotes = response.quotes.iter();
        let defaults: Vec<bool> = quotes.map(|quote| quote.is_default).collect();
        assert_eq!(defaults, [false, true]);
    });
}

#[test]
fn without_the_feature_nothing_is_insured() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        offer(&admin).await;
        let off = FeatureValueRequest::new()
            .name("Insurance.Enabled")
            .value("false");
        let off = FeatureChanges::new().feature_values([off]);
        admin.tenancy().update_tenant_features(off).await;
        admin
            .pricing()
            .get_insurance_quotes(5_000)
            .customer_id(customer)
            .refused(403)
            .await;
        let ask = insured(customer, 5_000, InsuranceType::Standard);
        let call = admin.quotes().quote(ask);
        assert_eq!(call.invalid_members().await, ["insuranceType"]);
    });
}
