//! General ledger: entries, balances, the nightly proof, locked periods, exports and account codes.

use data::{
    db::{Mode, Val},
    ids::CustomerId,
    tsql,
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{cents, invoice, post_invoice, process};

const BASE: &str = "/api/finance/ledger";

async fn get(client: &Client, path: &str) -> Value {
    client.get(&format!("{BASE}/{path}")).await.result()
}

pub(super) async fn balance(admin: &Client, account: &str) -> i64 {
    let balances = get(admin, "getbalances?asOf=2100-01-01").await;
    let items = balances["items"].as_array().unwrap().clone();
    let sum: i64 = items.iter().map(|item| cents(&item["balance"])).sum();
    assert_eq!(sum, 0, "debits are credits: {balances}");
    cents(
        &items
            .iter()
            .find(|item| item["account"] == account)
            .unwrap()["balance"],
    )
}

async fn pay(
    admin: &Client,
    customer: CustomerId,
    amount: f64,
    day: &str,
    shares: Value,
) -> ApiResponse {
    let body = json!({"customerId": customer, "paymentDate": day, "paidAmount": amount,
        "allocatedInvoicePayments": shares});
    admin.post("/api/finance/payment/createpayment", body).await
}

async fn run_nightly(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    scope
        .publish(&tenancy::DAY_BEGAN, &Default::default())
        .await
        .unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
}

async fn count(kit: &Kit, sql: data::db::TenantSql) -> i64 {
    kit.scope(Mode::Read).rows(sql, Vec::new()).await.unwrap()[0]
        .get(0)
        .unwrap()
}

#[test]
fn every_movement_is_in_the_ledger_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (first, second) = (
            post_invoice(&admin, customer, 100.0).await,
            post_invoice(&admin, customer, 50.0).await,
        );
        assert_eq!(
            (
                balance(&admin, "Receivable").await,
                balance(&admin, "Tax").await
            ),
            (16_500, -1_500)
        );
        let shares = json!([{"invoiceId": first, "amount": 110}]);
        let paid = pay(&admin, customer, 130.0, "2026-03-01", shares)
            .await
            .result()["payment"]["id"]
            .clone();
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await
            ),
            (13_000, -2_000)
        );
        assert_eq!(balance(&admin, "Receivable").await, 5_500);

        let refund = json!({"paymentId": paid, "amount": 20, "refundDate": "2026-03-02"});
        let path = "/api/finance/payment/refundpayment";
        let answers = join_all((0..4).map(|_| admin.post(path, refund.clone()))).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.status == 200).count(),
            1
        );
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await
            ),
            (11_000, 0)
        );
        let refund = json!({"paymentId": paid, "amount": 30, "invoiceId": first, "refundDate": "2026-03-03"});
        admin.post(path, refund).await.result();
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Receivable").await
            ),
            (8_000, 8_500)
        );

        assert_eq!(process(&admin, "WriteOff", &second).await["success"], true);
        assert_eq!(
            (
                balance(&admin, "WriteOff").await,
                balance(&admin, "Receivable").await
            ),
            (5_500, 3_000)
        );
        let proof = get(&admin, "getproof").await;
        assert_eq!(
            (&proof["isProven"], &proof["differences"]),
            (&json!(true), &json!([]))
        );

        let of_first = get(&admin, &format!("getentries?invoiceId={first}&sorting=id")).await;
        let actual: Vec<(&str, i64)> = of_first["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| (line["movement"].as_str().unwrap(), cents(&line["amount"])))
            .collect();
        let refunded = [("PaymentAllocated", 3_000), ("PaymentRefunded", 3_000)];
        let before = [
            ("InvoicePosted", 10_000),
            ("InvoicePosted", 1_000),
            ("PaymentAllocated", 11_000),
        ];
        assert_eq!(actual, [before.as_slice(), refunded.as_slice()].concat());
        assert_eq!(of_first["items"][0]["customerName"], "Bluegum Wines");
        let cash = get(
            &admin,
            "getentries?account=Cash&fromDate=2026-03-02&toDate=2026-03-02",
        )
        .await;
        assert_eq!(
            (&cash["totalCount"], &cash["items"][0]["debitAccount"]),
            (&json!(1), &json!("Unapplied"))
        );
        kit.customer_user(customer)
            .await
            .get(&format!("{BASE}/getentries"))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_bounced_payment_and_a_credit_come_back_in_the_ledger() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = post_invoice(&admin, customer, 100.0).await;
        let paid = pay(
            &admin,
            customer,
            110.0,
            "2026-03-01",
            json!([{"invoiceId": id, "amount": 110}]),
        )
        .await
        .result();
        let bounced = json!({"paymentId": paid["payment"]["id"], "reversalDate": "2026-03-04"});
        admin
            .post("/api/finance/payment/reversepayment", bounced)
            .await
            .result();
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await
            ),
            (0, 0)
        );
        assert_eq!(balance(&admin, "Receivable").await, 11_000);

        let line = invoice(&admin, &id).await["invoiceDetails"][0]["id"].clone();
        let request = |amount: f64| {
            json!({"customerId": customer, "invoiceId": id, "amount": amount, "note": "Too much",
                "details": [{"invoiceDetailId": line, "amount": amount, "note": "Too much"}]})
        };
        let decide = async |operation: &str, note: &Value| {
            let body = json!({"operation": operation, "creditNote": {"id": note}});
            admin
                .post("/api/finance/creditnote/processcreditnoterequest", body)
                .await
                .result();
        };
        let path = "/api/finance/creditnote/createcreditnoterequest";
        let note = admin.post(path, request(22.0)).await.result()["creditNote"]["id"].clone();
        decide("Approve", &note).await;
        assert_eq!(
            (
                balance(&admin, "Unapplied").await,
                balance(&admin, "Tax").await
            ),
            (-2_200, -800)
        );
        decide("Void", &note).await;
        assert_eq!(
            (
                balance(&admin, "Unapplied").await,
                balance(&admin, "Tax").await
            ),
            (0, -1_000)
        );
        let note = admin.post(path, request(33.0)).await.result()["creditNote"]["id"].clone();
        decide("Approve", &note).await;
        decide("Apply", &note).await;
        assert_eq!(
            (
                balance(&admin, "Receivable").await,
                balance(&admin, "Revenue").await
            ),
            (7_700, -7_000)
        );
        assert_eq!(get(&admin, "getproof").await["isProven"], true);
    });
}

