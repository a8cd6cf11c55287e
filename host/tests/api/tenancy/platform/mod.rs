//! Platform administration: tenants, editions and impersonation in tenants.

mod editions;

use data::{
    db::{Col, Mode, PlatformSql},
    ids::TenantId,
};
use serde_json::{Value, json};
use testkit::{Browser, Client, Kit, given, on_both, on_host};
use waybill::operate;
use work::job::{NewJob, ScopeJobs};

const FEATURES: &str = "/api/core/feature/gettenantfeatuers";

fn platform_path(call: &str) -> String {
    format!("/api/core/platform/{call}")
}

fn unique(word: &str) -> String {
    format!("{word}-{}", uuid::Uuid::now_v7().simple())
}

fn new_tenant(host: &str) -> Value {
    json!({
        "tenant": {"name": "Fresh Freight", "hosts": [host], "timezone": "Australia/Perth"},
        "admin": {"userName": "boss", "name": "Bo", "surname": "Ss", "emailAddress": "boss@example.test",
            "password": "First-password-1"},
    })
}

async fn signed_in(kit: &Kit, host: &str, user_name: &str, password: &str) -> Client {
    let at_host = Client {
        host_name: host.to_owned(),
        ..kit.guest()
    };
    let mut browser = Browser::new(at_host.clone());
    assert_eq!(
        browser
            .sign_in_with("credentials", user_name, password)
            .await
            .status,
        200
    );
    let session = browser.session().await;
    at_host.with_token(
        session["accessToken"]
            .as_str()
            .expect("a session has a token"),
    )
}

#[test]
fn only_the_platforms_people_come_in() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        platform.get(&platform_path("gettenants")).await.result();
        let admin = kit.user("Admin").await;
        for (call, body) in [
            ("gettenants", None),
            ("geteditions", None),
            ("getsettings", None),
            ("createtenant", Some(new_tenant("x.test"))),
            ("suspend", Some(json!({"id": kit.tenant}))),
            ("enter", Some(json!({"tenantId": kit.tenant}))),
        ] {
            let send_request = async |client: &Client| match &body {
                Some(body) => client.post(&platform_path(call), body.clone()).await,
                None => client.get(&platform_path(call)).await,
            };
            send_request(&admin).await.expect_error(403);
            send_request(&kit.guest()).await.expect_error(401);
        }
        let role =
            json!({"role": {"displayName": "Sneaky"}, "grantedPermissionNames": ["Pages.Tenants"]});
        admin
            .post("/api/core/role/createorupdaterole", role)
            .await
            .expect_error(400);
    });
}

#[test]
fn a_tenant_is_made_with_its_first_administrator() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let host = format!("{}.test", unique("fresh"));
        let id = platform
            .post(
                &platform_path("createtenant"),
                new_tenant(&host.to_uppercase()),
            )
            .await
            .result()["id"]
            .clone();
        let boss = signed_in(&kit, &host, "boss", "First-password-1").await;
        let features = boss.get(FEATURES).await.result();
        let values = features["featureValues"].as_array().unwrap();
        assert!(
            values.contains(&json!({"name": "Plugin.own-fleet.Enabled", "value": "true"})),
            "{features}"
        );
        let list = platform
            .get(&format!(
                "{}?filter=id eq {id}",
                platform_path("gettenants")
            ))
            .await
            .result();
        assert_eq!(list["totalCount"], 1);
        let item = &list["items"][0];
        assert_eq!(
            (&item["name"], &item["state"]),
            (&json!("Fresh Freight"), &json!("Available"))
        );
        assert_eq!(
            (&item["hosts"], &item["isPlatform"]),
            (&json!([host]), &json!(false))
        );

        let duplicate = platform
            .post(&platform_path("createtenant"), new_tenant(&host))
            .await;
        assert_eq!(duplicate.invalid_members(), ["tenant.hosts[0]"]);
        let mut invalid = new_tenant("not a host");
        invalid["admin"]["password"] = json!("short");
        invalid["admin"]["emailAddress"] = json!("nobody");
        let invalid = platform
            .post(&platform_path("createtenant"), invalid)
            .await
            .invalid_members();
        assert_eq!(invalid, ["admin.emailAddress", "admin.password"]);
        let invalid = platform
            .post(&platform_path("createtenant"), new_tenant("not a host"))
            .await
            .invalid_members();
        assert_eq!(invalid, ["tenant.hosts[0]"]);
        let fresh = format!("{}.test", unique("half"));
        let mut half = new_tenant(&fresh);
        half["tenant"]["editionId"] = json!(987_654_321);
        assert_eq!(
            platform
                .post(&platform_path("createtenant"), half)
                .await
                .invalid_members(),
            ["tenant.editionId"]
        );
        assert_eq!(
            tenancy::find_by_host(kit.app.host(), &fresh).await.unwrap(),
            None,
            "all or nothing"
        );
    });
}

