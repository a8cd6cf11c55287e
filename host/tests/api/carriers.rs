//! Carrier accounts: settings of the carrier, and write-only secrets.

use serde_json::{Value, json};
use testkit::{given, on_both};

const BASE: &str = "/api/carrier/carrieraccount";

#[test]
fn an_account_keeps_its_secrets() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = given::australia_post(&kit, &admin, "AP-1").await;
        let answer = admin
            .get(&format!("{BASE}/getcarrieraccountforedit?id={id}"))
            .await;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(
            !text.contains(kit.australia_post.password()),
            "a secret was sent back"
        );
        let mut account = answer.result()["carrierAccount"].clone();
        let attribute = |account: &serde_json::Value, key: &str| {
            account["attributes"]
                .as_array()
                .unwrap()
                .iter()
                .find(|entry| entry["key"] == key)
                .cloned()
                .unwrap()
        };
        assert_eq!(
            attribute(&account, "password"),
            json!({"key": "password", "value": "", "isSet": "true"})
        );
        assert_eq!(
            attribute(&account, "accountNumber")["value"],
            kit.australia_post.account_number()
        );

        account["name"] = json!("Post, renamed");
        admin
            .post(
                &format!("{BASE}/createorupdatecarrieraccount"),
                json!({"carrierAccount": account}),
            )
            .await
            .result();
        let tested = admin
            .post(&format!("{BASE}/testcarrieraccount"), json!({"id": id}))
            .await
            .result();
        assert_eq!(tested["ok"], true, "{tested}");
    });
}

#[test]
fn wrong_credentials_are_told_in_words() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = given::australia_post(&kit, &admin, "AP-2").await;
        let account = admin
            .get(&format!("{BASE}/getcarrieraccountforedit?id={id}"))
            .await
            .result()["carrierAccount"]
            .clone();
        let mut invalid = account.clone();
        for entry in invalid["attributes"].as_array_mut().unwrap() {
            if entry["key"] == "password" {
                entry["value"] = json!("not-the-password");
            }
        }
        admin
            .post(
                &format!("{BASE}/createorupdatecarrieraccount"),
                json!({"carrierAccount": invalid}),
            )
            .await
            .result();
        let tested = admin
            .post(&format!("{BASE}/testcarrieraccount"), json!({"id": id}))
            .await
            .result();
        assert_eq!(tested["ok"], false);
        assert!(!tested.to_string().contains("not-the-password"), "{tested}");
    });
}

#[test]
fn what_the_carrier_needs_is_asked_for() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let codes = admin.get(&format!("{BASE}/getcarriercodes")).await.result();
        assert_eq!(codes, json!(["australia-post", "own-fleet"]));
        let attributes = admin
            .get(&format!(
                "{BASE}/getcarrierattributes?carrierCode=own-fleet"
            ))
            .await
            .result();
        assert!(
            attributes
                .as_array()
                .unwrap()
                .iter()
                .any(|entry| entry["key"] == "rateCard" && entry["required"] == true)
        );

        let path = format!("{BASE}/createorupdatecarrieraccount");
        let bare = json!({"carrierAccount": {"name": "Fleet", "code": "lower case", "carrierCode": "own-fleet"}});
        let members = admin.post(&path, bare).await.invalid_members();
        assert!(
            members.contains(&"carrierAccount.code".to_owned()),
            "{members:?}"
        );
        assert!(
            members.contains(&"carrierAccount.attributes.rateCard".to_owned()),
            "{members:?}"
        );
        let unknown =
            json!({"carrierAccount": {"name": "X", "code": "XX", "carrierCode": "pigeon"}});
        assert_eq!(
            admin.post(&path, unknown).await.invalid_members(),
            ["carrierCode"]
        );
    });
}