#[test]
fn nothing_moves_in_a_locked_period() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let create = async |first: &str, last: &str| {
            let body = json!({"firstDay": first, "lastDay": last, "note": "March is reported"});
            admin.post(&format!("{BASE}/createlock"), body).await
        };
        assert_eq!(
            create("2026-03-31", "2026-03-01").await.invalid_members(),
            ["lastDay"]
        );
        assert_eq!(
            create("1926-03-01", "2026-03-01").await.invalid_members(),
            ["firstDay"]
        );
        let lock = create("2026-03-01", "2026-03-31").await.result()["lock"]["id"].clone();
        let april = create("2026-04-01", "2026-04-30").await.result()["lock"]["id"].clone();
        assert_eq!(
            create("2026-03-31", "2026-06-30").await.invalid_members(),
            ["firstDay"]
        );
        assert_eq!(get(&admin, "getlocks").await["totalCount"], 2);

        let refused = pay(&admin, customer, 10.0, "2026-03-31", json!([])).await;
        assert_eq!(refused.invalid_members(), ["paymentDate"]);
        let earlier = pay(&admin, customer, 10.0, "2001-02-03", json!([])).await;
        assert_eq!(
            earlier.invalid_members(),
            ["paymentDate"],
            "a lock closes everything up to its last day"
        );
        let message = String::from_utf8_lossy(&refused.body).into_owned();
        assert!(
            message.contains("2026-05-01"),
            "the first open day is named: {message}"
        );
        let paid = pay(&admin, customer, 10.0, "2026-05-01", json!([]))
            .await
            .result()["payment"]["id"]
            .clone();
        let refund = json!({"paymentId": paid, "amount": 1, "refundDate": "2026-04-02"});
        let refused = admin
            .post("/api/finance/payment/refundpayment", refund)
            .await;
        assert_eq!(refused.invalid_members(), ["refundDate"]);
        let bounced = json!({"paymentId": paid, "reversalDate": "2026-03-02"});
        let refused = admin
            .post("/api/finance/payment/reversepayment", bounced)
            .await;
        assert_eq!(refused.invalid_members(), ["reversalDate"]);
        assert_eq!(
            balance(&admin, "Cash").await,
            1_000,
            "what was refused has moved nothing"
        );
        let lines = json!([{"description": "Storage", "taxExclusiveAmount": 10}]);
        let body = json!({"customerId": customer, "adhocInvoice": {"invoiceDate": "2026-03-15", "invoiceLines": lines}});
        let created = admin
            .post("/api/finance/invoice/GenerateAdhocInvoice", body)
            .await
            .result();
        let id = created["invoice"]["id"].clone();
        process(&admin, "Close", &id).await;
        process(&admin, "Approve", &id).await;
        assert_eq!(process(&admin, "Post", &id).await["success"], false);
        assert_eq!(invoice(&admin, &id).await["status"], "Approved");

        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .delete(&format!("{BASE}/removelock?id={lock}"))
            .await
            .expect_error(404);
        admin
            .delete(&format!("{BASE}/removelock?id={lock}"))
            .await
            .result();
        assert_eq!(
            process(&admin, "Post", &id).await["success"],
            false,
            "April's lock closes all days before it"
        );
        admin
            .delete(&format!("{BASE}/removelock?id={april}"))
            .await
            .result();
        assert_eq!(process(&admin, "Post", &id).await["success"], true);
        kit.customer_user(customer)
            .await
            .delete(&format!("{BASE}/removelock?id={lock}"))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_night_brings_in_older_documents_once_and_tells_of_a_difference() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        post_invoice(&admin, customer, 100.0).await;
        // As if created before the ledger.
        let mut scope = kit.scope(Mode::Write);
        let older = tsql!(
            "INSERT INTO payments (tenant_id, row_version, customer_id, paid_amount, unallocated_amount, base_paid_amount,
               base_unallocated_amount, payment_date, payment_type, creation_time)
             SELECT $1, 1, customer_id, $2, $2, $2, $2, '2026-02-01', 'Cash', creation_time FROM invoices WHERE tenant_id = $1"
        );
        scope
            .rows(older, vec![Val::Decimal(40.into())])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let proof = get(&admin, "getproof").await;
        assert_eq!(
            (&proof["isProven"], &proof["differences"][0]["account"]),
            (&json!(false), &json!("Unapplied"))
        );
        for _ in 0..2 {
            run_nightly(&kit).await;
            assert_eq!(get(&admin, "getproof").await["isProven"], true);
        }
        assert_eq!(
            (
                balance(&admin, "Cash").await,
                balance(&admin, "Unapplied").await
            ),
            (4_000, -4_000)
        );
        let query = tsql!(
            "SELECT CAST(COUNT(*) AS BIGINT) FROM ledger_entries WHERE tenant_id = $1 AND movement = 'PaymentReceived'"
        );
        assert_eq!(count(&kit, query).await, 1);

        let mut scope = kit.scope(Mode::Write);
        let spoilt = tsql!(
            "UPDATE payments SET unallocated_amount = $2, base_unallocated_amount = $2 WHERE tenant_id = $1"
        );
        scope
            .rows(spoilt, vec![Val::Decimal(39.into())])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        run_nightly(&kit).await;
        let proof = get(&admin, "getproof").await;
        let difference = &proof["differences"][0];
        assert_eq!(
            (
                cents(&difference["ledger"]),
                cents(&difference["documents"])
            ),
            (4_000, 3_900)
        );
        assert_eq!(difference["customerName"], "Bluegum Wines");
        let mut scope = kit.scope(Mode::Write);
        let changed = tsql!("UPDATE ledger_lines SET amount = 1 WHERE tenant_id = $1");
        assert!(
            scope.rows(changed, Vec::new()).await.is_err(),
            "what is in the ledger stays"
        );
    });
}

