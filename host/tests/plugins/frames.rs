//! `/plugins/<id>/frame`: the one document whose policy is wider, for tenants that have the plugin on and nobody else.

use std::fs;

use axum::http::Method;
use engine::package::{SigningKey, pack, sign};
use serde_json::json;
use testkit::{Answer, Kit, on_host};

const AT: &str = "/api/plugins/platform";
const SCRIPT: &str = "addEventListener('message', () => {});";

/// A plugin whose face has a document for a frame, signed and active on the platform. Gives its id.
async fn installed(kit: &Kit, origins: &str) -> String {
    let id = format!("till-{}", &uuid::Uuid::new_v4().simple().to_string()[..12]);
    let folder = std::env::temp_dir().join(format!("waybill-test-{id}"));
    fs::create_dir_all(folder.join("web")).unwrap();
    fs::copy(
        testkit::plugins_folder().join("zone-rates/component.wasm"),
        folder.join("component.wasm"),
    )
    .unwrap();
    let toml = format!(
        "id = \"{id}\"\nname = \"Till <&> Co\"\nversion = \"1.0.0\"\nkind = \"rate-engine\"\nwit = \"1.0.0\"\n\
         [grants]\ncapabilities = [\"log\"]\n[web.frame]\n{origins}\n"
    );
    fs::write(folder.join("plugin.toml"), toml).unwrap();
    fs::write(folder.join("web/remoteEntry.js"), "export {};").unwrap();
    fs::write(folder.join("web/frame.js"), SCRIPT).unwrap();
    let key = SigningKey::create(&folder.with_extension("key")).unwrap();
    let package = sign(&pack(&folder).unwrap(), &key).unwrap();
    fs::remove_dir_all(folder).unwrap();
    let platform = kit.platform().await.user("Admin").await;
    let trust = json!({"key": key.public().to_string(), "name": "Till makers"});
    platform
        .post(&format!("{AT}/trustsigner"), trust)
        .await
        .result();
    let upload = platform
        .send(
            Method::POST,
            &format!("{AT}/upload"),
            Some(("application/zip", package)),
        )
        .await
        .result();
    platform
        .post(&format!("{AT}/install"), json!({"id": upload["id"]}))
        .await
        .result();
    id
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer
        .headers
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[test]
fn the_frame_is_wider_by_what_its_manifest_names_and_no_other_page_is() {
    on_host("plugin frames", |kit| async move {
        let origins = "scripts = [\"https://js.till.example\"]\nframes = [\"https://*.till.example\"]\n\
                       connect = [\"https://api.till.example\"]";
        // Made before the plugin is installed: a tenant that is made later has it on.
        let elsewhere = kit.another_tenant().await.guest();
        let id = installed(&kit, origins).await;
        let (path, guest) = (format!("/plugins/{id}/frame"), kit.guest());
        assert_eq!(guest.get(&path).await.status, 404);

        let admin = kit.user("Admin").await;
        let listed = admin.get("/api/plugins/getplugins").await.result();
        let own = listed
            .as_array()
            .unwrap()
            .iter()
            .find(|plugin| plugin["id"] == id.as_str())
            .unwrap()
            .clone();
        let asks: Vec<&str> = own["asks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|ask| ask["code"].as_str().unwrap())
            .collect();
        let wanted = [
            "frame:https://js.till.example",
            "frame:https://*.till.example",
            "frame:https://api.till.example",
        ];
        assert_eq!(asks, wanted, "the tenant agrees to each origin");
        admin
            .post("/api/plugins/enableplugin", json!({"id": id, "asks": asks}))
            .await
            .result();

        let frame = guest.get(&path).await;
        assert_eq!(frame.status, 200);
        assert_eq!(
            header(&frame, "content-security-policy"),
            "default-src 'none'; script-src 'self' https://js.till.example; frame-src https://*.till.example; \
             connect-src https://api.till.example; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; \
             object-src 'none'"
        );
        assert_eq!(header(&frame, "x-frame-options"), "SAMEORIGIN");
        assert_eq!(header(&frame, "content-type"), "text/html; charset=utf-8");
        let text = String::from_utf8(frame.body.clone()).unwrap();
        assert!(
            text.contains("<title>Till &lt;&amp;&gt; Co</title>"),
            "{text}"
        );
        let script = text
            .split("src=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned();
        assert!(
            script.starts_with(&format!("/plugins/{id}/")) && script.ends_with("/frame.js"),
            "{script}"
        );
        assert!(
            text.contains(&format!(
                "integrity=\"{}\"",
                kernel::page::sri(SCRIPT.as_bytes())
            )),
            "{text}"
        );

        // Nothing else under this host is wider.
        for other in [
            "/livez",
            "/api/core/configuration/getconfiguration",
            "/plugins/zone-rates/frame",
            "/frame",
        ] {
            let policy = guest.get(other).await;
            let policy = header(&policy, "content-security-policy");
            assert!(
                policy.starts_with("default-src 'none'") && !policy.contains("till.example"),
                "{other}: {policy}"
            );
        }
        // What another tenant has not switched on is not there for it.
        assert_eq!(elsewhere.get(&path).await.status, 404);
        assert_eq!(guest.send(Method::POST, &path, None).await.status, 405);
        admin
            .post("/api/plugins/disableplugin", json!({"id": id}))
            .await
            .result();
        assert_eq!(guest.get(&path).await.status, 404);
    });
}
