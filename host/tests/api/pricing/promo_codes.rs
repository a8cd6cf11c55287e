//! Promo codes: saved, discounted, limited, used by bookings and returned.

use data::ids::{BookingId, CarrierAccountId, CustomerId};
use futures_util::future::join_all;
use testkit::{
    Client,
    api::{
        Batch, BatchEntry, BookingInput, Bulk, CalcMethod, Call, CancelBookingBody, CustomerInput,
        MarkupRateRequest, Null, OnePromoCode, Operation, PromoCode, PromoCodeId, PromoCodeRequest,
        QuoteAsk, Raw, SaveMarkups, SavePromoCode, Status, dec,
    },
    given, on_both,
};

use super::{entry, percent, road_with, sums};

fn code(code: &str) -> PromoCodeRequest {
    PromoCodeRequest::new().code(code)
}

fn change(id: PromoCodeId) -> PromoCodeRequest {
    PromoCodeRequest::new().id(id)
}

fn saving(admin: &Client, promo_code: PromoCodeRequest) -> Call<'_, OnePromoCode> {
    let body = SavePromoCode::new().promo_code(promo_code);
    admin.pricing().create_or_update_promo_code(body)
}

async fn save(admin: &Client, promo_code: PromoCodeRequest) -> PromoCode {
    saving(admin, promo_code).await.promo_code
}

async fn count_uses(admin: &Client, id: PromoCodeId) -> i64 {
    let form = admin.pricing().get_promo_code_for_edit(id).await;
    form.promo_code.used_count
}

fn quote_ask(customer: CustomerId, code: &str) -> QuoteAsk {
    given::quote_ask(customer).promo_code(code)
}

async fn quoted(admin: &Client, customer: CustomerId, code: &str) -> BookingId {
    let answer = given::quoted(admin, quote_ask(customer, code)).await;
    let items = given::quote_request(customer)["items"].clone();
    let booking = BookingInput::new()
        .customer(CustomerInput::new().id(customer))
        .from_address(given::sender())
        .to_address(given::receiver())
        .items(Raw(items))
        .quote_id(answer.quotes[0].id)
        .resource_token(answer.resource_token);
    let batch = Batch::new()
        .bookings([BatchEntry::new().booking(booking)])
        .operations(Vec::<Operation>::new());
    let saved = admin.bookings().create_or_update_batch_booking(batch).await;
    assert_eq!(saved.fail_bookings, []);
    saved.success_bookings[0].booking.id
}

async fn book(admin: &Client, id: BookingId) -> bool {
    let body = Bulk::new().booking_ids([id]).operations([Operation::Book]);
    admin.bookings().run_bulk_operation(body).await;
    status(admin, id).await == Status::Booked
}

async fn status(admin: &Client, id: BookingId) -> Status {
    let list = admin.bookings().get_bookings();
    let page = list.filter(format!("id eq {id}")).await;
    page.items[0].booking_status
}

async fn cancel(admin: &Client, id: BookingId) {
    let body = CancelBookingBody::new().id(id);
    admin.bookings().cancel_booking(body).await;
}

#[test]
fn promo_codes_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let calls = admin.pricing();
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let rate = MarkupRateRequest::new()
            .calc_method(CalcMethod::Percentage)
            .value(12.5);
        let spring = code(" SPRING ")
            .start_date("2026-09-01")
            .end_date("2026-11-30")
            .rate(rate)
            .max_uses(100)
            .carrier_account_ids([CarrierAccountId(account)]);
        let spring = save(&admin, spring).await;
        assert_eq!(
            (spring.code.as_str(), spring.is_active, spring.used_count),
            ("SPRING", true, 0)
        );
        let changed = save(&admin, change(spring.id).is_active(false)).await;
        assert_eq!((changed.is_active, changed.rate.value), (false, dec(12.5)));
        let fixed = MarkupRateRequest::new()
            .calc_method(CalcMethod::Fixed)
            .value(5);
        save(&admin, code("ALL").rate(fixed)).await;
        let list = calls
            .get_promo_codes()
            .sorting("code")
            .filter("contains(code,'SPR')")
            .await;
        assert_eq!((list.total_count, &list.items[0]), (1, &changed));
        let by_account = calls.get_map_carrier_account_promo_code().await.items;
        assert_eq!(by_account[0].carrier_account_id, None);
        assert_eq!(by_account[1].promo_codes[0].code, "SPRING");
        let outsider = kit.another_tenant().await.user("Admin").await;
        let of_outsider = outsider.pricing();
        of_outsider
            .get_promo_code_for_edit(spring.id)
            .refused(404)
            .await;
        of_outsider.delete_promo_code(spring.id).refused(404).await;
        kit.user("Dispatcher")
            .await
            .pricing()
            .get_promo_code_for_edit(spring.id)
            .refused(403)
            .await;
        calls.delete_promo_code(spring.id).await;
        calls.get_promo_code_for_edit(spring.id).refused(404).await;
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        save(&admin, code("SPRING").rate(percent(10))).await;
        let members =
            async |promo_code: PromoCodeRequest| saving(&admin, promo_code).invalid_members().await;
        assert_eq!(
            members(code("spring").rate(percent(5))).await,
            ["promoCode.code"]
        );
        let invalid = code("")
            .rate(percent(101))
            .max_uses(0)
            .end_date("2026-01-01")
            .start_date("2026-02-01");
        assert_eq!(
            members(invalid).await,
            [
                "promoCode.code",
                "promoCode.maxUses",
                "promoCode.rate.value",
                "promoCode.endDate"
            ]
        );
        let unread = code("A")
            .start_date("yesterday")
            .rate(percent(10).value(Raw("ten")));
        assert_eq!(
            members(unread).await,
            ["promoCode.startDate", "promoCode.rate.value"]
        );
    });
}

