//! Markups: levels, precedence, and visibility of costs.

use data::ids::{BookingId, CarrierAccountId, CarrierServiceId, CustomerId, QuoteId};
use serde_json::{Value, json};
use testkit::{
    Client,
    api::{
        AccountMarkup, AccountMarkupRequest, Batch, BatchEntry, BookingInput, CalcMethod, Call,
        Decimal, Level, LineMarkup, MarkupRate, MarkupRateRequest, Markups, Operation, Raw,
        SaveMarkups, SaveMarkupsByType, SaveMarkupsForCustomer, ServiceMarkup,
        ServiceMarkupRequest, TenantSettingsChange, TenantSettingsChangePricing, dec,
    },
    given, on_both,
};

use super::{account_markup, entry, percent, quotes, road, service, sums};

fn saving<'a>(admin: &'a Client, entries: &[AccountMarkupRequest]) -> Call<'a, Markups> {
    let body = SaveMarkups::new().carrier_accounts(entries);
    admin.pricing().create_or_update_markup(body)
}

async fn save(admin: &Client, entries: &[AccountMarkupRequest]) -> Vec<AccountMarkup> {
    saving(admin, entries).await.carrier_accounts
}

async fn for_type(admin: &Client, number: i64, entry: AccountMarkupRequest) {
    let body = SaveMarkupsByType::new()
        .mark_up_type(number)
        .carrier_accounts([entry]);
    admin.pricing().create_or_update_markup_by_type(body).await;
}

async fn for_customer(admin: &Client, customer: CustomerId, entry: AccountMarkupRequest) {
    let body = SaveMarkupsForCustomer::new()
        .customer_id(customer)
        .carrier_accounts([entry]);
    let calls = admin.pricing();
    calls.create_or_update_markup_for_customer(body).await;
}

fn rate(method: CalcMethod, value: f64) -> MarkupRateRequest {
    MarkupRateRequest::new().calc_method(method).value(value)
}

fn of_service(id: CarrierServiceId, rate: MarkupRateRequest) -> ServiceMarkupRequest {
    ServiceMarkupRequest::new().service_id(id).rate(rate)
}

#[test]
fn the_first_level_that_is_set_prices_the_next_quote() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (cost, sell) = sums(&road(&admin, customer).await);
        assert_eq!(cost, sell, "without a markup it sells at cost");
        let of_all = |value: i64| account_markup(account, percent(value));
        let sells_at = async |value: i64, level: Level| {
            let quote = road(&admin, customer).await;
            let markup = LineMarkup {
                level,
                calc_method: CalcMethod::Percentage,
                value: Decimal::from(value),
            };
            let mut sum = dec(0);
            for line in &quote.details {
                assert_eq!(line.markup.as_ref(), Some(&markup));
                let marked_up = (line.amount * Decimal::new(100 + value, 2)).round_dp(2);
                assert!(
                    (line.markedup_amount - marked_up).abs() <= dec(0.01),
                    "{line:?}"
                );
                sum += line.markedup_amount;
            }
            let (same, sell) = sums(&quote);
            assert_eq!(sum, sell);
            assert_eq!(same, cost, "what it costs stays");
        };
        for_type(&admin, 1, of_all(5)).await;
        sells_at(5, Level::Carrier).await;
        save(&admin, &[of_all(7)]).await;
        sells_at(7, Level::CarrierAccount).await;
        for_type(&admin, 4, of_all(90)).await;
        sells_at(7, Level::CarrierAccount).await;
        for_type(&admin, 2, of_all(10)).await;
        sells_at(10, Level::Account).await;
        for_customer(&admin, customer, of_all(20)).await;
        sells_at(20, Level::Customer).await;
        let road_id = service(&admin, "ROAD").await;
        let own = entry(account)
            .rate(percent(20))
            .services([of_service(road_id, percent(30))]);
        for_customer(&admin, customer, own).await;
        sells_at(30, Level::Customer).await;
        let other = quotes(&admin, given::quote_ask(customer)).await;
        let priority = other
            .iter()
            .find(|quote| quote.service.code == "PRIORITY")
            .unwrap();
        assert_eq!(
            priority.details[0].markup.as_ref().unwrap().value,
            dec(20),
            "a service's own comes before that of all"
        );
        for_customer(&admin, customer, entry(account)).await;
        sells_at(10, Level::Account).await;
    });
}

