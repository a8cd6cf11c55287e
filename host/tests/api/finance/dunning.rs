//! Reminders: due dates, no repeats, disputes, credit stops and low balances.

use chrono::{Days, NaiveDate, Utc};
use data::{db::Mode, ids::CustomerId};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{cents, create_booking, invoice, process};

const BASE: &str = "/api/finance/dunning";

fn days_ago(days: u64) -> NaiveDate {
    Utc::now().date_naive() - Days::new(days)
}

pub(super) async fn post_overdue_invoice(
    admin: &Client,
    customer: CustomerId,
    net: i64,
    days: u64,
) -> Value {
    let lines = json!([{"description": "Storage", "taxExclusiveAmount": net}]);
    let body = json!({"customerId": customer,
        "adhocInvoice": {"invoiceDate": days_ago(days + 14), "dueDate": days_ago(days), "invoiceLines": lines}});
    let created = admin
        .post("/api/finance/invoice/GenerateAdhocInvoice", body)
        .await
        .result()["invoice"]
        .clone();
    for operation in ["Close", "Approve", "Post"] {
        assert_eq!(
            process(admin, operation, &created["id"]).await["success"],
            true,
            "{operation}"
        );
    }
    created["id"].clone()
}

pub(super) async fn run_nightly(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    scope
        .publish(&tenancy::DAY_BEGAN, &Default::default())
        .await
        .unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
}

pub(super) async fn set(admin: &Client, groups: Value) -> testkit::ApiResponse {
    admin
        .put("/api/finance/settings/updatesettings", groups)
        .await
}

pub(super) async fn notices(client: &Client) -> Vec<Value> {
    client
        .get(&format!("{BASE}/getnotices?sorting=id"))
        .await
        .result()["items"]
        .as_array()
        .unwrap()
        .clone()
}

pub(super) async fn status(admin: &Client, customer: CustomerId) -> Value {
    let path = format!("/api/customer/customer/getcustomerforedit?id={customer}");
    admin.get(&path).await.result()["customer"]["accountStatus"].clone()
}

async fn pay(admin: &Client, customer: CustomerId, amount: f64, shares: Value) -> Value {
    let body = json!({"customerId": customer, "paymentDate": days_ago(0), "paidAmount": amount,
        "allocatedInvoicePayments": shares});
    admin
        .post("/api/finance/payment/createpayment", body)
        .await
        .result()["payment"]["id"]
        .clone()
}

#[test]
fn each_step_is_sent_once_with_the_statement() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let (one, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let (first, second) = (
            post_overdue_invoice(&admin, one, 100, 30).await,
            post_overdue_invoice(&admin, one, 50, 10).await,
        );
        post_overdue_invoice(&admin, one, 10, 3).await;
        let disputed = post_overdue_invoice(&admin, other, 100, 30).await;
        assert_eq!(process(&admin, "Dispute", &disputed).await["success"], true);
        run_nightly(&kit).await;
        assert!(notices(&admin).await.is_empty(), "reminders are off");

        set(
            &admin,
            json!({"dunning": {"isActive": true, "steps": steps()}}),
        )
        .await
        .result();
        let preview = admin.get(&format!("{BASE}/previewnotices")).await.result();
        assert_eq!(
            (&preview["totalCount"], &preview["items"][0]["stepName"]),
            (&json!(1), &json!("Second"))
        );
        assert!(notices(&admin).await.is_empty(), "a preview writes nothing");
        for _ in 0..2 {
            run_nightly(&kit).await;
        }
        let sent = notices(&admin).await;
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert_eq!(
            (cents(&sent[0]["amount"]), &sent[0]["customerName"]),
            (17_600, &json!("Bluegum Wines"))
        );
        let actual: Vec<(&Value, i64)> = sent[0]["invoices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|of| (&of["invoiceId"], of["stepDays"].as_i64().unwrap()))
            .collect();
        assert_eq!(actual, [(&first, 21), (&second, 7)]);
        let email = inbox.next_email_to("robin@example.test").await;
        assert_eq!(email.subject, "Second: 176.00 AUD");
        assert!(email.raw.contains("statement-") && email.raw.contains(".pdf"));
        assert_eq!(inbox.count().await, 0, "one letter for all that is due");
        assert_eq!(
            status(&admin, one).await,
            "Active",
            "this step stops nobody"
        );

        assert_eq!(process(&admin, "Resolve", &disputed).await["success"], true);
        admin
            .post(&format!("{BASE}/sendnotices"), json!({}))
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(notices(&admin).await.len(), 2);
        let user = kit.customer_user(one).await;
        assert_eq!(
            notices(&user).await.len(),
            1,
            "a customer's user sees its own"
        );
        assert_eq!(
            notices(&kit.another_tenant().await.user("Admin").await)
                .await
                .len(),
            0
        );
        user.get(&format!("{BASE}/previewnotices"))
            .await
            .expect_error(403);
    });
}