#[test]
fn journals_go_out_under_the_tenants_codes() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        pay(&admin, customer, 10.0, "2026-03-01", json!([]))
            .await
            .result();
        let update = async |account: &str, code: &str| {
            let body = json!({"accounts": [{"account": account, "code": code}]});
            admin.put(&format!("{BASE}/updateaccounts"), body).await
        };
        assert_eq!(
            update("Cash", "").await.invalid_members(),
            ["accounts[0].code"]
        );
        for code in ["090", "1-1110"] {
            let response = update("Cash", code).await.result();
            let cash = response["accounts"]
                .as_array()
                .unwrap()
                .iter()
                .find(|one| one["account"] == "Cash")
                .cloned();
            assert_eq!(cash.unwrap()["code"], code);
        }
        let file = async |more: &str| {
            let days = "fromDate=2026-03-01&toDate=2026-03-31";
            let answer = admin
                .get(&format!("{BASE}/downloadjournal?{days}{more}"))
                .await;
            assert_eq!(answer.status, 200);
            String::from_utf8(answer.body.to_vec()).unwrap()
        };
        let csv = file("").await;
        assert!(
            csv.contains("PaymentReceived") && csv.contains(",1-1110,Cash,10,"),
            "{csv}"
        );
        let xero = file("&format=xero&taxRate=No%20GST").await;
        assert!(
            xero.contains("Waybill 2026-03-01,01/03/2026,Cash,1-1110,No GST,10"),
            "{xero}"
        );
        let myob = file("&format=myob").await;
        assert!(
            myob.contains("W260301\t01/03/2026\tWaybill Cash\t1-1110\t10\t\r\n"),
            "{myob}"
        );
        let backwards = format!("{BASE}/downloadjournal?fromDate=2026-03-02&toDate=2026-03-01");
        assert_eq!(admin.get(&backwards).await.invalid_members(), ["toDate"]);
        let outsider = kit.another_tenant().await.user("Admin").await;
        assert_eq!(
            get(&outsider, &format!("getentries?customerId={customer}")).await["totalCount"],
            0
        );
        outsider
            .get(&format!("{BASE}/getbalances?customerId={customer}"))
            .await
            .expect_error(404);
    });
}
