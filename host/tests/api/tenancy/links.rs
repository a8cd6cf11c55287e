//! Sidebar links: visible to all users of the tenant, edited with permission.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use serde_json::{Value, json};
use testkit::{given, on_both};

const ALL: &str = "/api/core/tenant/getsidebarlinks";
const ONE: &str = "/api/core/tenant/getSidebarLinkForEdit";
const SAVE: &str = "/api/core/tenant/createorupdatesidebarlink";
const DELETE: &str = "/api/core/tenant/deletesidebarlink";

fn link(title: &str, url: &str, order: i64) -> Value {
    json!({"sidebarLink": {"title": title, "url": url, "sortOrder": order}})
}

#[test]
fn links_are_kept_by_those_who_may_and_seen_by_all() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let dispatcher = kit.user("Dispatcher").await;
        let customer = given::customer(&kit, "Reads Links").await;
        let customer_user = kit.customer_user(customer).await;
        let help = admin
            .post(SAVE, link("Help", "https://help.example/start", 2))
            .await
            .result()["sidebarLink"]
            .clone();
        assert_eq!(help["isExternal"], true);
        admin
            .post(SAVE, link("Board", "/dashboard", 1))
            .await
            .result();
        for reader in [&dispatcher, &customer_user, &admin] {
            let all = reader.get(ALL).await.result();
            let titles: Vec<&str> = all["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|link| link["title"].as_str().unwrap())
                .collect();
            assert_eq!(
                (titles, all["totalCount"].clone()),
                (vec!["Board", "Help"], json!(2))
            );
        }
        dispatcher
            .post(SAVE, link("Mine", "/x", 0))
            .await
            .expect_error(403);
        dispatcher
            .delete(&format!("{DELETE}?id={}", help["id"]))
            .await
            .expect_error(403);
        dispatcher
            .get(&format!("{ONE}?id={}", help["id"]))
            .await
            .expect_error(403);

        let mut changed = admin
            .get(&format!("{ONE}?id={}", help["id"]))
            .await
            .result();
        changed["sidebarLink"]["title"] = json!("Manual");
        let saved = admin.post(SAVE, changed.clone()).await.result();
        assert_eq!(saved["sidebarLink"]["title"], "Manual");
        admin.post(SAVE, changed).await.expect_error(409);
        admin
            .delete(&format!("{DELETE}?id={}", help["id"]))
            .await
            .result();
        admin
            .delete(&format!("{DELETE}?id={}", help["id"]))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_link_that_would_run_something_is_refused() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        for url in [
            "javascript:alert(1)",
            "//evil.example",
            "data:text/html,x",
            "bookings",
        ] {
            assert_eq!(
                admin
                    .post(SAVE, link("Bad", url, 0))
                    .await
                    .invalid_members(),
                ["sidebarLink.url"],
                "{url}"
            );
        }
        assert_eq!(
            admin
                .post(SAVE, link("", "/x", 2_000_000))
                .await
                .invalid_members(),
            ["sidebarLink.sortOrder", "sidebarLink.title"]
        );
        for at in 0..50 {
            admin
                .post(SAVE, link(&format!("Link {at}"), "/x", at))
                .await
                .result();
        }
        assert_eq!(
            admin
                .post(SAVE, link("One more", "/x", 0))
                .await
                .expect_error(400)["code"],
            1311
        );
    });
}

#[test]
fn links_are_their_tenants_own() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let own_rows =
            admin.post(SAVE, link("Mine", "/x", 0)).await.result()["sidebarLink"]["id"].clone();
        let outsider = kit.another_tenant().await.user("Admin").await;
        assert_eq!(outsider.get(ALL).await.result()["totalCount"], 0);
        outsider
            .get(&format!("{ONE}?id={own_rows}"))
            .await
            .expect_error(404);
        outsider
            .delete(&format!("{DELETE}?id={own_rows}"))
            .await
            .expect_error(404);
        let duplicate = json!({"sidebarLink": {"id": own_rows, "title": "Taken", "url": "/x"}});
        outsider.post(SAVE, duplicate).await.expect_error(404);
    });
}

#[test]
fn what_is_left_out_of_a_link_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let save = async |link: Value| admin.post(SAVE, json!({"sidebarLink": link})).await;
        let plain = save(json!({"title": "Board", "url": "/dashboard"}))
            .await
            .result()["sidebarLink"]
            .clone();
        assert_eq!(
            plain,
            json!({"id": plain["id"], "rowVersion": 1, "title": "Board", "url": "/dashboard", "icon": null,
                "isExternal": false, "sortOrder": 0})
        );
        let help =
            json!({"title": "Help", "url": "https://help.example", "icon": "book", "sortOrder": 7});
        let mut help = save(help).await.result()["sidebarLink"].clone();
        let id = help["id"].clone();
        let renamed =
            save(json!({"id": id, "title": "Manual"})).await.result()["sidebarLink"].clone();
        (help["title"], help["rowVersion"]) = (json!("Manual"), json!(2));
        assert_eq!(renamed, help, "all but the title stays");
        let emptied = save(json!({"id": id, "rowVersion": 2, "icon": null}))
            .await
            .result()["sidebarLink"]
            .clone();
        (help["icon"], help["rowVersion"]) = (Value::Null, json!(3));
        assert_eq!(emptied, help, "null empties the icon alone");

        save(json!({"id": id, "rowVersion": 2, "title": "Late"}))
            .await
            .expect_error(409);
        assert_eq!(
            save(json!({"id": id, "title": null}))
                .await
                .invalid_members(),
            ["sidebarLink.title"]
        );
        assert_eq!(
            save(json!({"icon": "book"})).await.invalid_members(),
            ["sidebarLink.title", "sidebarLink.url"]
        );
        let invalid = json!({"id": id, "title": "x".repeat(65), "url": "javascript:alert(1)", "icon": "<b>",
            "sortOrder": "first"});
        assert_eq!(
            save(invalid).await.invalid_members(),
            [
                "sidebarLink.sortOrder",
                "sidebarLink.icon",
                "sidebarLink.title",
                "sidebarLink.url"
            ]
        );
        let half = save(json!({"id": id, "title": "Half", "sortOrder": "first"})).await;
        assert_eq!(half.invalid_members(), ["sidebarLink.sortOrder"]);
        let stored = admin.get(&format!("{ONE}?id={id}")).await.result();
        assert_eq!(
            stored["sidebarLink"], help,
            "nothing of what was refused is kept"
        );
    });
}