#[test]
fn markups_are_told_as_they_were_set() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.pricing();
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let second = given::own_fleet(&kit, &admin, "FLEET-2").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let road_id = service(&admin, "ROAD").await;
        let override_rate = rate(CalcMethod::Override, 12.5);
        let entries = [
            entry(account).expire_date("2030-06-30").rate(percent(5)),
            entry(account)
                .effective_date("2030-07-01")
                .apply_to_all(false)
                .services([of_service(road_id, override_rate)]),
            entry(second).rate(rate(CalcMethod::Fixed, -1.25)),
        ];
        let saved = save(&admin, &entries).await;
        assert_eq!(saved, calls.get_markup().await.carrier_accounts);
        assert_eq!(saved.len(), 3);
        let (first, later, other) = (&saved[0], &saved[1], &saved[2]);
        assert_eq!(
            (first.apply_to_all, first.expire_date.as_deref()),
            (Some(true), Some("2030-06-30"))
        );
        let of_road = ServiceMarkup {
            service_id: road_id,
            rate: MarkupRate {
                calc_method: CalcMethod::Override,
                value: dec(12.5),
            },
        };
        assert_eq!(later.services, [of_road]);
        assert_eq!(
            (
                other.rate.as_ref().map(|rate| rate.value),
                other.carrier_code.as_str()
            ),
            (Some(dec(-1.25)), "own-fleet")
        );
        let saved = save(&admin, &[account_markup(account, percent(6))]).await;
        assert_eq!(saved.len(), 2);
        assert_eq!(saved[1], *other);
        for_type(&admin, 1, account_markup(second, percent(3))).await;
        let carriers = calls.get_markup_by_type(1).await.carrier_accounts;
        assert_eq!(carriers[0].carrier_account_id, CarrierAccountId(account));
        assert_eq!(carriers.len(), 1);
        let none = calls.get_customer_markup(customer).await;
        assert_eq!(none.carrier_accounts, []);
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.pricing();
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let members = async |entries: &[AccountMarkupRequest]| {
            saving(&admin, entries).invalid_members().await
        };
        assert_eq!(
            members(&[account_markup(account, percent(-101))]).await,
            ["carrierAccounts[0].rate.value"]
        );
        let unknown = percent(1).calc_method(Raw("Double"));
        assert_eq!(
            members(&[account_markup(account, unknown)]).await,
            ["carrierAccounts[0].rate.calcMethod"]
        );
        let odd = [
            entry(account)
                .apply_to_all(true)
                .effective_date("2030-02-01")
                .expire_date("2030-01-01"),
            entry(account).services([of_service(CarrierServiceId(999_999_999), percent(5))]),
        ];
        assert_eq!(
            members(&odd).await,
            [
                "carrierAccounts[0].rate",
                "carrierAccounts[0].expireDate",
                "carrierAccounts[1].services[0].serviceId",
                "carrierAccounts[1].effectiveDate",
            ]
        );
        let duplicate = [
            entry(account).expire_date("2030-06-30").rate(percent(5)),
            entry(account).effective_date("2030-06-30").rate(percent(6)),
        ];
        assert_eq!(
            members(&duplicate).await,
            ["carrierAccounts[1].effectiveDate"]
        );
        let by_type = SaveMarkupsByType::new()
            .mark_up_type(6)
            .carrier_accounts(Vec::<AccountMarkupRequest>::new());
        let call = calls.create_or_update_markup_by_type(by_type);
        assert_eq!(call.invalid_members().await, ["markUpType"]);
        calls.get_markup_by_type(0).refused(400).await;

        let five = [account_markup(account, percent(5))];
        let stale = [entry(account).row_version(1).rate(percent(8))];
        save(&admin, &five).await;
        save(&admin, &stale).await;
        saving(&admin, &stale).refused(409).await;

        let outsider = kit.another_tenant().await.user("Admin").await;
        saving(&outsider, &five).refused(404).await;
        let of_outsider = outsider.pricing();
        of_outsider.get_customer_markup(customer).refused(404).await;
        let user = kit.customer_user(customer).await;
        user.pricing()
            .get_customer_markup(customer)
            .refused(403)
            .await;
        saving(&user, &five).refused(403).await;
        let dispatcher = kit.user("Dispatcher").await;
        dispatcher.pricing().get_markup().refused(403).await;
        kit.user("Finance").await.pricing().get_markup().await;
    });
}

