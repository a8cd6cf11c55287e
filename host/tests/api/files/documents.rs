//! Tests of documents attached to records.

use super::*;

#[test]
fn documents_hang_on_a_thing_for_those_who_see_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, two) = (
            given::customer(&kit, "One").await,
            given::customer(&kit, "Two").await,
        );
        let guid = admin
            .get(&format!(
                "/api/customer/customer/getCustomerForEdit?id={one}"
            ))
            .await
            .result();
        let guid = guid["customer"]["customerGuid"]
            .as_str()
            .unwrap()
            .to_owned();
        let on = one.to_string();
        let hang = async |client: &Client, more: &[(&str, &str)]| {
            let texts = [
                &[("entityType", "Customer"), ("entityId", on.as_str())],
                more,
            ]
            .concat();
            client
                .post_file(UPLOAD_DOCUMENT, &texts, ("terms.pdf", PDF))
                .await
        };
        let inside = hang(&admin, &[("documentType", "4")]).await.result()["document"].clone();
        assert_eq!(
            (
                &inside["fileName"],
                &inside["documentType"],
                &inside["isVisibleToCustomer"]
            ),
            (&json!("terms.pdf"), &json!(4), &json!(false))
        );
        let shared = hang(&admin, &[("isVisibleToCustomer", "true")])
            .await
            .result()["document"]
            .clone();
        assert_eq!(shared["documentType"], 99);

        let list = async |client: &Client, query: &str| {
            let all = client.get(&format!("{DOCUMENTS}?{query}")).await.result();
            all["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["id"].clone())
                .collect::<Vec<_>>()
        };
        let by_id = format!("entityType=customer&entityId={one}");
        assert_eq!(
            list(&admin, &by_id).await,
            [shared["id"].clone(), inside["id"].clone()]
        );
        assert_eq!(
            list(&admin, &format!("entityType=Customer&entityGuid={guid}"))
                .await
                .len(),
            2
        );
        let (own, rival) = (kit.customer_user(one).await, kit.customer_user(two).await);
        assert_eq!(
            list(&own, &by_id).await,
            [shared["id"].clone()],
            "a customer's user sees what is shown to customers"
        );
        rival
            .get(&format!("{DOCUMENTS}?{by_id}"))
            .await
            .expect_error(404);
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .get(&format!("{DOCUMENTS}?{by_id}"))
            .await
            .expect_error(404);

        let url = shared["url"].as_str().unwrap().to_owned();
        for reader in [&admin, &own] {
            assert_eq!(reader.get(&url).await.body, PDF);
        }
        own.get(inside["url"].as_str().unwrap())
            .await
            .expect_error(404);
        for other in [&rival, &outsider] {
            other.get(&url).await.expect_error(404);
        }
        hang(&own, &[]).await.expect_error(403);
        hang(&rival, &[]).await.expect_error(404);
        hang(&outsider, &[]).await.expect_error(404);
        let delete = |ids: &[&Value]| {
            let ids: Vec<String> = ids.iter().map(|id| format!("id={id}")).collect();
            format!("{DELETE_DOCUMENTS}?{}", ids.join("&"))
        };
        own.delete(&delete(&[&shared["id"]]))
            .await
            .expect_error(403);
        rival
            .delete(&delete(&[&shared["id"]]))
            .await
            .expect_error(404);
        admin
            .delete(&delete(&[&shared["id"], &json!(999_999_999)]))
            .await
            .expect_error(404);
        assert_eq!(list(&admin, &by_id).await.len(), 2, "all or none");
        assert_eq!(count_stored(&kit).await, 2, "refused files are not kept");
        admin
            .delete(&delete(&[&shared["id"], &inside["id"]]))
            .await
            .result();
        assert!(list(&admin, &by_id).await.is_empty());
        assert_eq!(count_stored(&kit).await, 0);

        let history = admin
            .get(&format!(
                "/api/core/auditlog/getentitychanges?entityType=Customer&entityId={one}"
            ))
            .await
            .result();
        assert!(
            history
                .to_string()
                .contains("\"propertyName\":\"documents\""),
            "{history}"
        );
    });
}

