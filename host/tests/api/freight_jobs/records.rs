//! The job's record: saves, articles, lists, deletion, and who may do it.

use serde_json::json;
use testkit::{given, on_both};

use super::{JOB, JOBS, add, confirmed, draft, driver, items, receiver, reload, run, sender};

#[test]
fn a_job_is_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let job = add(
            &admin,
            json!({"customerid": customer, "fromaddress": sender(), "toaddress": receiver(),
                "items": items(), "jobtype": "Delivery", "pickupdate": "2026-03-02",
                "deadline": "2026-03-02T06:00:00Z", "reference": "PO-48291",
                "jobstatus": "Delivered", "driverid": 77, "jobno": "MINE"}),
        )
        .await;
        assert_eq!(job["jobno"], "J00001");
        assert_eq!(job["jobstatus"], "Draft");
        assert!(job["driverid"].is_null());
        assert_eq!(job["fromaddress"]["countrycode"], "AU");
        assert_eq!(job["totalquantity"], 3);
        assert_eq!(job["totalweight"], 800);
        assert_eq!(job["leg"], 1);
        let articles = &job["items"][0]["articlenumbers"];
        assert_eq!(articles, &json!(["J00001-001", "J00001-002"]));

        let change = json!({"job": {"id": job["id"], "reference": "PO-1", "jobtype": "Return"}});
        let changed = admin.put(JOB, change).await.result()["job"].clone();
        assert_eq!(
            (&changed["reference"], &changed["jobtype"]),
            (&json!("PO-1"), &json!("Return"))
        );
        assert_eq!(changed["toaddress"], job["toaddress"]);
        assert_eq!(changed["items"], job["items"]);
        assert_eq!(reload(&admin, &job).await, changed);

        let other = draft(&admin).await;
        assert_eq!(other["jobno"], "J00002");
        for (filter, count) in [
            ("jobstatus eq 'Draft'", 2),
            (
                "toaddress/suburb eq 'parramatta' and pickupdate eq '2026-03-02'",
                1,
            ),
            (
                "contains(fromaddress/companyname,'gum') and reference eq 'PO-1'",
                1,
            ),
            ("jobno eq 'J00002'", 1),
        ] {
            let found = admin.get(&format!("{JOBS}?filter={filter}")).await.result();
            assert_eq!(found["totalCount"], count, "{filter}");
        }
        let path = format!("{JOB}?jobId={}", job["id"]);
        let gone = admin.delete(&path).await;
        assert_eq!((gone.status.as_u16(), gone.body.len()), (204, 0));
        admin.get(&path).await.expect_error(404);
    });
}

#[test]
fn items_keep_their_articles_and_no_number_is_used_twice() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let job = draft(&admin).await;
        let mut items = job["items"].as_array().unwrap().clone();
        items[0]["quantity"] = 1.into();
        items.push(json!({"packagetype": "Crate", "quantity": 2}));
        let body = json!({"jobitems": {"jobid": job["id"], "items": items}});
        let saved = admin
            .put("/api/jobs/job-item/job-item", body)
            .await
            .result()["job"]
            .clone();
        let numbers: Vec<_> = (0..3)
            .map(|at| &saved["items"][at]["articlenumbers"])
            .collect();
        assert_eq!(numbers[0], &json!(["J00001-001"]));
        assert_eq!(numbers[1], &json!(["J00001-003"]));
        assert_eq!(numbers[2], &json!(["J00001-004", "J00001-005"]));
        assert_eq!(saved["totalquantity"], 4);

        let strange =
            json!({"jobitems": {"jobid": job["id"], "items": [{"id": 999, "quantity": 1}]}});
        let refused = admin.put("/api/jobs/job-item/job-item", strange).await;
        assert_eq!(refused.invalid_members(), ["job.items[0].id"]);
        let logs = admin
            .get(&format!("/api/jobs/job/operation-logs?jobId={}", job["id"]))
            .await
            .result();
        assert_eq!(logs["items"][0]["operation"], "EditItems");
        assert_eq!(logs["items"][0]["request"], job["items"]);
    });
}