/// Reminders after 7 and 21 days, and a credit stop after 45.
fn steps() -> Value {
    json!([
        {"name": "Stop", "daysOverdue": 45, "stopsCredit": true},
        {"name": "First", "daysOverdue": 7, "subject": "First: {amount}"},
        {"name": "Second", "daysOverdue": 21, "subject": "Second: {amount}"},
    ])
}

#[test]
fn a_step_stops_credit_until_all_that_is_overdue_is_paid() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "SYD").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (first, second) = (
            post_overdue_invoice(&admin, customer, 100, 60).await,
            post_overdue_invoice(&admin, customer, 50, 10).await,
        );
        set(
            &admin,
            json!({"dunning": {"isActive": true, "steps": steps()}}),
        )
        .await
        .result();
        run_nightly(&kit).await;
        assert_eq!(status(&admin, customer).await, "CreditStop");
        let mut scope = kit.scope(Mode::Write);
        let refused = customers::check_may_book(&mut scope, customer, 1.into())
            .await
            .unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("Bluegum Wines is on credit stop and cannot book"),
            "{refused}"
        );
        drop(scope);

        pay(
            &admin,
            customer,
            110.0,
            json!([{"invoiceId": first, "amount": 110}]),
        )
        .await;
        kit.drain_jobs().await;
        assert_eq!(
            status(&admin, customer).await,
            "CreditStop",
            "another one is overdue"
        );
        let paid = pay(&admin, customer, 55.0, json!([])).await;
        kit.drain_jobs().await;
        assert_eq!(status(&admin, customer).await, "Active");
        assert_eq!(invoice(&admin, &second).await["status"], "Posted");

        // The payment is reversed: no step is repeated.
        let bounced = json!({"paymentId": paid, "reversalDate": days_ago(0)});
        admin
            .post("/api/finance/payment/reversepayment", bounced)
            .await
            .result();
        run_nightly(&kit).await;
        assert_eq!(
            (notices(&admin).await.len(), status(&admin, customer).await),
            (1, json!("Active"))
        );

        let by_hand = given::customer(&kit, "Wattle Works").await;
        let stop = json!({"customer": {"id": by_hand, "accountStatus": "CreditStop"}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", stop)
            .await
            .result();
        let third = post_overdue_invoice(&admin, by_hand, 100, 60).await;
        run_nightly(&kit).await;
        pay(
            &admin,
            by_hand,
            110.0,
            json!([{"invoiceId": third, "amount": 110}]),
        )
        .await;
        kit.drain_jobs().await;
        assert_eq!(status(&admin, by_hand).await, "CreditStop");
        assert!(account > 0);
    });
}

#[test]
fn what_is_set_is_checked_and_kept_by_groups() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = "/api/finance/settings/getsettings";
        let first = admin.get(path).await.result();
        assert_eq!(
            (&first["rowVersion"], &first["dunning"]["isActive"]),
            (&json!(0), &json!(false))
        );
        assert_eq!(first["dunning"]["steps"].as_array().unwrap().len(), 3);
        let duplicate = json!({"dunning": {"steps": [{"name": "A", "daysOverdue": 7}, {"name": "B", "daysOverdue": 7}]}});
        assert_eq!(
            set(&admin, duplicate).await.invalid_members(),
            ["dunning.steps[1].daysOverdue"]
        );
        let code =
            json!({"dunning": {"steps": [{"name": "A", "daysOverdue": 7, "text": "{total}"}]}});
        assert_eq!(
            set(&admin, code).await.invalid_members(),
            ["dunning.steps[0].text"]
        );
        let below = set(&admin, json!({"lowBalance": {"threshold": -1}})).await;
        assert_eq!(below.invalid_members(), ["lowBalance.threshold"]);
        let off = admin.post(&format!("{BASE}/sendnotices"), json!({})).await;
        assert_eq!(off.invalid_members(), ["dunning.isActive"]);

        let set_once = set(
            &admin,
            json!({"rowVersion": 0, "dunning": {"steps": steps()}}),
        )
        .await
        .result();
        let names: Vec<&Value> = set_once["dunning"]["steps"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| &step["name"])
            .collect();
        assert_eq!(
            names,
            ["First", "Second", "Stop"],
            "in the order of their days"
        );
        set(
            &admin,
            json!({"rowVersion": 0, "lowBalance": {"threshold": 5}}),
        )
        .await
        .expect_error(409);
        let both = set(
            &admin,
            json!({"lowBalance": {"isActive": true, "threshold": 5}}),
        )
        .await
        .result();
        assert_eq!(
            (
                both["dunning"]["steps"].as_array().unwrap().len(),
                &both["lowBalance"]["threshold"]
            ),
            (3, &json!(5))
        );
        let outsider = kit.another_tenant().await.user("Admin").await;
        assert_eq!(outsider.get(path).await.result()["rowVersion"], 0);
        kit.user("Dispatcher")
            .await
            .get(path)
            .await
            .expect_error(403);
    });
}