#[test]
fn what_a_change_of_an_account_leaves_out_stays() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/createorupdatecarrieraccount");
        let save = async |account: Value| {
            admin
                .post(&path, json!({ "carrierAccount": account }))
                .await
                .result()["carrierAccount"]
                .clone()
        };
        let id = given::australia_post(&kit, &admin, "AP-3").await;
        let before = admin
            .get(&format!("{BASE}/getcarrieraccountforedit?id={id}"))
            .await
            .result();
        let services = before["carrierServices"].as_array().unwrap().clone();
        let selected = json!({"carrierAccount": {"id": id, "publicLogo": "https://logo.example/ap.svg",
            "attributes": [{"key": "labelLayout", "value": "A4-1pp"}]}, "activeCarrierServiceIds": [services[0]["id"]]});
        admin.post(&path, selected).await.result();

        let renamed = save(json!({"id": id, "name": " Post "})).await;
        assert_eq!(
            (&renamed["name"], &renamed["publicLogo"]),
            (&json!("Post"), &json!("https://logo.example/ap.svg"))
        );
        for member in [
            "code",
            "carrierCode",
            "carrierName",
            "isActive",
            "customerId",
            "availableForGuest",
        ] {
            assert_eq!(
                renamed[member], before["carrierAccount"][member],
                "{member}"
            );
        }
        let attribute = |account: &Value, key: &str| {
            account["attributes"]
                .as_array()
                .unwrap()
                .iter()
                .find(|entry| entry["key"] == key)
                .cloned()
        };
        assert_eq!(
            attribute(&renamed, "labelLayout").unwrap()["value"],
            "A4-1pp"
        );
        assert_eq!(
            attribute(&renamed, "accountNumber"),
            attribute(&before["carrierAccount"], "accountNumber")
        );
        let edit = admin
            .get(&format!("{BASE}/getcarrieraccountforedit?id={id}"))
            .await
            .result();
        let assigned = edit["carrierServices"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["isAssigned"] == true)
            .count();
        assert_eq!(assigned, 1, "the services stay");
        let masked = [
            json!({"key": "password", "value": ""}),
            json!({"key": "labelLayout", "value": null}),
        ];
        let emptied = save(json!({"id": id, "publicLogo": null, "attributes": masked})).await;
        assert_eq!(
            (&emptied["publicLogo"], attribute(&emptied, "labelLayout")),
            (&Value::Null, None)
        );
        let tested = admin
            .post(&format!("{BASE}/testcarrieraccount"), json!({"id": id}))
            .await
            .result();
        assert_eq!(tested["ok"], true, "{tested}");
        let nothing = ["accountNumber", "password"].map(|key| json!({"key": key, "value": null}));
        let refused = admin
            .post(
                &path,
                json!({"carrierAccount": {"id": id, "attributes": nothing}}),
            )
            .await;
        let invalid =
            ["accountNumber", "password"].map(|key| format!("carrierAccount.attributes.{key}"));
        assert_eq!(refused.invalid_members(), invalid);

        let stale =
            json!({"id": id, "rowVersion": before["carrierAccount"]["rowVersion"], "name": "Late"});
        admin
            .post(&path, json!({"carrierAccount": stale}))
            .await
            .expect_error(409);
        let current = json!({"id": id, "rowVersion": emptied["rowVersion"], "isActive": false});
        assert_eq!(save(current).await["isActive"], false);
        admin
            .post(
                &path,
                json!({"carrierAccount": {"id": 999_999, "name": "Nobody's"}}),
            )
            .await
            .expect_error(404);
    });
}

#[test]
fn all_that_is_wrong_with_an_account_is_told_at_once() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/createorupdatecarrieraccount");
        let invalid = json!({"carrierAccount": {
            "name": " ", "code": "x".repeat(40), "carrierCode": "own-fleet", "isActive": "perhaps",
            "attributes": [{"key": "taxPercent", "value": "ten"}],
        }, "activeCarrierServiceIds": [99_999_999]});
        let members = admin.post(&path, invalid).await.invalid_members();
        let mut expected = vec!["carrierAccount.isActive", "activeCarrierServiceIds"];
        expected.extend([
            "carrierAccount.code",
            "carrierAccount.code",
            "carrierAccount.name",
        ]);
        let attributes = [
            "connotePrefix",
            "gs1CompanyPrefix",
            "rateCard",
            "taxPercent",
        ];
        let attributes = attributes.map(|key| format!("carrierAccount.attributes.{key}"));
        let mut expected: Vec<&str> = expected
            .into_iter()
            .chain(attributes.iter().map(String::as_str))
            .collect();
        let mut actual: Vec<&str> = members.iter().map(String::as_str).collect();
        actual.sort_unstable();
        expected.sort_unstable();
        assert_eq!(actual, expected);
        let listed = admin
            .get(&format!("{BASE}/getcarrieraccounts"))
            .await
            .result();
        assert_eq!(listed["totalCount"], 0, "nothing is stored");

        let id = given::own_fleet(&kit, &admin, "FLEET").await;
        let created = admin
            .get(&format!("{BASE}/getcarrieraccountforedit?id={id}"))
            .await
            .result();
        assert_eq!(
            created["carrierAccount"]["isActive"], true,
            "a new account is active unless it says otherwise"
        );
        let moved =
            json!({"carrierAccount": {"id": id, "carrierCode": "australia-post", "name": ""}});
        let members = admin.post(&path, moved).await.invalid_members();
        assert_eq!(
            members,
            ["carrierAccount.name", "carrierAccount.carrierCode"]
        );
        let staff = kit.user("Dispatcher").await;
        staff
            .post(&path, json!({"carrierAccount": {"id": id, "name": "Mine"}}))
            .await
            .expect_error(403);
    });
}