#[test]
fn a_wrong_job_names_its_members() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mut from = sender();
        from["postcode"] = "99999".into();
        from["latitude"] = 91.into();
        let wrong = json!({"job": {"fromaddress": from, "reference": "x".repeat(129),
            "items": [{"quantity": 0}], "pickupreadydatetime": "2026-03-02T06:00:00Z",
            "deadline": "2026-03-02T05:00:00Z"}});
        let mut members = admin.post(JOB, wrong).await.invalid_members();
        members.sort();
        assert_eq!(
            members,
            [
                "job.deadline",
                "job.fromaddress.latitude",
                "job.fromaddress.postcode",
                "job.items[0].quantity",
                "job.reference",
            ]
        );
        let unnamed = admin.put(JOB, json!({"job": {"reference": "A"}})).await;
        assert_eq!(unnamed.invalid_members(), ["job.id"]);
        let job = draft(&admin).await;
        let stale = json!({"job": {"id": job["id"], "rowVersion": 99, "reference": "A"}});
        admin.put(JOB, stale).await.expect_error(409);
        let nobody = json!({"job": {"id": job["id"], "customerid": 999}});
        admin.put(JOB, nobody).await.expect_error(404);
        let alone = json!({"job": {"id": job["id"], "linkedjobs": [job["id"], 999]}});
        admin.put(JOB, alone).await.expect_error(404);
    });
}

#[test]
fn a_confirmed_job_stays_complete_and_is_not_deleted() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let empty = add(&admin, json!({"reference": "A"})).await;
        let refused = admin
            .post("/api/jobs/job/confirm", json!({"id": empty["id"]}))
            .await;
        assert_eq!(
            refused.invalid_members(),
            ["job.fromaddress", "job.toaddress", "job.items"]
        );
        let job = confirmed(&admin).await;
        assert_eq!(job["jobstatus"], "Unallocated");
        let cleared = json!({"job": {"id": job["id"], "toaddress": null}});
        assert_eq!(
            admin.put(JOB, cleared).await.invalid_members(),
            ["job.toaddress"]
        );
        let path = format!("{JOB}?jobId={}", job["id"]);
        admin.delete(&path).await.expect_error_code(6101);
        run(&admin, &job, &["Cancel"]).await;
        let change = json!({"job": {"id": job["id"], "reference": "A"}});
        admin.put(JOB, change).await.expect_error_code(6101);
        assert_eq!(admin.delete(&path).await.status.as_u16(), 204);
    });
}

#[test]
fn customers_see_their_own_jobs_and_drivers_those_that_they_have() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let own = add(&admin, json!({"customerid": customer})).await;
        let other = draft(&admin).await;
        let user = kit.customer_user(customer).await;
        let listed = user.get(JOBS).await.result();
        assert_eq!(listed["totalCount"], 1);
        assert_eq!(listed["items"][0]["id"], own["id"]);
        user.get(&format!("{JOB}?jobId={}", other["id"]))
            .await
            .expect_error(404);
        user.post(JOB, json!({"job": {}})).await.expect_error(403);
        user.get(&format!("/api/jobs/job/operation-logs?jobId={}", own["id"]))
            .await
            .expect_error(403);

        let ann = driver(&admin, "Ann Lee").await;
        let ann_user = kit.driver_user(ann).await;
        let job = confirmed(&admin).await;
        assert_eq!(ann_user.get(JOBS).await.result()["totalCount"], 0);
        super::allocate(&admin, ann, &[&job]).await;
        let listed = ann_user.get(JOBS).await.result();
        assert_eq!(listed["totalCount"], 1);
        ann_user
            .put(JOB, json!({"job": {"id": job["id"]}}))
            .await
            .expect_error(403);
        kit.guest().get(JOBS).await.expect_error(401);
    });
}

#[test]
fn the_search_finds_a_job_and_boards_hear_of_its_changes() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mut stream = admin.open_stream("/api/jobs/job/stream").await;
        let wait = std::time::Duration::from_secs(20);
        assert_eq!(stream.next_within(wait).await.unwrap().event, "open");
        let job = draft(&admin).await;
        kit.drain_jobs().await;
        let news = stream.next_within(wait).await.unwrap();
        assert_eq!(news.event, "job");
        assert_eq!(news.data["jobId"], job["id"]);
        let found = admin
            .post("/api/search/?query=J00001", json!({}))
            .await
            .result();
        assert_eq!(found["Jobs"][0]["title"], "J00001", "{found}");
    });
}

#[test]
fn the_value_lists_are_bare() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let types = admin.get("/api/jobs/look-up/job-types").await.result();
        assert_eq!(types.as_array().unwrap().len(), 8);
        let scans = admin
            .get("/api/jobs/look-up/scan-event-types")
            .await
            .result();
        assert!(scans.as_array().unwrap().contains(&json!("LoadedLineHaul")));
    });
}
