//! A tenant's logo and style sheet.

use axum::http::Method;
use serde_json::json;
use testkit::{Client, on_both};

const PUT: &str = "/api/core/tenantsettings/updateallsettings";
const CONFIGURATION: &str = "/api/core/configuration/getconfiguration";
const CSS: &str = "/api/core/tenant/getcustomcss";
const LOGO: &str = "/api/core/tenant/getlogo";

async fn upload(client: &Client, name: &str, file: &[u8]) -> testkit::ApiResponse {
    let mut body =
        b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n".to_vec();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--b--\r\n");
    let path = format!("/api/core/tenantsettings/{name}");
    client
        .send(
            Method::POST,
            &path,
            Some(("multipart/form-data; boundary=b", body)),
        )
        .await
}

#[test]
fn a_style_sheet_can_only_style() {
    on_both(|kit| async move {
        let (admin, guest) = (kit.user("Admin").await, kit.guest());
        let empty = guest.get(CSS).await;
        assert_eq!((empty.status.as_u16(), empty.body.len()), (200, 0));
        let id = upload(
            &admin,
            "uploadcustomcss",
            b"/* brand */ header { color: #123456 }",
        )
        .await
        .result();
        let id = id["customCssId"].as_str().unwrap().to_owned();
        let sheet = guest.get(&format!("{CSS}?id={id}")).await;
        assert_eq!(sheet.headers["content-type"], "text/css; charset=utf-8");
        assert_eq!(sheet.headers["x-content-type-options"], "nosniff");
        assert_eq!(
            String::from_utf8(sheet.body).unwrap(),
            "@layer tenant {\nheader { color: #123456 }\n}\n"
        );
        let tag = sheet.headers["etag"].to_str().unwrap().to_owned();
        assert_eq!(
            guest
                .with_header("if-none-match", &tag)
                .get(CSS)
                .await
                .status,
            304
        );
        assert_eq!(
            guest.get(CONFIGURATION).await.result()["ui"]["customCssId"],
            id
        );
        for evil in [
            "@import '/x.css';",
            "a{background:url(https://evil.example/x)}",
            "a{}}",
            "a{width:expression(1)}",
        ] {
            let refused = upload(&admin, "uploadcustomcss", evil.as_bytes()).await;
            assert_eq!(refused.invalid_members(), ["file"], "{evil}");
        }
        upload(&admin, "uploadcustomcss", &vec![b' '; 65 * 1024])
            .await
            .expect_error(413);
        assert_eq!(
            kit.another_tenant().await.guest().get(CSS).await.body.len(),
            0
        );
        upload(&kit.user("Dispatcher").await, "uploadcustomcss", b"a{}")
            .await
            .expect_error(403);
        admin
            .delete("/api/core/tenantsettings/removecustomcss")
            .await
            .result();
        assert_eq!(guest.get(CSS).await.body.len(), 0);
        let made_up = admin
            .put(PUT, json!({"ui": {"customCssId": "made-up"}}))
            .await;
        assert_eq!(made_up.invalid_members(), ["ui.customCssId"]);
    });
}

#[test]
fn a_logo_is_put_up_and_taken_down() {
    on_both(|kit| async move {
        let (admin, guest) = (kit.user("Admin").await, kit.guest());
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x40\0\0\0\x40 not much of a picture";
        let first = upload(&admin, "uploadlogo", png).await.result()["logoId"].clone();
        assert_eq!(guest.get(LOGO).await.body, png);
        let second = upload(&admin, "uploadlogo", b"GIF89a\x40\0\x40\0 small")
            .await
            .result()["logoId"]
            .clone();
        assert_ne!(first, second);
        assert_eq!(guest.get(LOGO).await.headers["content-type"], "image/gif");
        assert_eq!(
            upload(&admin, "uploadlogo", b"<svg/>")
                .await
                .invalid_members(),
            ["file"]
        );
        let saved = admin
            .put(
                PUT,
                json!({"ui": {"logoId": second, "primaryColor": "#1d4ed8"}}),
            )
            .await
            .result();
        assert_eq!(saved["ui"]["logoId"], second);
        admin
            .put(PUT, json!({"ui": {"logoId": null}}))
            .await
            .result();
        assert_eq!(
            guest.get(LOGO).await.headers["content-type"],
            "image/svg+xml"
        );
    });
}