#[test]
fn a_customers_user_never_sees_a_cost() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for_customer(&admin, customer, account_markup(account, percent(13))).await;
        let answer = given::quotes(&admin, given::quote_request(customer)).await;
        let quotes = answer["quotes"].as_array().unwrap();
        let is_road = |quote: &&Value| quote["service"]["code"] == "ROAD";
        let wire = quotes.iter().find(is_road).unwrap();
        let quote = road(&admin, customer).await;
        let (cost, sell) = sums(&quote);
        assert!(sell > cost);
        // Digits of amounts known only on the cost side.
        let carrier = wire["carrierCost"].as_object().unwrap().values().cloned();
        let lines = wire["details"].as_array().unwrap();
        let costs: Vec<String> = carrier
            .chain(lines.iter().map(|line| line["amount"].clone()))
            .filter(|amount| amount.as_f64().unwrap().abs() >= 0.005)
            .map(|amount| amount.to_string())
            .collect();
        assert!(
            quote.details[0]
                .break_down
                .contains("markup (13 %, customer)")
        );

        let user = kit.customer_user(customer).await;
        let seen = |what: &str, answer: &Value| {
            let text = answer.to_string();
            let holds = |digits: &String| {
                text.match_indices(digits.as_str()).any(|(at, _)| {
                    let is_digit = |letter: Option<char>| {
                        letter.is_some_and(|it| it.is_ascii_digit() || it == '.')
                    };
                    !is_digit(text[..at].chars().last())
                        && !is_digit(text[at + digits.len()..].chars().next())
                })
            };
            let leaked: Vec<&String> = costs.iter().filter(|digits| holds(digits)).collect();
            assert!(leaked.is_empty(), "{what} tells {leaked:?}: {text}");
            assert!(!text.contains("13 %"), "{what} tells the markup: {text}");
        };
        let answer = given::quotes(&user, given::quote_request(customer)).await;
        seen("the quote", &answer);
        let own = road(&user, customer).await;
        assert_eq!(own.customer_cost.total_excluding_gst, sell);
        assert_eq!((&own.carrier_cost, &own.details[0].markup), (&None, &None));
        assert_eq!(own.details[0].amount, own.details[0].markedup_amount);

        let quotes = answer["quotes"].as_array().unwrap();
        let wire = quotes.iter().find(is_road).unwrap();
        let booking = BookingInput::new()
            .from_address(given::sender())
            .to_address(given::receiver())
            .items(Raw(given::quote_request(customer)["items"].clone()))
            .quote_id(QuoteId(wire["id"].as_i64().unwrap()))
            .resource_token(answer["resourceToken"].as_str().unwrap());
        let batch = Batch::new()
            .bookings([BatchEntry::new().booking(booking)])
            .operations([Operation::Book]);
        let call = user.bookings().create_or_update_batch_booking(batch);
        let booked = call.response().await.result();
        seen("the batch", &booked);
        let id = booked["successBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap_or_else(|| panic!("{booked}"));
        for path in [
            format!("/api/booking/booking/getbookingforEdit?Id={id}"),
            "/api/booking/booking/getbookings".to_owned(),
            "/api/booking/booking/getbookingssummary".to_owned(),
        ] {
            seen(&path, &user.get(&path).await.result());
        }
        let booking = admin.bookings().get_booking_for_edit(BookingId(id)).await;
        let pricing = booking.pricing_detail;
        assert_eq!(pricing.total.tax_exclusive_amount, sell, "{pricing:?}");
        let carrier = pricing.carrier_total.unwrap();
        assert_eq!(carrier.tax_exclusive_amount, cost);
    });
}

#[test]
fn tax_margin_and_rounding_follow_the_tenant() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        save(&admin, &[account_markup(account, percent(1))]).await;
        let pricing = json!({"minimumMargin": 20, "roundTo": 0.5, "rounding": "Up"});
        given::change_settings(&kit, json!({ "pricing": pricing })).await;
        let quote = road(&admin, customer).await;
        let (cost, sell) = sums(&quote);
        assert!(
            sell * dec(8) >= cost * dec(10)
                && sell % dec(0.5) == dec(0)
                && (sell - dec(0.5)) * dec(8) < cost * dec(10),
            "{cost} sells at {sell}"
        );
        let tax = quote.customer_cost.total_including_gst - sell;
        assert!(
            (tax - sell / dec(10)).abs() <= dec(0.02),
            "a tenth of {sell} is not {tax}"
        );
        let change = TenantSettingsChangePricing::new;
        for (settings, member) in [
            (change().minimum_margin(96), "pricing.minimumMargin"),
            (change().round_to(0.005), "pricing.roundTo"),
        ] {
            let change = TenantSettingsChange::new().pricing(settings);
            let call = admin.tenancy().update_all_settings(change);
            assert_eq!(call.invalid_members().await, [member]);
        }
        // Exports are zero-rated. The tenant is in another country here, so the lane is an export.
        given::change_settings(&kit, json!({"general": {"countryCode": "NZ"}})).await;
        let export = road(&admin, customer).await;
        assert_eq!(
            export.customer_cost.total_including_gst,
            export.customer_cost.total_excluding_gst
        );
        assert!(!export.service.is_tax_applied);
    });
}