#[test]
fn a_code_takes_its_discount_off_where_it_holds() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let markup = SaveMarkups::new().carrier_accounts([entry(account).rate(percent(50))]);
        admin.pricing().create_or_update_markup(markup).await;
        let spring = save(&admin, code("SPRING").rate(percent(10))).await;
        let plain = road_with(&admin, given::quote_ask(customer)).await;
        let quote = road_with(&admin, quote_ask(customer, " spring ")).await;
        let discount = quote.customer_cost.total_discount;
        let ((cost, before), (same, after)) = (sums(&plain), sums(&quote));
        assert_eq!(cost, same);
        assert!(
            (discount * dec(10) - before).abs() <= dec(0.05) && before - discount == after,
            "{discount} off {before} is {after}"
        );
        for line in &quote.details {
            assert!(line.markedup_amount >= line.discount_amount, "{line:?}");
        }
        let invalid = async |code: &str| {
            let call = admin.quotes().quote(quote_ask(customer, code));
            call.invalid_members().await
        };
        assert_eq!(invalid("AUTUMN").await, ["promoCode"]);
        save(&admin, change(spring.id).end_date("2020-01-01")).await;
        assert_eq!(invalid("SPRING").await, ["promoCode"]);
        let other = CarrierAccountId(given::own_fleet(&kit, &admin, "FLEET-2").await);
        let of_other = change(spring.id)
            .end_date(Null)
            .carrier_account_ids([other]);
        save(&admin, of_other).await;
        let answer = given::quoted(&admin, quote_ask(customer, "SPRING")).await;
        for quote in &answer.quotes {
            let is_off = quote.customer_cost.total_discount > dec(0);
            assert_eq!(is_off, quote.carrier_account_id == other, "{quote:?}");
        }
    });
}

#[test]
fn a_use_is_spent_by_a_booking_and_given_back_by_its_cancellation() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let limited = code("ONCE")
            .rate(percent(10))
            .max_uses(2)
            .max_uses_per_customer(1);
        let id = save(&admin, limited).await.id;
        let (first, second, third) = (
            quoted(&admin, one, "ONCE").await,
            quoted(&admin, one, "ONCE").await,
            quoted(&admin, other, "once").await,
        );
        assert_eq!(
            count_uses(&admin, id).await,
            0,
            "what is only quoted has spent nothing"
        );
        assert!(book(&admin, first).await);
        assert!(!book(&admin, second).await, "the customer has had its use");
        assert_eq!(
            (count_uses(&admin, id).await, status(&admin, second).await),
            (1, Status::Quoted)
        );
        assert!(book(&admin, third).await);
        assert_eq!(count_uses(&admin, id).await, 2);
        let spent = admin.quotes().quote(quote_ask(one, "ONCE"));
        assert_eq!(spent.invalid_members().await, ["promoCode"]);
        cancel(&admin, first).await;
        assert_eq!(count_uses(&admin, id).await, 1);
        assert!(book(&admin, second).await, "the use is free again");
        let list = admin.bookings().get_bookings();
        let page = list.filter(format!("id eq {second}")).await;
        assert_eq!(page.items[0].promo_code.as_deref(), Some("ONCE"));
        cancel(&admin, second).await;
        let last = quoted(&admin, one, "ONCE").await;
        save(&admin, change(id).is_active(false)).await;
        assert!(!book(&admin, last).await);
    });
}

#[test]
fn two_at_once_cannot_pass_the_limit() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let few = code("FEW").rate(percent(10)).max_uses(2);
        let id = save(&admin, few).await.id;
        let mut bookings = Vec::new();
        for name in ["A", "B", "C", "D", "E"] {
            let customer = given::customer(&kit, name).await;
            bookings.push(quoted(&admin, customer, "FEW").await);
        }
        let booked = join_all(bookings.iter().map(|id| book(&admin, *id))).await;
        assert_eq!(booked.iter().filter(|is_booked| **is_booked).count(), 2);
        assert_eq!(count_uses(&admin, id).await, 2);
    });
}
