//! Jobs as tables.

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::JOBS;

const IMPORT: &str = "/api/jobs/job/import-jobs";
const EXPORT: &str = "/api/jobs/job/export-jobs";

/// Two lines of one job, and a draft without a receiver's suburb.
const TABLE: &str = "jobref,customercode,pickupdate,fromcompany,fromsuburb,frompostcode,tocompany,\
    tosuburb,topostcode,packagetype,quantity,weight\n\
    A,CODE,2026-03-02,Bluegum Wines,Derrimut,3026,Müller,Parramatta,2150,Pallet,2,390\n\
    A,,,,,,,,,Carton,1,20\n\
    ,,2026-03-03,Bluegum Wines,Derrimut,3026,Harbour Tools,Parramatta,2150,Carton,4,5\n";

async fn import(kit: &Kit, admin: &Client, table: &[u8], dry_run: &str) -> Value {
    let file = ("csvFile", "jobs.csv", table);
    let started = admin
        .post_part(IMPORT, &[("dryRun", dry_run)], file)
        .await
        .result();
    kit.drain_jobs().await;
    let token = started["importToken"].as_str().unwrap();
    let path = format!("/api/jobs/job/import-status?importToken={token}");
    let status = admin.get(&path).await.result();
    assert_eq!(status["isCompleted"], true, "{status}");
    status
}

async fn table_for(kit: &Kit, admin: &Client) -> String {
    let customer = given::customer(kit, "Bluegum Wines").await;
    let path = format!("/api/customer/customer/getcustomerforedit?id={customer}");
    let code = admin.get(&path).await.result()["customer"]["code"].clone();
    TABLE.replace("CODE", code.as_str().unwrap())
}

#[test]
fn jobs_are_imported_and_exported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let table = table_for(&kit, &admin).await;
        let foreseen = import(&kit, &admin, table.as_bytes(), "true").await;
        assert_eq!(
            (&foreseen["inserted"], &foreseen["refused"]),
            (&json!(2), &json!(0))
        );
        assert_eq!(admin.get(JOBS).await.result()["totalCount"], 0);
        // In Windows-1252 the umlaut is one byte.
        let windows: Vec<u8> = table
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect();
        let done = import(&kit, &admin, &windows, "false").await;
        assert_eq!(done["inserted"], 2, "{done}");
        let jobs = admin.get(&format!("{JOBS}?sorting=id")).await.result();
        let first = &jobs["items"][0];
        assert_eq!(first["toaddress"]["companyname"], "Müller");
        assert_eq!(first["totalquantity"], 3);
        assert_eq!(first["jobstatus"], "Unallocated");
        assert!(first["customerid"].as_i64().is_some());

        let exported = admin.get(&format!("{EXPORT}?sorting=id")).await;
        assert_eq!(exported.headers["content-type"], "text/csv; charset=utf-8");
        let text = String::from_utf8(exported.body.clone()).unwrap();
        assert_eq!(text.lines().count(), 4, "{text}");
        let again = import(&kit, &admin, &exported.body, "false").await;
        assert_eq!(again["inserted"], 2, "{again}");
        let filtered = admin
            .get(&format!(
                "{EXPORT}?filter=pickupdate eq 2026-03-03&sorting=id"
            ))
            .await;
        let text = String::from_utf8(filtered.body).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
    });
}

#[test]
fn a_table_with_wrong_lines_stores_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let table = "fromsuburb,frompostcode,tosuburb,topostcode,quantity,customercode,deadline\n\
            Derrimut,3026,Parramatta,2150,1,,\n\
            Derrimut,999,Parramatta,2150,0,NOBODY,noon\n\
            Derrimut,999,Parramatta,2150,0,NOBODY,\n";
        let done = import(&kit, &admin, table.as_bytes(), "false").await;
        let mut errors: Vec<(i64, &str)> = done["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| {
                (
                    error["index"].as_i64().unwrap(),
                    error["column"].as_str().unwrap(),
                )
            })
            .collect();
        errors.sort_unstable();
        assert_eq!(
            errors,
            [
                (2, "deadline"),
                (3, "customercode"),
                (3, "frompostcode"),
                (3, "quantity")
            ]
        );
        assert_eq!(done["inserted"], 0);
        assert_eq!(admin.get(JOBS).await.result()["totalCount"], 0);
        let missing = import(&kit, &admin, b"quantity\n1\n", "false").await;
        assert_eq!(missing["refused"], 1, "{missing}");
    });
}

#[test]
fn the_template_is_a_table_that_can_be_imported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let template = admin.get("/api/jobs/job/import-template").await;
        let done = import(&kit, &admin, &template.body, "false").await;
        assert_eq!(done["inserted"], 1, "{done}");
        let other = kit.user("Dispatcher").await;
        other
            .get("/api/jobs/job/import-status?importToken=1")
            .await
            .expect_error(404);
    });
}
