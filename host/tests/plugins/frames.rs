//! `/plugins/<id>/frame`: the only document with a wider security policy, for tenants with the
//! plugin enabled.

use std::fs;

use axum::http::Method;
use engine::package::{SigningKey, pack, sign};
use serde_json::json;
use testkit::{ApiResponse, Kit, on_host};

const BASE: &str = "/api/plugins/platform";
const SCRIPT: &str = "addEventListener('message', () => {});";

async fn install_plugin(kit: &Kit, origins: &str) -> String {
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
        .post(&format!("{BASE}/trustsigner"), trust)
        .await
        .result();
    let upload = platform
        .send(
            Method::POST,
            &format!("{BASE}/upload"),
            Some(("application/zip", package)),
        )
        .await
        .result();
    platform
        .post(&format!("{BASE}/install"), json!({"id": upload["id"]}))
        .await
        .result();
    id
}

fn header<'a>(answer: &'a ApiResponse, name: &str) -> &'a str {
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
        // Created before the installation: later tenants have it enabled.
        let elsewhere = kit.another_tenant().await.guest();
        let id = install_plugin(&kit, origins).await;
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
        let permissions: Vec<&str> = own["asks"]
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
        assert_eq!(permissions, wanted, "the tenant agrees to each origin");
        admin
            .post(
                "/api/plugins/enableplugin",
                json!({"id": id, "asks": permissions}),
            )
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
                web::page::sri(SCRIPT.as_bytes())
            )),
            "{text}"
        );

        // Every other page keeps the strict policy.
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
        assert_eq!(elsewhere.get(&path).await.status, 404);
        assert_eq!(guest.send(Method::POST, &path, None).await.status, 405);
        admin
            .post("/api/plugins/disableplugin", json!({"id": id}))
            .await
            .result();
        assert_eq!(guest.get(&path).await.status, 404);
    });
}
