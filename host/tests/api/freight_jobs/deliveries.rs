//! Deliveries by scans: articles, legs, proofs, and fees of failed attempts.

use serde_json::json;
use testkit::{given, on_both, pdf_text};

use super::{
    add, allocate, confirm, confirmed, driver, reload, run,
    scans::{MANY, PNG, SCAN, SCANS, articles, data_url, jpeg, scan, state},
};

const PROOF: &str = "/api/jobs/scan-events/proof";

#[test]
fn a_job_is_delivered_with_its_last_article_and_proven() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let ann = driver(&admin, "Ann Lee").await;
        let user = kit.driver_user(ann).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let draft = json!({"customerid": customer, "fromaddress": super::sender(),
            "toaddress": super::receiver(), "items": super::items()});
        let job = confirm(&admin, &add(&admin, draft).await).await;
        let all = articles(&job);
        let proof = format!("{PROOF}?jobId={}", job["id"]);
        admin.get(&proof).await.expect_error_code(6130);
        allocate(&admin, ann, &[&job]).await;
        // Before the pickup was scanned: the delivery counts.
        let photo = data_url("image/jpeg", &jpeg());
        let first = json!({"code": "Delivered", "articlenumber": all[0], "signedby": "Ana Pires",
            "signature": format!("data:image/png;base64,{PNG}"), "images": [photo, PNG],
            "details": [{"key": "authoritytoleave", "value": "true"}], "reason": "At the back door"});
        let first = scan(&user, first).await["scanevent"].clone();
        assert_eq!(state(&admin, &job).await, "PartiallyDelivered");
        scan(&user, json!({"code": "Delivered", "articlenumber": all[1]})).await;
        assert_eq!(state(&admin, &job).await, "PartiallyDelivered");
        scan(&user, json!({"code": "Delivered", "articlenumber": all[2]})).await;
        assert_eq!(state(&admin, &job).await, "Delivered");

        let images = first["images"].as_array().unwrap();
        let image = user.get(images[0].as_str().unwrap()).await;
        assert_eq!(image.status, 200);
        assert!(
            image.body.starts_with(b"\xff\xd8\xff\xdb"),
            "the camera's text is dropped"
        );
        let client = kit.customer_user(customer).await;
        let signature = client.get(first["signature"].as_str().unwrap()).await;
        assert!(signature.body.starts_with(b"\x89PNG"));
        let stranger = kit.driver_user(driver(&admin, "Bob").await).await;
        let path = images[0].as_str().unwrap();
        stranger.get(path).await.expect_error(404);
        let other = given::customer(&kit, "Harbour Tools").await;
        let outsider = kit.customer_user(other).await;
        outsider.get(path).await.expect_error(404);
        outsider.get(&proof).await.expect_error(404);

        let pdf = client
            .with_header("Accept-Language", "de")
            .get(&proof)
            .await;
        assert_eq!(pdf.status, 200);
        assert!(pdf.body.starts_with(b"%PDF"));
        if let Some(text) = pdf_text(&pdf.body) {
            for words in ["Zustellnachweis", "Ana Pires", &all[2], "At the back door"] {
                assert!(text.contains(words), "{words} is missing in {text}");
            }
        }
        let listed = client
            .get(&format!("{SCANS}?jobId={}", job["id"]))
            .await
            .result();
        assert_eq!(listed["totalCount"], 3);
        assert_ne!(listed["items"][0]["creatorUserName"], "Driver Tester");
        let sent = json!({"scanevent": {"code": "Received", "jobid": job["id"]}});
        client.post(SCAN, sent).await.expect_error(403);
    });
}

