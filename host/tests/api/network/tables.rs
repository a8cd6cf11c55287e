//! Zones as CSV.

use serde_json::{Value, json};
use testkit::{ApiResponse, Client, on_both};

use super::{ZONES, port, zone};

const IMPORT: &str = "/api/jobs/zone/import-zone";
const TABLE: &str = "zone,postCode,suburb,countryCode,zoneName\n\
    METRO,3000,,AU,Metro Melbourne\nmetro,3121,Richmond,,\nWEST,3220,,AU,Geelong\n";

async fn import(admin: &Client, port: &Value, table: &str, dry_run: &str) -> ApiResponse {
    let fields = [
        ("headPortId", port["id"].to_string()),
        ("dryRun", dry_run.to_owned()),
    ];
    let fields = fields.each_ref().map(|(name, text)| (*name, text.as_str()));
    let file = ("csvFile", "zones.csv", table.as_bytes());
    admin.post_part(IMPORT, &fields, file).await
}

fn counts(done: &Value) -> [i64; 5] {
    ["total", "inserted", "updated", "unchanged", "refused"]
        .map(|name| done[name].as_i64().unwrap())
}

#[test]
fn zones_are_imported_and_exported() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mel = port(&admin, "MEL").await;
        let of_mel = format!("{ZONES}?headPortId={}&sorting=code", mel["id"]);
        let foreseen = import(&admin, &mel, TABLE, "true").await.result();
        assert_eq!(counts(&foreseen), [3, 3, 0, 0, 0]);
        assert_eq!(admin.get(&of_mel).await.result()["totalCount"], 0);
        let done = import(&admin, &mel, TABLE, "false").await.result();
        assert_eq!(counts(&done), [3, 3, 0, 0, 0]);
        let zones = admin.get(&of_mel).await.result();
        assert_eq!(zones["items"][0]["name"], "Metro Melbourne");
        assert_eq!(zones["items"][1]["code"], "WEST");

        let download = format!(
            "/api/jobs/head-port/download-zone-locations?headPortId={}",
            mel["id"]
        );
        let exported = admin.get(&download).await;
        assert_eq!(exported.headers["content-type"], "text/csv; charset=utf-8");
        let table = String::from_utf8(exported.body).unwrap();
        assert!(table.contains("METRO,3121,Richmond,AU"), "{table}");
        let all = admin.get("/api/jobs/zone/export-zone").await;
        assert_eq!(String::from_utf8(all.body).unwrap(), table);
        let upload = format!(
            "/api/jobs/head-port/upload-zone-locations?headPortId={}",
            mel["id"]
        );
        let file = ("csvFile", "zones.csv", table.as_bytes());
        let same = admin.post_part(&upload, &[], file).await.result();
        assert_eq!(counts(&same), [3, 0, 0, 3, 0]);
        let moved = "zone,postCode\nWEST,3000\n";
        let moved = import(&admin, &mel, moved, "false").await.result();
        assert_eq!(counts(&moved), [1, 0, 1, 0, 0]);
    });
}

#[test]
fn a_table_with_a_wrong_line_stores_nothing() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let (mel, syd) = (port(&admin, "MEL").await, port(&admin, "SYD").await);
        zone(&admin, &syd, "NORTH", json!([{"postCode": "2000"}])).await;
        let table = "zone,postCode,suburb,countryCode,stateCode,postCodeTo\n\
            METRO,3000,,,,\n,3001,,,,\nMETRO,31,,,,\nMETRO,3000,,,,\nMETRO,2000,,,,\n\
            METRO,3100,,,,3199\nMETRO,,,AU,VIC,\n";
        let done = import(&admin, &mel, table, "false").await.result();
        assert_eq!(counts(&done)[4], 6, "{done}");
        let errors: Vec<(i64, &str)> = done["validationErrors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| {
                let column = error["column"].as_str().unwrap();
                (error["index"].as_i64().unwrap(), column)
            })
            .collect();
        assert_eq!(
            errors,
            [
                (2, "zone"),
                (3, "postCode"),
                (4, "postCode"),
                (5, "postCode"),
                (6, "postCodeTo"),
                (7, "postCode")
            ]
        );
        assert_eq!(
            done["validationErrors"][3]["message"],
            "is served by head port SYD Depot SYD, in its zone NORTH"
        );
        let of_mel = format!("{ZONES}?headPortId={}", mel["id"]);
        assert_eq!(admin.get(&of_mel).await.result()["totalCount"], 0);
    });
}

#[test]
fn an_import_without_its_parts_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let mel = port(&admin, "MEL").await;
        let file = ("csvFile", "zones.csv", TABLE.as_bytes());
        let no_port = admin.post_part(IMPORT, &[], file).await;
        assert_eq!(no_port.invalid_members(), ["headPortId"]);
        let other = ("picture", "zones.csv", TABLE.as_bytes());
        let no_file = admin.post_part(IMPORT, &[("headPortId", "1")], other).await;
        assert_eq!(no_file.invalid_members(), ["csvFile"]);
        let headings = import(&admin, &mel, "place\nx\n", "false").await;
        assert_eq!(headings.invalid_members(), ["csvFile"]);
        let nowhere = import(&admin, &json!({"id": 999_999}), TABLE, "false").await;
        nowhere.expect_error(404);
    });
}
