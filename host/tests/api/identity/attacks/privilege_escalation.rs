//! Privilege escalation by calls, method overrides and extra members.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::on_both;

use super::{BOOKINGS, USERS, signed_in, user};

#[test]
fn users_cannot_raise_their_own_permissions() {
    on_both(|kit| async move {
        let id = user(&kit, "dora", "Dispatcher").await;
        let (_, dora) = signed_in(&kit, "dora").await;
        for (method, path, body) in [
            (
                Method::POST,
                "/api/core/user/createorupdateuser",
                json!({"user": {"id": id}, "assignedRoleNames": ["Admin"]}),
            ),
            (
                Method::PUT,
                "/api/core/user/updateUserPermissions",
                json!({"id": id, "grantedPermissionNames": ["Pages.Administration"]}),
            ),
            (
                Method::POST,
                "/api/core/role/createorupdaterole",
                json!({"role": {"displayName": "Mine"}, "grantedPermissionNames": []}),
            ),
            (
                Method::POST,
                "/api/core/user/CreateAPIKey",
                json!({"userId": id}),
            ),
            (
                Method::PUT,
                "/api/core/tenantsettings/updateallsettings",
                json!({"ldap": {"isEnabled": true}}),
            ),
            (
                Method::PUT,
                "/api/core/feature/updatetenantfeatures",
                json!({"featureValues": []}),
            ),
            (
                Method::GET,
                "/api/core/tenantsettings/getallsettings",
                Value::Null,
            ),
            (Method::GET, USERS, Value::Null),
        ] {
            let body =
                (!body.is_null()).then(|| ("application/json", body.to_string().into_bytes()));
            let answer = dora.send(method.clone(), path, body).await;
            assert_eq!(
                answer.status,
                403,
                "{method} {path}: {}",
                String::from_utf8_lossy(&answer.body)
            );
        }
        // Method override headers are ignored.
        for (name, value) in [
            ("x-http-method-override", "DELETE"),
            ("x-method-override", "PUT"),
            ("x-original-url", USERS),
            ("x-rewrite-url", USERS),
        ] {
            let answer = dora.with_header(name, value).get(BOOKINGS).await;
            assert_eq!(answer.status, 200, "{name}");
            assert!(answer.result()["totalCount"].is_number());
        }
    });
}

#[test]
fn members_that_were_not_asked_for_change_nothing() {
    on_both(|kit| async move {
        let id = user(&kit, "dora", "Dispatcher").await;
        let (mut browser, dora) = signed_in(&kit, "dora").await;
        let before = browser.session().await;
        let profile = dora.get("/api/core/profile/getprofile").await.result();
        let smuggled = json!({
            "name": "Dora", "surname": "Explorer", "emailAddress": "dora@freight.example",
            "rowVersion": profile["rowVersion"],
            "id": 1, "userId": 1, "tenantId": 1, "isActive": true, "isDriver": true, "customerId": 7,
            "roles": [{"roleName": "Admin"}], "assignedRoleNames": ["Admin"], "permissions": ["Pages.Administration"],
            "grantedPermissionNames": ["Pages.Administration"], "passwordHash": "x", "password": "Changed-1", "isPlatformAdmin": true,
            "impersonatorId": 1, "lockoutEnd": null, "__proto__": {"isAdmin": true}, "constructor": {"prototype": {}},
        });
        dora.put("/api/core/profile/updateprofile", smuggled).await;
        let after = browser.session().await;
        for member in [
            "permissions",
            "tenantId",
            "isDriver",
            "isImpersonating",
            "isPlatformAdmin",
            "customer",
        ] {
            assert_eq!(after.get(member), before.get(member), "{member}");
        }
        assert_eq!(after["user"]["id"], json!(id));
        let csrf = browser.csrf().await;
        let update = json!({"csrfToken": csrf, "data": {"user": {"id": 1}, "permissions": ["Pages.Administration"], "tenantId": 1}});
        let line: Vec<String> = browser
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let actual = kit
            .guest()
            .with_header("cookie", &line.join("; "))
            .post("/api/auth/session", update)
            .await
            .json();
        assert_eq!(
            (&actual["user"]["id"], &actual["permissions"]),
            (&json!(id), &before["permissions"])
        );

        let admin = kit.user("Admin").await;
        let settings = json!({
            "ldap": {"isEnabled": false, "hasPassword": true, "sealed": "s1.x"},
            "platform": {"tenantId": 1}, "tenantId": 1, "isPlatform": true, "state": "InActive",
        });
        let answer = admin
            .put("/api/core/tenantsettings/updateallsettings", settings)
            .await;
        let all = admin
            .get("/api/core/tenantsettings/getallsettings")
            .await
            .result();
        assert_eq!(
            all["ldap"]["hasPassword"],
            false,
            "{}",
            String::from_utf8_lossy(&answer.body)
        );
        assert!(all.get("platform").is_none() && all["ldap"].get("sealed").is_none());
    });
}