#[test]
fn a_scan_of_an_article_counts_for_the_open_leg() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (ann, bob) = (driver(&admin, "Ann").await, driver(&admin, "Bob").await);
        let root = confirmed(&admin).await;
        let leg = async || add(&admin, json!({"parentid": root["id"]})).await;
        let (first, second) = (leg().await, leg().await);
        allocate(&admin, ann, &[&first]).await;
        allocate(&admin, bob, &[&second]).await;
        let all = articles(&root);
        for article in &all {
            let picked = json!({"code": "PickedUp", "articlenumber": article});
            assert_eq!(
                scan(&admin, picked).await["scanevent"]["jobid"],
                first["id"]
            );
        }
        let bobs = kit.driver_user(bob).await;
        let own = json!({"code": "PickedUp", "articlenumber": all[0]});
        assert_eq!(scan(&bobs, own).await["scanevent"]["jobid"], second["id"]);
        assert_eq!(state(&admin, &root).await, "PickedUp");
        let handed_over = json!({"scanevent": {"code": "Delivered"}, "articlenumbers": all});
        for leg in [&first, &second] {
            assert_eq!(state(&admin, &root).await, "PickedUp");
            admin.post(MANY, handed_over.clone()).await.result();
            assert_eq!(state(&admin, leg).await, "Delivered");
        }
        let done = reload(&admin, &root).await;
        assert_eq!(done["jobstatus"], "Delivered");
        assert_eq!(done["lastscanevent"]["code"], "Delivered");
        let path = format!("{SCANS}?jobId={}", root["id"]);
        assert_eq!(admin.get(&path).await.result()["totalCount"], 10);
    });
}

#[test]
fn the_proof_of_a_booking_is_attached_to_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        let booking = super::fleet::booked(&kit, &admin, "own-fleet").await;
        let job = admin.get(super::JOBS).await.result()["items"][0].clone();
        let ann = driver(&admin, "Ann Lee").await;
        allocate(&admin, ann, &[&job]).await;
        run(&admin, &job, &["PickUp"]).await;
        let user = kit.driver_user(ann).await;
        let delivered = json!({"code": "Delivered", "jobid": job["id"], "signedby": "Ana Pires",
            "signature": PNG});
        scan(&user, delivered).await;
        kit.drain_jobs().await;
        let path = format!(
            "/api/booking/booking/getdocuments?documentType=5&bookingId={}",
            booking["id"]
        );
        let tokens = admin.get(&path).await.result();
        let token = tokens["tokens"][0].as_str().unwrap();
        let path = format!("/api/booking/File/DownloadDocument?token={token}");
        let pdf = admin.get(&path).await;
        assert!(pdf.body.starts_with(b"%PDF"), "{:?}", pdf.status);
        if let Some(text) = pdf_text(&pdf.body) {
            let number = job["jobno"].as_str().unwrap();
            assert!(
                text.contains(number) && text.contains("Ana Pires"),
                "{text}"
            );
        }
    });
}

#[test]
fn every_futile_pickup_without_a_booking_is_charged_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let fee = json!({"fee": {"name": "Futile pickup", "feeType": "Futile",
            "applyOn": "ScanEvent", "calcMethod": "Fixed"}});
        let path = "/api/finance/fee/createorupdatefee";
        let fee = admin.post(path, fee).await.result()["fee"].clone();
        let own = json!({"customerFee": {"feeId": fee["id"], "customerId": customer,
            "feeRates": [{"order": 1, "basic": 0, "break": null, "rate": 25}]}});
        let path = "/api/finance/fee/assigncustomerfee";
        admin.post(path, own).await.result();
        let draft = json!({"customerid": customer, "fromaddress": super::sender(),
            "toaddress": super::receiver(), "items": super::items()});
        let job = confirm(&admin, &add(&admin, draft).await).await;
        let ann = driver(&admin, "Ann Lee").await;
        for _ in 0..2 {
            allocate(&admin, ann, &[&job]).await;
            run(&admin, &job, &["Fail", "Retry"]).await;
            kit.drain_jobs().await;
        }
        let entries = admin.get("/api/finance/fee/getfeeentries").await.result();
        assert_eq!(entries["totalCount"], 2, "one for each attempt: {entries}");
        let entry = &entries["items"][0];
        assert_eq!(entry["taxExclusiveAmount"], 25);
        assert_eq!(entry["referenceNo"], job["jobno"]);
    });
}
