//! Ad hoc invoices: validation, states and visibility.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{BASE, cents, create_ad_hoc, invoice, process};

#[test]
fn an_ad_hoc_invoice_says_all_that_was_sent() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let (from, to) = given::addresses();
        let sent = json!({
            "description": "Import of machines", "service": "Sea freight", "frequency": "Once", "commodity": "Machines",
            "transitTime": "21 days", "invoiceDate": "2026-03-02", "bookingDate": "2026-02-01", "dueDate": "2026-03-09",
            "totalWeight": {"value": 320, "unit": "kg"}, "totalVolume": {"value": 1.5, "unit": "m3"},
            "chargeable": {"value": 375, "unit": "kg"}, "incoterm": "DAP", "customsEntries": 1,
            "fromAddress": from, "toAddress": to, "note": "Thank you",
            "items": [{"packageType": "Pallet", "description": "Machine", "quantity": 1,
                "height": {"value": 110, "unit": "cm"}, "width": {"value": 120, "unit": "cm"},
                "length": {"value": 120, "unit": "cm"}, "weight": {"value": 320, "unit": "kg"},
                "pricingDetails": [{"service": "Sea freight", "carrierCostTaxExclusive": 700, "carrierCostTax": 70,
                    "costTaxExclusive": 1000, "costTax": 100}]}],
            "invoiceLines": [{"invoiceDetailType": "Duty", "description": "Duty", "taxExclusiveAmount": 50, "tax": 0}],
        });
        let body = json!({"customerId": customer, "adhocInvoice": sent});
        let created = admin
            .post(&format!("{BASE}/GenerateAdhocInvoice"), body)
            .await
            .result()["invoice"]
            .clone();
        assert_eq!(
            (
                cents(&created["taxExclusiveAmount"]),
                cents(&created["tax"]),
                cents(&created["amount"])
            ),
            (105_000, 10_000, 115_000)
        );
        assert_eq!(
            (&created["status"], &created["invoiceNumber"]),
            (&json!("Open"), &json!(null))
        );
        assert_eq!(
            (&created["invoiceType"], &created["dueDate"]),
            (&json!("AdHoc"), &json!("2026-03-09"))
        );
        assert_eq!(
            (&created["customer"]["companyName"], &created["notes"]),
            (&json!("Bluegum Wines"), &json!("Thank you"))
        );
        let stored = invoice(&admin, &created["id"]).await;
        assert_eq!(stored["invoiceDetails"].as_array().unwrap().len(), 2);
        assert_eq!(stored["invoiceDetails"][1]["invoiceDetailType"], "Duty");
        assert_eq!(
            stored["adhocInvoice"]["items"][0]["pricingDetails"][0]["carrierCostTaxExclusive"],
            700
        );
        assert_eq!(stored["adhocInvoice"]["incoterm"], "DAP");
        assert_eq!(stored["invoiceHistory"][0]["operation"], "Created");
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let members = async |ad_hoc: Value| {
            let body = json!({"customerId": customer, "adhocInvoice": ad_hoc});
            admin
                .post(&format!("{BASE}/GenerateAdhocInvoice"), body)
                .await
                .invalid_members()
        };
        assert_eq!(members(json!({})).await, ["adhocInvoice.invoiceLines"]);
        let below = json!([{"description": "Credit", "taxExclusiveAmount": -5}]);
        assert_eq!(
            members(json!({ "invoiceLines": below })).await,
            ["adhocInvoice.invoiceLines"]
        );
        let invalid = json!({"invoiceDate": "2026-03-02", "dueDate": "2026-03-01", "customsEntries": -1,
            "invoiceLines": [{"taxExclusiveAmount": 10, "tax": 20}]});
        assert_eq!(
            members(invalid).await,
            [
                "adhocInvoice.dueDate",
                "adhocInvoice.customsEntries",
                "adhocInvoice.invoiceLines[0].tax"
            ]
        );
        let ids = admin
            .post(
                &format!("{BASE}/processinvoices"),
                json!({"operation": "Close", "ids": []}),
            )
            .await;
        assert_eq!(ids.invalid_members(), ["ids"]);
    });
}

#[test]
fn an_invoice_goes_from_draft_to_posted_and_is_not_void_then() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = create_ad_hoc(&admin, customer, 100.0).await["id"].clone();
        let early = process(&admin, "Post", &id).await;
        assert_eq!(early["success"], false);
        assert!(
            early["error"]["message"]
                .as_str()
                .unwrap()
                .contains("Approved"),
            "{early}"
        );
        let closed = process(&admin, "Close", &id).await;
        assert_eq!(
            (&closed["success"], &closed["status"]),
            (&json!(true), &json!("Closed"))
        );
        assert!(
            closed["invoiceNumber"]
                .as_str()
                .is_some_and(|number| !number.is_empty())
        );
        assert_eq!(
            process(&admin, "Close", &id).await["success"],
            false,
            "a number is taken once"
        );
        assert_eq!(process(&admin, "Approve", &id).await["status"], "Approved");
        assert_eq!(process(&admin, "Post", &id).await["status"], "Posted");
        assert_eq!(process(&admin, "Void", &id).await["success"], false);
        assert_eq!(process(&admin, "Dispute", &id).await["status"], "Disputed");
        assert_eq!(process(&admin, "Resolve", &id).await["status"], "Posted");
        assert_eq!(
            process(&admin, "WriteOff", &id).await["status"],
            "WrittenOff"
        );
        let ended = invoice(&admin, &id).await;
        assert_eq!(
            (cents(&ended["outstandingAmount"]), cents(&ended["amount"])),
            (0, 11_000)
        );
        let actual: Vec<&str> = ended["invoiceHistory"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["operation"].as_str().unwrap())
            .collect();
        assert_eq!(
            actual,
            [
                "Created",
                "Closed",
                "Approved",
                "Posted",
                "Disputed",
                "Resolved",
                "WrittenOff"
            ]
        );
    });
}