#[test]
fn services_are_switched_per_account() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = given::own_fleet(&kit, &admin, "FLEET").await;
        let edit = admin
            .get(&format!("{BASE}/getcarrieraccountforedit?id={id}"))
            .await
            .result();
        let services = edit["carrierServices"].as_array().unwrap().clone();
        assert!(!services.is_empty());
        assert!(
            services
                .iter()
                .all(|service| service["isAssigned"] == false)
        );
        let one = services[0]["id"].clone();
        let body =
            json!({"carrierAccount": edit["carrierAccount"], "activeCarrierServiceIds": [one]});
        let saved = admin
            .post(&format!("{BASE}/createorupdatecarrieraccount"), body)
            .await
            .result();
        let assigned: Vec<_> = saved["carrierServices"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|service| service["isAssigned"] == true)
            .collect();
        assert_eq!(assigned.len(), 1);
        let listed = admin
            .get("/api/carrier/carrierservices/getcarrierservices?maxResultCount=100")
            .await
            .result();
        assert!(listed["totalCount"].as_i64().unwrap() >= services.len() as i64);
        let foreign = json!({"carrierAccount": saved["carrierAccount"], "activeCarrierServiceIds": [99_999_999]});
        let members = admin
            .post(&format!("{BASE}/createorupdatecarrieraccount"), foreign)
            .await
            .invalid_members();
        assert_eq!(members, ["activeCarrierServiceIds"]);
    });
}

#[test]
fn a_customer_with_mappings_uses_the_mapped_accounts() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Mapped").await;
        let first = given::own_fleet(&kit, &admin, "FIRST").await;
        given::own_fleet(&kit, &admin, "SECOND").await;
        let usable = async || {
            let mut scope = kit.scope(data::db::Mode::Read);
            carriers::accounts::list_usable(&mut scope, Some(customer))
                .await
                .unwrap()
                .len()
        };
        assert_eq!(usable().await, 2);
        let body = json!({"customerId": customer, "carrierAccountIds": [first]});
        let mapped = admin
            .post(
                "/api/carrier/CarrierAccount/MapCarrierAccountsToCustomer",
                body,
            )
            .await
            .result();
        assert_eq!(
            mapped["carrierAccountMappings"][0]["carrierAccountCode"],
            "FIRST"
        );
        assert_eq!(usable().await, 1);
        let list = admin
            .get(&format!(
                "{BASE}/getcarrieraccountcustomermappings?customerId={customer}"
            ))
            .await
            .result();
        assert_eq!(list["totalCount"], 1);
        assert_eq!(list["items"][0]["carrierName"], "Own fleet");

        admin
            .delete(&format!("{BASE}/deletecarrieraccount?id={first}"))
            .await
            .result();
        assert_eq!(
            usable().await,
            1,
            "with its only mapping gone the customer is free again"
        );
    });
}

#[test]
fn accounts_need_their_own_permission() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = given::create_user(&kit, "vera", "Driver").await;
        let granted = json!({"id": id, "grantedPermissionNames": ["Pages.Carrier"]});
        let path = "/api/core/user/updateUserPermissions";
        admin.put(path, granted).await.result();
        let token = identity::sign_in(kit.app.host(), kit.tenant, id).await;
        let vera = kit.guest().with_token(&token.unwrap());
        for call in [
            "getcarrieraccounts",
            "getcarrieraccountforedit?id=1",
            "getcarrierattributes?carrierCode=own-fleet",
        ] {
            let refused = vera.get(&format!("{BASE}/{call}")).await.expect_error(403);
            let message = refused["message"].as_str().unwrap_or_default();
            assert!(message.contains("Carrier accounts"), "{message}");
        }
        vera.get(&format!("{BASE}/getcarriercodes")).await.result();
        // The markup grid of Finance lists services.
        let services = "/api/carrier/carrierservices/getcarrierservices";
        let finance = kit.user("Finance").await;
        finance.get(services).await.result();
        for role in ["Dispatcher", "Finance"] {
            let staff = kit.user(role).await;
            staff
                .get(&format!("{BASE}/getcarrieraccounts"))
                .await
                .result();
        }
    });
}
