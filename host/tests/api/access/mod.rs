//! Access checks of every route: 401 without a token, 403 without the permission, 404 for foreign
//! ids.

mod exceptions;
mod ids;
mod input;
mod stock;
mod values;

use axum::http::Method;
use data::Needs;
use testkit::on_both;

fn fill_path(path: &str) -> String {
    path.split('/')
        .map(|part| if part.starts_with('{') { "1" } else { part })
        .collect::<Vec<_>>()
        .join("/")
}

#[test]
fn without_a_token_every_call_is_refused() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let foreign = guest.with_token("1.this-is-no-token");
        let mut tried = 0;
        for (method, path, needs) in web::serve::route_list(&waybill::boot::areas_with_openapi()) {
            if matches!(needs, Needs::Nothing | Needs::Tenant) {
                continue;
            }
            tried += 1;
            let path = fill_path(&path);
            for (who, client) in [("a guest", &guest), ("a made-up token", &foreign)] {
                let answer = client.send(method.clone(), &path, None).await;
                assert_eq!(answer.status, 401, "{who} at {method} {path}");
                assert_eq!(
                    answer.json()["unAuthorizedRequest"],
                    true,
                    "{who} at {method} {path}"
                );
            }
        }
        assert!(tried > 30, "only {tried} routes were tried");
    });
}

#[test]
fn without_the_permission_a_call_is_refused() {
    on_both(|kit| async move {
        // A driver has no office permissions.
        let driver = kit.user("Driver").await;
        let session = driver.get("/api/auth/session").await;
        assert_eq!(session.status, 200);
        let granted = granted_permissions(&kit, "Driver").await;
        let mut tried = 0;
        for (method, path, needs) in web::serve::route_list(&waybill::boot::areas_with_openapi()) {
            let wanted = match needs {
                Needs::Permission(permission) | Needs::DriverOr(permission) => vec![permission],
                Needs::Save(save) => vec![save.create, save.change],
                _ => continue,
            };
            if wanted
                .iter()
                .any(|permission| granted.contains(permission.name))
            {
                continue;
            }
            let permission = wanted[0];
            tried += 1;
            let answer = driver.send(method.clone(), &fill_path(&path), None).await;
            assert_eq!(
                answer.status, 403,
                "{method} {path} needs {}",
                permission.name
            );
            assert_eq!(answer.json()["success"], false);
        }
        assert!(tried > 15, "only {tried} routes were tried");
    });
}

async fn granted_permissions(kit: &testkit::Kit, role: &str) -> std::collections::HashSet<String> {
    let client = kit.user(role).await;
    let token = client.token.clone().unwrap_or_default();
    let host = kit.app.host();
    let session = host.gate().session(host, &token, None).await.ok().flatten();
    session
        .map(|session| session.permissions.clone())
        .unwrap_or_default()
}

#[test]
fn an_unknown_path_and_a_wrong_method_say_so() {
    on_both(|kit| async move {
        let guest = kit.guest();
        guest.get("/api/core/nothing/here").await.expect_error(404);
        let answer = guest
            .send(Method::DELETE, "/api/core/account/isTenantAvailable", None)
            .await;
        assert_eq!(answer.status, 405);
        assert_eq!(answer.headers["allow"], "POST");
    });
}

#[test]
fn paths_and_keys_match_without_case() {
    on_both(|kit| async move {
        let guest = kit.guest();
        let body = serde_json::json!({"TENANCYNAME": kit.host_name});
        let answer = guest
            .post("/API/Core/ACCOUNT/istenantavailable", body)
            .await
            .result();
        assert_eq!(answer["state"], 1);
        assert_eq!(answer["tenantId"], kit.tenant.0);
    });
}

#[test]
fn a_tenant_header_that_contradicts_the_token_is_refused() {
    on_both(|kit| async move {
        let other = kit.another_tenant().await;
        let client = kit.user("Dispatcher").await;
        let path = "/api/booking/booking/getbookings";
        client
            .with_header("Abp-TenantId", &other.tenant.to_string())
            .get(path)
            .await
            .expect_error(403);
        client
            .with_header("Abp.TenantId", &kit.tenant.to_string())
            .get(path)
            .await
            .result();
        client
            .guest()
            .with_header("Abp-TenantId", "nine")
            .get("/api/core/configuration/getconfiguration")
            .await
            .expect_error(400);
        client
            .guest()
            .with_header("Abp-TenantId", "987654321")
            .get("/api/core/configuration/getconfiguration")
            .await
            .expect_error(404);
    });
}