#[test]
fn suspending_ends_every_session_at_once() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let (admin, customer) = (kit.user("Admin").await, given::customer(&kit, "One").await);
        let customer = kit.customer_user(customer).await;
        admin.get(FEATURES).await.result();
        platform
            .post(&platform_path("suspend"), json!({"id": kit.tenant}))
            .await
            .result();
        admin.get(FEATURES).await.expect_error(401);
        customer.get(FEATURES).await.expect_error(401);
        kit.guest()
            .get("/api/core/configuration/getconfiguration")
            .await
            .expect_error(404);
        let changes = format!(
            "/api/core/auditlog/getentitychanges?entityType=Tenant&entityId={}",
            kit.tenant
        );
        let record = platform.get(&changes).await.result()["items"][0].clone();
        let closed = json!([{"propertyName": "state", "originalValue": "Available", "newValue": "InActive"}]);
        assert_eq!(record["changes"], closed, "{record}");
        platform
            .post(&platform_path("activate"), json!({"id": kit.tenant}))
            .await
            .result();
        kit.guest()
            .get("/api/core/configuration/getconfiguration")
            .await
            .result();
        admin.get(FEATURES).await.expect_error(401);
        kit.user("Admin").await.get(FEATURES).await.result();
        platform
            .post(&platform_path("suspend"), json!({"id": 987_654_321}))
            .await
            .expect_error(404);
        let platform_kit = kit.platform().await;
        let refused = platform
            .post(
                &platform_path("suspend"),
                json!({"id": platform_kit.tenant}),
            )
            .await
            .expect_error(400);
        assert_eq!(refused["code"], 1010);
        platform.get(&platform_path("gettenants")).await.result();
    });
}

#[test]
fn names_and_hosts_change_together_or_not_at_all() {
    on_both(|kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let other = kit.another_tenant().await;
        let form = platform
            .get(&format!(
                "{}?id={}",
                platform_path("gettenantforedit"),
                kit.tenant
            ))
            .await
            .result();
        let version = form["tenant"]["rowVersion"].clone();
        let second = format!("{}.test", unique("second"));
        let change = |hosts: Value| {
            json!({"tenant":
            {"id": kit.tenant, "rowVersion": version, "name": "Renamed Freight", "hosts": hosts}})
        };
        let duplicate = platform
            .put(
                &platform_path("updatetenant"),
                change(json!([second, other.host_name])),
            )
            .await;
        assert_eq!(duplicate.invalid_members(), ["tenant.hosts[1]"]);
        let none = platform
            .put(&platform_path("updatetenant"), change(json!([])))
            .await;
        assert_eq!(none.invalid_members(), ["tenant.hosts"]);
        platform
            .put(&platform_path("updatetenant"), change(json!([second])))
            .await
            .result();
        let visitor = Client {
            host_name: second.clone(),
            ..kit.guest()
        };
        let configuration = visitor
            .get("/api/core/configuration/getconfiguration")
            .await
            .result();
        assert_eq!(configuration["tenantName"], "Renamed Freight");
        assert_eq!(
            configuration["timezone"], "Australia/Sydney",
            "what was not sent stays"
        );
        kit.guest()
            .get("/api/core/configuration/getconfiguration")
            .await
            .expect_error(404);
        platform
            .put(&platform_path("updatetenant"), change(json!([second])))
            .await
            .expect_error(409);
        let unknown = json!({"tenant": {"id": 987_654_321, "name": "X"}});
        platform
            .put(&platform_path("updatetenant"), unknown)
            .await
            .expect_error(404);
    });
}

#[test]
fn a_tenant_in_use_is_not_deleted() {
    // The nightly job is every tenant's.
    on_host("tenants-nightly", |kit| async move {
        let platform = kit.platform().await.user("Admin").await;
        let (tenant, admin) = (kit.another_tenant().await, kit.user("Admin").await);
        let customer = given::customer(&kit, "One").await;
        let (from, to) = given::addresses();
        let draft = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to,
            "items": given::quote_request(customer)["items"]});
        let bookings = json!({"bookings": [{"booking": draft}], "operations": []});
        let saved = admin
            .post("/api/booking/booking/createorupdatebatchbooking", bookings)
            .await
            .result();
        assert_eq!(saved["failBookings"], json!([]), "{saved}");
        let path = |id: &data::ids::TenantId| format!("{}?id={id}", platform_path("deletetenant"));
        let refused = platform.delete(&path(&kit.tenant)).await.expect_error(400);
        assert_eq!(
            (refused["code"].clone(), refused["message"].clone()),
            (
                json!(1011),
                json!("Test Freight has 1 booking: suspend it instead.")
            )
        );
        let deleted = tenant.user("Admin").await;
        deleted.get(FEATURES).await.result();
        platform.delete(&path(&tenant.tenant)).await.result();
        deleted.get(FEATURES).await.expect_error(401);
        tenant
            .guest()
            .get("/api/core/configuration/getconfiguration")
            .await
            .expect_error(404);
        let list = platform
            .get(&format!(
                "{}?filter=id eq {}",
                platform_path("gettenants"),
                tenant.tenant
            ))
            .await
            .result();
        assert_eq!(list["totalCount"], 0);
        platform
            .delete(&path(&tenant.tenant))
            .await
            .expect_error(404);
        // No daily jobs of a deleted tenant.
        let days = async |tenant: TenantId| -> i64 {
            let query = PlatformSql(
                "SELECT CAST(COUNT(*) AS BIGINT) FROM outbox WHERE for_tenant = $1 AND name = 'tenancy.day-began'",
            );
            let mut scope = kit.app.host().scope(TenantId(0), Mode::Read);
            scope.platform(query, vec![tenant.val()]).await.unwrap()[0]
                .get(0)
                .unwrap()
        };
        let (before, of_another) = (days(tenant.tenant).await, days(kit.tenant).await);
        let mut scope = kit.app.host().scope(TenantId(0), Mode::Write);
        scope
            .enqueue(NewJob::new("tenancy.daily", json!({})))
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        assert_eq!(days(tenant.tenant).await, before);
        assert!(days(kit.tenant).await > of_another);
        platform
            .post(
                &platform_path("createtenant"),
                new_tenant(&tenant.host_name),
            )
            .await
            .result();
    });
}