#[test]
fn a_customers_user_adds_documents_to_its_bookings() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (one, two) = (
            given::customer(&kit, "One").await,
            given::customer(&kit, "Two").await,
        );
        let (from, to) = given::addresses();
        let items = given::quote_request(one)["items"].clone();
        let booking =
            json!({"customer": {"id": one}, "fromAddress": from, "toAddress": to, "items": items});
        let batch = json!({"bookings": [{"booking": booking}], "operations": []});
        let saved = admin
            .post("/api/booking/booking/createorupdatebatchbooking", batch)
            .await
            .result();
        let id = saved["successBookings"][0]["booking"]["id"].to_string();
        let texts = [
            ("entityType", "Booking"),
            ("entityId", id.as_str()),
            ("documentType", "10"),
        ];
        let (own, rival) = (kit.customer_user(one).await, kit.customer_user(two).await);
        rival
            .post_file(UPLOAD_DOCUMENT, &texts, ("a.pdf", PDF))
            .await
            .expect_error(404);
        let sent = own
            .post_file(UPLOAD_DOCUMENT, &texts, ("packing.pdf", PDF))
            .await
            .result();
        assert_eq!(sent["document"]["isVisibleToCustomer"], true);
        let driver = kit.user("Driver").await;
        driver
            .get(&format!("{DOCUMENTS}?entityType=Booking&entityId={id}"))
            .await
            .expect_error(404);

        let before = asset_id(&upload(&own, "later.pdf", PDF).await);
        let hang = json!({"assetId": before, "entityType": "Booking", "entityId": saved["successBookings"][0]["booking"]["id"]});
        admin
            .post(UPLOAD_DOCUMENT, hang.clone())
            .await
            .expect_error(404);
        own.post(UPLOAD_DOCUMENT, hang.clone()).await.result();
        assert_eq!(
            own.post(UPLOAD_DOCUMENT, hang).await.expect_error(400)["code"],
            1402
        );
        assert_eq!(
            own.delete(&format!("{DELETE}?assetId={before}"))
                .await
                .expect_error(400)["code"],
            1401
        );
        let all = admin
            .get(&format!("{DOCUMENTS}?entityType=Booking&entityId={id}"))
            .await
            .result();
        assert_eq!(all["totalCount"], 2);
    });
}

#[test]
fn what_is_wrong_with_a_document_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "One").await.to_string();
        let refused = async |texts: &[(&str, &str)]| {
            admin
                .post_file(UPLOAD_DOCUMENT, texts, ("a.pdf", PDF))
                .await
                .invalid_members()
        };
        let right = [("entityType", "Customer"), ("entityId", customer.as_str())];
        assert_eq!(
            refused(&[("entityType", "Ship"), ("entityId", "1")]).await,
            ["entityType"]
        );
        assert_eq!(refused(&[("entityType", "Customer")]).await, ["entityId"]);
        assert_eq!(
            refused(&[("entityType", "Customer"), ("entityId", "x")]).await,
            ["entityId"]
        );
        assert_eq!(
            refused(&[&right[..], &[("documentType", "17")]].concat()).await,
            ["documentType"]
        );
        assert_eq!(
            refused(&[
                ("entityType", "CarrierAccount"),
                ("entityGuid", "0195b9c8-0000-7000-8000-000000000000")
            ])
            .await,
            ["entityGuid"]
        );
        assert_eq!(
            admin
                .post(
                    UPLOAD_DOCUMENT,
                    json!({"entityType": "Customer", "entityId": 999_999_999})
                )
                .await
                .status,
            404
        );
        assert_eq!(
            admin
                .post(
                    UPLOAD_DOCUMENT,
                    json!({"entityType": "Customer", "entityId": customer.parse::<i64>().unwrap()})
                )
                .await
                .invalid_members(),
            ["file"]
        );
        assert_eq!(count_stored(&kit).await, 0);
        admin
            .get(&format!("{DOWNLOAD_DOCUMENT}?id=999999999"))
            .await
            .expect_error(404);
    });
}
