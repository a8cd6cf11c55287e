//! Platform limits apply to the tenant's calls and are visible to its administrator.

use serde_json::{Value, json};
use testkit::on_host;

use super::fixtures::*;

fn value(limits: &Value, name: &str) -> Value {
    limits
        .as_array()
        .unwrap()
        .iter()
        .find(|limit| limit["name"] == name)
        .unwrap()["value"]
        .clone()
}

#[test]
fn limits_hold_for_the_tenant_they_were_set_for() {
    on_host("plugin settings", |kit| async move {
        let (admin, platform) = (kit.user("Admin").await, platform(&kit).await);
        let key = trust_new_key(&platform).await;
        let manifest = "id = \"guest\"\nname = \"Guest\"\nversion = \"1.0.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n\
             [grants]\ncapabilities = [\"log\", \"config\", \"key-value\", \"http-client\", \"clock\", \"render\", \"rate-cards\"]\n\
             [limits]\ncpu-ms = { rates = 250 }\n";
        install(
            &platform,
            package(&guest("guest"), manifest, r#"{"type": "object"}"#, &key),
        )
        .await;
        let other = kit.another_tenant().await;
        let outsider = other.user("Admin").await;
        enable(&admin, "guest").await;
        enable(&outsider, "guest").await;
        // The guest allocates until it fails; the fault has the amount.
        let most = async |kit: &testkit::Kit| {
            guest_message(kit, "guest", None, "allocate")
                .await
                .unwrap_err()
                .to_string()
        };
        assert!(most(&kit).await.contains("64 MiB"));
        let set = async |limits: Value| {
            let body = json!({"plugin": "guest", "tenantId": kit.tenant, "limits": limits});
            platform.post(&format!("{PLATFORM}/setlimits"), body).await
        };
        assert_eq!(
            set(json!({"memoryMib": 100_000})).await.invalid_members(),
            ["limits.memoryMib"]
        );
        assert_eq!(
            set(json!({"cpuMs": {"fly": 1}})).await.invalid_members(),
            ["limits.cpuMs.fly"]
        );
        assert_eq!(set(json!({"wings": 2})).await.invalid_members(), ["limits"]);

        set(json!({"memoryMib": 16, "cpuMs": {"find": 50}, "httpCalls": null}))
            .await
            .result();
        assert!(most(&kit).await.contains("16 MiB"));
        assert!(most(&other).await.contains("64 MiB"));
        let current = admin
            .get(&format!("{BASE}/getlimits?id=guest"))
            .await
            .result();
        assert_eq!(
            (value(&current, "memoryMib"), value(&current, "cpuMs.find")),
            (json!(16), json!(50))
        );
        assert_eq!(value(&current, "httpCalls"), json!(null));
        let theirs = outsider
            .get(&format!("{BASE}/getlimits?id=guest"))
            .await
            .result();
        assert_eq!(value(&theirs, "memoryMib"), json!(null));
        let at = format!("{PLATFORM}/getlimits?plugin=guest&tenantId={}", kit.tenant);
        assert_eq!(
            value(&platform.get(&at).await.result(), "memoryMib"),
            json!(16)
        );
        let all = platform
            .get(&format!("{PLATFORM}/getlimits?plugin=guest"))
            .await
            .result();
        assert_eq!(value(&all, "memoryMib"), json!(null));

        set(json!({})).await.result();
        assert!(most(&kit).await.contains("64 MiB"));
        admin
            .post(&format!("{PLATFORM}/setlimits"), json!({"plugin": "guest"}))
            .await
            .expect_error(403);
        let unknown = json!({"plugin": "guest", "tenantId": 999_999_999, "limits": {}});
        platform
            .post(&format!("{PLATFORM}/setlimits"), unknown)
            .await
            .expect_error(404);
    });
}

#[test]
fn a_limit_for_all_holds_where_the_tenant_has_none_of_its_own() {
    on_host("plugin settings", |kit| async move {
        let admin = kit.user("Admin").await;
        let id = install_ready(&kit, &admin).await;
        let platform = platform(&kit).await;
        let at = format!("{PLATFORM}/setlimits");
        let all =
            json!({"plugin": id, "limits": {"memoryMib": 32, "cpuMs": {"price": 40, "check": 60}}});
        platform.post(&at, all).await.result();
        let own_body =
            json!({"plugin": id, "tenantId": kit.tenant, "limits": {"cpuMs": {"price": 20}}});
        platform.post(&at, own_body).await.result();
        let current = admin
            .get(&format!("{BASE}/getlimits?id={id}"))
            .await
            .result();
        let results = ["memoryMib", "cpuMs.price", "cpuMs.check"].map(|name| value(&current, name));
        assert_eq!(results, [json!(32), json!(20), json!(60)]);
    });
}