#[test]
fn a_platform_administrator_enters_a_tenant() {
    on_both(|kit| async move {
        let platform_kit = kit.platform().await;
        let platform = platform_kit.user("Admin").await;
        kit.user("Admin").await;
        let way = platform
            .post(&platform_path("enter"), json!({"tenantId": kit.tenant}))
            .await
            .result();
        assert_eq!(way["url"], format!("http://{}", kit.host_name));
        assert!(
            way["impersonationToken"]
                .as_str()
                .is_some_and(|token| token.len() > 20)
        );
        platform
            .post(&platform_path("enter"), json!({"tenantId": 987_654_321}))
            .await
            .expect_error(404);
        platform
            .post(
                &platform_path("enter"),
                json!({"tenantId": platform_kit.tenant}),
            )
            .await
            .expect_error(404);
        let unknown_user = json!({"tenantId": kit.tenant, "userId": 987_654_321});
        platform
            .post(&platform_path("enter"), unknown_user)
            .await
            .expect_error(404);
    });
}

#[test]
fn an_operator_does_the_same_by_hand() {
    on_both(|kit| async move {
        let (app, host) = (&kit.app, kit.host_name.as_str());
        let platform_kit = kit.platform().await;
        let new = identity::NewUser {
            user_name: unique("operator"),
            name: "Op".to_owned(),
            surname: "Erator".to_owned(),
            email: format!("{}@example.test", unique("operator")),
            password: testkit::PASSWORD.to_owned(),
            ..Default::default()
        };
        let user_name = new.user_name.clone();
        operate::create_platform_admin(app, "ignored.test", new)
            .await
            .unwrap();
        let operator = signed_in(
            &platform_kit,
            &platform_kit.host_name,
            &user_name,
            testkit::PASSWORD,
        )
        .await;
        operator.get(&platform_path("gettenants")).await.result();
        assert_eq!(
            tenancy::find_by_host(app.host(), "ignored.test")
                .await
                .unwrap(),
            None,
            "there is one platform"
        );

        let line = |lines: Vec<String>| lines.into_iter().find(|line| line.contains(host)).unwrap();
        assert!(line(operate::list_tenants(app).await.unwrap()).contains("Available"));
        let admin = kit.user("Admin").await;
        operate::set_tenant_state(app, host, tenancy::TenantState::InActive)
            .await
            .unwrap();
        assert!(line(operate::list_tenants(app).await.unwrap()).contains("InActive"));
        admin.get(FEATURES).await.expect_error(401);
        operate::set_tenant_state(app, host, tenancy::TenantState::Available)
            .await
            .unwrap();
        operate::override_features(app, host, &["Job.Enabled=false".to_owned()])
            .await
            .unwrap();
        assert!(
            operate::list_features(app, host)
                .await
                .unwrap()
                .contains(&"Job.Enabled=false".to_owned())
        );
        operate::override_features(app, host, &["Job.Enabled=".to_owned()])
            .await
            .unwrap();
        assert!(
            operate::list_features(app, host)
                .await
                .unwrap()
                .contains(&"Job.Enabled=true".to_owned())
        );
        for wrong in [
            "Job.Enabled",
            "Teleport.Enabled=true",
            "Job.Enabled=perhaps",
        ] {
            assert!(
                operate::override_features(app, host, &[wrong.to_owned()])
                    .await
                    .is_err(),
                "{wrong}"
            );
        }
        assert!(
            operate::set_tenant_state(app, "nobody.test", tenancy::TenantState::InActive)
                .await
                .is_err()
        );
    });
}