#[test]
fn a_closed_invoice_keeps_what_it_says_whoever_asks() {
    use kernel::{db::Mode, tsql};

    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = create_ad_hoc(&admin, customer, 100.0).await["id"].clone();
        process(&admin, "Close", &id).await;
        for sql in [
            tsql!("UPDATE invoices SET amount = amount + 1 WHERE tenant_id = $1"),
            tsql!("UPDATE invoices SET status = 'Open' WHERE tenant_id = $1"),
            tsql!("DELETE FROM invoices WHERE tenant_id = $1"),
            tsql!("UPDATE invoice_details SET amount = amount + 1 WHERE tenant_id = $1"),
            tsql!("DELETE FROM invoice_details WHERE tenant_id = $1"),
        ] {
            let mut scope = kit.scope(Mode::Write);
            assert!(scope.rows(sql, Vec::new()).await.is_err(), "{sql:?}");
        }
        assert_eq!(cents(&invoice(&admin, &id).await["amount"]), 11_000);
    });
}

#[test]
fn a_customer_sees_its_own_closed_invoices_without_costs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (own, other) = (
            given::customer(&kit, "Bluegum Wines").await,
            given::customer(&kit, "Wattle Works").await,
        );
        let price = json!([{"carrierCostTaxExclusive": 7, "costTaxExclusive": 10}]);
        let body = json!({"customerId": own,
            "adhocInvoice": {"items": [{"packageType": "Carton", "quantity": 1, "pricingDetails": price}]}});
        let created = admin
            .post(&format!("{BASE}/GenerateAdhocInvoice"), body)
            .await
            .result();
        let id = created["invoice"]["id"].clone();
        let foreign = create_ad_hoc(&admin, other, 5.0).await["id"].clone();
        process(&admin, "Close", &foreign).await;
        let user = kit.customer_user(own).await;
        let path = format!("{BASE}/getinvoiceforedit?id={id}");
        user.get(&path).await.expect_error(404);
        assert_eq!(
            user.get(&format!("{BASE}/getinvoices")).await.result()["totalCount"],
            0
        );
        process(&admin, "Close", &id).await;
        let current = user.get(&path).await.result()["invoice"].clone();
        let price = &current["adhocInvoice"]["items"][0]["pricingDetails"][0];
        assert_eq!(
            (
                &price["carrierCostTaxExclusive"],
                &price["costTaxExclusive"]
            ),
            (&json!(null), &json!(10))
        );
        let list = user
            .get(&format!("{BASE}/getinvoices?filter=status eq 'Closed'"))
            .await
            .result();
        assert_eq!(
            (&list["totalCount"], &list["items"][0]["id"]),
            (&json!(1), &id)
        );
        for call in ["getinvoiceforedit", "downloadinvoice"] {
            user.get(&format!("{BASE}/{call}?id={foreign}"))
                .await
                .expect_error(404);
        }
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider.get(&path).await.expect_error(404);
        let body = json!({"operation": "Void", "ids": [id]});
        outsider
            .post(&format!("{BASE}/processinvoices"), body.clone())
            .await
            .expect_error(404);
        user.post(&format!("{BASE}/processinvoices"), body)
            .await
            .expect_error(403);
    });
}

#[test]
fn staff_without_the_permission_see_no_carrier_costs() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let role = json!({"role": {"displayName": "Clerk"},
            "grantedPermissionNames":
                ["Pages", "Pages.Finance", "Pages.Finance.Invoices", "Pages.Finance.Invoices.Create"]});
        admin
            .post("/api/core/role/createorupdaterole", role)
            .await
            .result();
        let clerk = kit.user("Clerk").await;
        let price =
            json!([{"carrierCostTaxExclusive": 70, "carrierCostTax": 7, "costTaxExclusive": 100}]);
        let body = json!({"customerId": customer,
            "adhocInvoice": {"items": [{"packageType": "Carton", "quantity": 1, "pricingDetails": price}]}});
        let created = clerk
            .post(&format!("{BASE}/GenerateAdhocInvoice"), body)
            .await
            .result()["invoice"]
            .clone();
        let costs = |invoice: &Value| {
            let price = &invoice["adhocInvoice"]["items"][0]["pricingDetails"][0];
            json!([
                price["carrierCostTaxExclusive"],
                price["carrierCostTax"],
                price["costTaxExclusive"]
            ])
        };
        let listed = async |client: &Client| {
            client.get(&format!("{BASE}/getinvoices")).await.result()["items"][0].clone()
        };
        for seen in [
            &created,
            &invoice(&clerk, &created["id"]).await,
            &listed(&clerk).await,
        ] {
            assert_eq!(costs(seen), json!([null, null, 100]));
        }
        for seen in [
            &invoice(&admin, &created["id"]).await,
            &listed(&admin).await,
        ] {
            assert_eq!(costs(seen), json!([70, 7, 100]));
        }
    });
}
