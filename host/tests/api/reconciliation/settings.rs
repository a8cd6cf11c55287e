//! Templates and tolerances: saved, validated, and applied to invoices.

use serde_json::json;
use testkit::on_both;

use super::{BASE, HEAD, create_booking, import, line, office};

#[test]
fn templates_are_added_changed_listed_and_deleted() {
    on_both(|kit| async move {
        let admin = office(&kit).await.admin;
        let path = format!("{BASE}/CreateOrUpdateTemplate");
        let column = json!({"field": "consignmentId", "heading": "Connote"});
        let first = json!({"template": {"name": "First", "carrier": "own-fleet", "columns": [column], "isDefault": true}});
        let first = admin.post(&path, first).await.result()["template"].clone();
        assert_eq!(
            (&first["weightUnit"], &first["decimalSign"]),
            (&json!("kg"), &json!("Either"))
        );
        let second =
            json!({"template": {"name": "Second", "carrier": "own-fleet", "isDefault": true}});
        let second = admin.post(&path, second).await.result()["template"].clone();
        let list = admin
            .get(&format!(
                "{BASE}/GetTemplates?carrierCode=own-fleet&sorting=id"
            ))
            .await
            .result();
        assert_eq!(list["totalCount"], 2);
        let defaults = [
            &list["items"][0]["isDefault"],
            &list["items"][1]["isDefault"],
        ];
        assert_eq!(defaults, [&json!(false), &json!(true)]);
        let duplicate = json!({"template": {"id": second["id"], "columns": [column, column]}});
        assert_eq!(
            admin.post(&path, duplicate).await.invalid_members(),
            ["template.columns[1].field"]
        );
        admin
            .delete(&format!("{BASE}/DeleteTemplate?id={}", first["id"]))
            .await
            .result();
        kit.user("Dispatcher")
            .await
            .get(&format!("{BASE}/GetTemplates"))
            .await
            .expect_error(403);
    });
}

#[test]
fn what_is_tolerated_passes() {
    on_both(|kit| async move {
        let office = office(&kit).await;
        let path = format!("{BASE}/CreateOrUpdateTolerance");
        let fuel = json!({"tolerance": {"carrierAccountId": office.account, "side": "Above", "measure": "Percent",
            "value": 50, "appliesTo": "FuelLevy", "effect": "PassOn"}});
        let fuel = office.admin.post(&path, fuel).await.result()["tolerance"].clone();
        let same = json!({"tolerance": {"carrierAccountId": office.account, "side": "Above", "measure": "Percent",
            "value": 10, "appliesTo": "FuelLevy"}});
        assert_eq!(
            office.admin.post(&path, same).await.invalid_members(),
            ["tolerance.carrierAccountId"]
        );
        let invalid = json!({"tolerance": {"id": fuel["id"], "value": 101}});
        assert_eq!(
            office.admin.post(&path, invalid).await.invalid_members(),
            ["tolerance.value"]
        );

        create_booking(&kit, &office, "ABC000123", None).await;
        let table = format!(
            "{HEAD}ABC000123,,ROAD,,,,20.00,2.00,INV-1,\nABC000123,,FUEL,,,,3.00,0.30,INV-1,\n"
        );
        let all = import(&kit, &office.admin, table).await;
        let line = line(&all, "ABC000123");
        assert_eq!(
            (&line["status"], &line["rechargeAmount"]),
            (&json!("WithinTolerance"), &json!(1))
        );
        assert_eq!(
            line["bookingReconciliationServices"][1]["customerRechargeAmount"],
            1
        );
        let list = office
            .admin
            .get(&format!(
                "{BASE}/GetTolerances?carrierAccountId={}",
                office.account
            ))
            .await
            .result();
        assert_eq!(list["totalCount"], 1);
        office
            .admin
            .delete(&format!("{BASE}/DeleteTolerance?id={}", fuel["id"]))
            .await
            .result();
    });
}