#[test]
fn a_low_balance_is_told_once_for_each_time_it_falls() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "SYD").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let prepaid = json!({"customer": {"id": customer, "type": "Prepaid"}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", prepaid)
            .await
            .result();
        set(
            &admin,
            json!({"lowBalance": {"isActive": true, "threshold": 50}}),
        )
        .await
        .result();
        let book = async |net: i64| {
            let id = create_booking(&kit, account, customer, net, &Utc::now().to_rfc3339()).await;
            let mut scope = kit.scope(Mode::Write);
            let payload = bookings::events::OneBooking {
                booking_id: data::ids::BookingId(id),
            };
            scope
                .publish(&bookings::events::BOOKED, &payload)
                .await
                .unwrap();
            scope.commit().await.unwrap();
            kit.drain_jobs().await;
        };
        let top_up = async |amount: f64| {
            let id = pay(&admin, customer, amount, json!([])).await;
            kit.drain_jobs().await;
            id
        };
        top_up(20.0).await;
        assert_eq!(inbox.count().await, 0, "it was never higher");
        top_up(180.0).await;
        book(100).await;
        assert_eq!(inbox.count().await, 0);
        book(50).await;
        let email = inbox.next_email_to("robin@example.test").await;
        assert!(email.raw.contains("35.00 AUD"), "{}", email.raw);
        book(12).await;
        run_nightly(&kit).await;
        assert_eq!(inbox.count().await, 0, "told once while it is low");
        top_up(100.0).await;
        let bounced = top_up(10.0).await;
        book(50).await;
        run_nightly(&kit).await;
        assert_eq!(inbox.count().await, 0, "it is still 76.80");
        let own_body = json!({"customerId": customer, "threshold": 70});
        let set = admin
            .put("/api/finance/customer/updatelowbalance", own_body)
            .await
            .result();
        assert_eq!(
            (&set["threshold"], &set["isLow"]),
            (&json!(70), &json!(false))
        );
        let path = format!("/api/finance/customer/getprepaidbalance?customerId={customer}");
        let response = admin.get(&path).await.result();
        assert_eq!(
            (&response["lowBalanceThreshold"], &response["ownThreshold"]),
            (&json!(70), &json!(70))
        );
        admin
            .post(
                "/api/finance/payment/reversepayment",
                json!({"paymentId": bounced, "reversalDate": days_ago(0)}),
            )
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 1, "what bounced has brought it below");
        let invalid = json!({"customerId": customer, "threshold": -1});
        let invalid = admin
            .put("/api/finance/customer/updatelowbalance", invalid)
            .await;
        assert_eq!(invalid.invalid_members(), ["threshold"]);
        let outsider = kit.another_tenant().await.user("Admin").await;
        let foreign = json!({"customerId": customer, "threshold": 1});
        outsider
            .put("/api/finance/customer/updatelowbalance", foreign)
            .await
            .expect_error(404);
    });
}

#[test]
fn unapplied_money_is_named_and_deducted_if_the_tenant_says_so() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let first = post_overdue_invoice(&admin, customer, 200, 40).await;
        post_overdue_invoice(&admin, customer, 100, 30).await;
        pay(
            &admin,
            customer,
            250.0,
            json!([{"invoiceId": first, "amount": 220}]),
        )
        .await;
        set(
            &admin,
            json!({"dunning": {"isActive": true, "steps": steps()}}),
        )
        .await
        .result();
        let preview = async || {
            admin.get(&format!("{BASE}/previewnotices")).await.result()["items"][0].clone()
        };
        let sums = |notice: &Value| {
            ["amount", "unappliedAmount", "amountToPay"].map(|member| cents(&notice[member]))
        };

        let plain = preview().await;
        assert_eq!(
            (sums(&plain), &plain["subject"]),
            ([11_000, 3_000, 11_000], &json!("Second: 110.00 AUD"))
        );
        let text = plain["text"].as_str().unwrap();
        for line in [
            "Overdue: 110.00 AUD",
            "not yet applied to an invoice: 30.00 AUD",
            "Left to pay: 80.00 AUD",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }

        let steps = json!([{"name": "Only", "daysOverdue": 7, "subject": "{amount} of {overdue}",
            "text": "{unapplied} came in"}]);
        set(
            &admin,
            json!({"dunning": {"isActive": true, "netsUnapplied": true, "steps": steps}}),
        )
        .await
        .result();
        let netted = preview().await;
        assert_eq!(
            (sums(&netted), &netted["subject"]),
            ([11_000, 3_000, 8_000], &json!("80.00 AUD of 110.00 AUD"))
        );
        assert_eq!(netted["text"], "30.00 AUD came in");
        run_nightly(&kit).await;
        let sent = notices(&admin).await;
        assert_eq!((sent.len(), sums(&sent[0])), (1, [11_000, 3_000, 8_000]));
        pay(&admin, customer, 80.0, json!([])).await;
        assert!(
            preview().await.is_null(),
            "what came in covers what is overdue"
        );
    });
}
