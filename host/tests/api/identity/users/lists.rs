//! User lists by role, permission and customer, and as a spreadsheet.

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{BASE, create_role, create_user, form, save, set_granted, tenant_admin};

async fn names(client: &Client, query: &str) -> Vec<String> {
    let list = client
        .get(&format!(
            "{BASE}/getusers?sorting=userName&maxResultCount=100&{query}"
        ))
        .await
        .result();
    assert_eq!(list["totalCount"], list["items"].as_array().unwrap().len());
    list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["userName"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn users_are_found_by_role_and_by_permission() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let clerks = create_role(&admin, "Night clerks", &["Pages.Finance.Invoices.Create"]).await;
        create_user(&admin, "anna", &["Night clerks"]).await;
        create_user(&admin, "ben", &["Driver"]).await;
        let carl = create_user(&admin, "carl", &["Finance"]).await;
        let dora = create_user(&admin, "dora", &[]).await;
        for query in [
            "role=Night clerks",
            "role=NIGHT CLERKS",
            &format!("role={clerks}"),
        ] {
            assert_eq!(names(&admin, query).await, ["anna"], "{query}");
        }
        for wrong in ["role=Pirate", "role=987654"] {
            assert_eq!(
                admin
                    .get(&format!("{BASE}/getusers?{wrong}"))
                    .await
                    .invalid_members(),
                ["role"]
            );
        }

        set_granted(&admin, dora, &["Pages.Finance.Invoices"])
            .await
            .result();
        let holders = |name: &'static str| {
            let (admin, query) = (admin.clone(), format!("permission={name}"));
            async move {
                names(&admin, &query)
                    .await
                    .into_iter()
                    .filter(|name| name.len() == 4)
                    .collect::<Vec<_>>()
            }
        };
        assert_eq!(
            holders("Pages.Finance.Invoices").await,
            ["anna", "carl", "dora"]
        );
        assert_eq!(
            holders("Pages.Finance.Invoices.Create").await,
            ["anna", "carl"]
        );
        set_granted(&admin, carl, &["Pages.Reports"]).await.result();
        assert_eq!(holders("Pages.Finance.Invoices").await, ["anna", "dora"]);
        assert_eq!(names(&admin, "permission=Pages.Tenants").await, [""; 0]);
        assert_eq!(
            names(&admin, "permission=Pages.Administration.Users")
                .await
                .len(),
            1,
            "the administrator alone"
        );
        let invalid = admin
            .get(&format!("{BASE}/getusers?permission=Pages.Pirate"))
            .await;
        assert_eq!(invalid.invalid_members(), ["permission"]);
        assert_eq!(
            names(
                &admin,
                "filter=contains(tolower(fullName),'mia tran') and isActive eq true"
            )
            .await
            .len(),
            4
        );
    });
}

#[test]
fn a_customers_users_are_listed_with_its_name() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        create_user(&admin, "tom", &[]).await;
        save(&admin, form("vera", json!({"customerId": customer})))
            .await
            .result();
        let list = admin
            .get(&format!("{BASE}/getcustomerusers?customerId={customer}"))
            .await
            .result();
        assert_eq!(list["totalCount"], 1);
        assert_eq!(list["items"][0]["userName"], "vera");
        assert_eq!(list["items"][0]["customerName"], "Bluegum Wines");
        let other = kit.another_tenant().await;
        let foreign = given::customer(&other, "Not Ours").await;
        for wrong in [foreign.0, 987_654] {
            admin
                .get(&format!("{BASE}/getcustomerusers?customerId={wrong}"))
                .await
                .expect_error(404);
            save(&admin, form("mia", json!({"customerId": wrong})))
                .await
                .expect_error(404);
        }
        assert_eq!(
            admin
                .get(&format!("{BASE}/getcustomerusers"))
                .await
                .invalid_members(),
            ["customerId"]
        );
    });
}

#[test]
fn the_table_opens_in_a_spreadsheet_and_runs_nothing_there() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let customer = given::customer(&kit, "=HYPERLINK(1)").await;
        let sly = json!({"name": "=1+1", "surname": "Ünal, \"Ü\"", "phoneNumber": "+61 3 9000", "customerId": customer});
        save(&admin, form("mia", sly)).await.result();
        create_user(&admin, "tom", &["Driver", "Warehouse"]).await;
        let answer = admin
            .get(&format!(
                "{BASE}/GetUsersForExcel?sorting=userName&filter=name ne 'Admin'"
            ))
            .await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
        assert!(
            answer.headers["content-disposition"]
                .to_str()
                .unwrap()
                .contains("attachment; filename=\"users.csv\"")
        );
        assert!(
            answer
                .body
                .starts_with(b"\xef\xbb\xbfName,Surname,User name,")
        );
        let text = String::from_utf8(answer.body).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(
            lines[1].starts_with("'=1+1,\"Ünal, \"\"Ü\"\"\",mia,mia@freight.example,'+61 3 9000,"),
            "{}",
            lines[1]
        );
        assert!(
            lines[1].contains(",'=HYPERLINK(1),Yes,No,No,"),
            "{}",
            lines[1]
        );
        assert!(
            lines[2].contains("\"Driver, Warehouse\"")
                || lines[2].contains("\"Warehouse, Driver\""),
            "{}",
            lines[2]
        );
        assert!(!text.contains("argon2"));

        let drivers = admin
            .get(&format!("{BASE}/GetUsersForExcel?role=Driver"))
            .await;
        assert_eq!(String::from_utf8(drivers.body).unwrap().lines().count(), 2);
        let of_customer = admin
            .get(&format!("{BASE}/GetUsersForExcel?customerId={customer}"))
            .await;
        assert_eq!(
            String::from_utf8(of_customer.body).unwrap().lines().count(),
            2
        );
        let invalid = admin
            .get(&format!(
                "{BASE}/GetUsersForExcel?filter=passwordHash ne null"
            ))
            .await;
        assert_eq!(invalid.invalid_members(), ["filter"]);
        kit.user("Driver")
            .await
            .get(&format!("{BASE}/GetUsersForExcel"))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_long_table_is_whole() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mut scope = kit.scope(data::db::Mode::Write);
        let many = data::tsql!(
            "INSERT INTO users (tenant_id, row_version, user_guid, name, surname, user_name, user_name_key,
               email_address, email_key, phone_number, is_active, is_driver, is_lockout_enabled, access_failed_count,
               should_change_password, creation_time)
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
             SELECT tenant_id, 1, user_guid, name, surname, 'u' || i, 'u' || i, 'u' || i || '@x.example',
               'u' || i || '@x.example', '', TRUE, FALSE, TRUE, 0, FALSE, creation_time
             FROM users, n WHERE tenant_id = $1 AND user_name LIKE 'admin-%'"
        );
        scope.rows(many, Vec::new()).await.unwrap();
        scope.commit().await.unwrap();
        let table = admin.get(&format!("{BASE}/GetUsersForExcel")).await;
        let text = String::from_utf8(table.body).unwrap();
        let names: std::collections::HashSet<&str> = text
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(2).unwrap())
            .collect();
        assert_eq!(names.len(), 2101);
        let page: Value = admin.get(&format!("{BASE}/getusers")).await.result();
        assert_eq!(
            (
                page["totalCount"].as_i64(),
                page["items"].as_array().unwrap().len()
            ),
            (Some(2101), 10)
        );
    });
}
