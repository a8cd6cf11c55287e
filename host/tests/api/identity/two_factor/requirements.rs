//! Tests of the tenant's rules for the second step, and of its removal.

use super::*;

#[test]
fn the_tenant_decides_what_is_offered() {
    on_both(|kit| async move {
        let (app, _) = with_app(&kit).await;
        let policy = async |policy: Value| {
            given::change_settings(&kit, json!({"security": {"twoFactorLogin": policy}})).await
        };
        policy(json!({"isEmailProviderEnabled": false, "isRememberBrowserEnabled": false})).await;
        let mut browser = Browser::new(kit.guest());
        let response = sign_in(&mut browser, &[("twoFactorProvider", "Email")]).await;
        assert!(
            response.json()["url"]
                .as_str()
                .unwrap()
                .ends_with("providers=Authenticator")
        );
        let answer = sign_in(
            &mut browser,
            &[
                ("twoFactorCode", app.code(0).as_str()),
                ("rememberBrowser", "true"),
            ],
        )
        .await;
        assert!(
            !answer
                .headers
                .get_all("set-cookie")
                .iter()
                .any(|line| line.to_str().unwrap().contains("browser-"))
        );
        let mia = signed_in(&kit, &mut browser).await;
        assert_eq!(
            mia.post(START, json!({"provider": "Email"}))
                .await
                .expect_error(400)["code"],
            3103
        );
        policy(json!({"isEnabled": false})).await;
        assert_eq!(
            sign_in(&mut Browser::new(kit.guest()), &[]).await.status,
            200,
            "nothing is asked for at all"
        );
    });
}

#[test]
fn where_it_is_required_nothing_else_is_allowed_before() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Admin").await;
        given::change_settings(
            &kit,
            json!({"security": {"twoFactorLogin": {"isRequired": true}}}),
        )
        .await;
        let mut browser = Browser::new(kit.guest());
        sign_in(&mut browser, &[]).await;
        let session = browser.session().await;
        assert_eq!(
            (&session["permissions"], &session["twoFactorSetupRequired"]),
            (&json!([]), &json!(true))
        );
        let mia = signed_in(&kit, &mut browser).await;
        for path in [
            "/api/core/user/getusers",
            "/api/core/profile/getsessions",
            "/api/booking/booking/getbookings",
        ] {
            assert_eq!(
                mia.get(path).await.expect_error(403)["code"],
                3113,
                "{path}"
            );
        }
        mia.get("/api/core/profile/getprofile").await.result();
        let offer = mia.post(START, json!({})).await.result();
        let app = App::from_secret(offer["secret"].as_str().unwrap());
        mia.post(CONFIRM, json!({"code": app.code(0)}))
            .await
            .result();
        let session = browser.session().await;
        assert_eq!(session["twoFactorSetupRequired"], false);
        assert!(
            session["permissions"]
                .as_array()
                .unwrap()
                .contains(&json!("Pages.Administration.Users"))
        );
        mia.get("/api/core/user/getusers").await.result();
        mia.post(DISABLE, json!({"password": PASSWORD}))
            .await
            .result();
        assert_eq!(
            mia.get("/api/core/user/getusers").await.expect_error(403)["code"],
            3113
        );
    });
}

#[test]
fn an_open_browser_is_not_enough_to_take_it_away() {
    on_both(|kit| async move {
        let (app, recovery) = with_app(&kit).await;
        let mut browser = Browser::new(kit.guest());
        sign_in(&mut browser, &[("twoFactorCode", recovery[0].as_str())]).await;
        let mia = signed_in(&kit, &mut browser).await;
        assert_eq!(
            mia.post(START, json!({})).await.expect_error(400)["code"],
            3104,
            "no other telephone in its place"
        );
        assert_eq!(
            mia.post(DISABLE, json!({"password": "Wrong-horse-7"}))
                .await
                .invalid_members(),
            ["password"]
        );
        assert_eq!(
            mia.post(NEW_CODES, json!({"code": "000000"}))
                .await
                .invalid_members(),
            ["code"]
        );
        let response = mia
            .post(NEW_CODES, json!({"code": app.code(0)}))
            .await
            .result();
        assert_eq!(response["recoveryCodes"].as_array().unwrap().len(), 10);
        let old = sign_in(
            &mut Browser::new(kit.guest()),
            &[("twoFactorCode", recovery[1].as_str())],
        )
        .await;
        assert_eq!(
            error_of(&old),
            "TwoFactorInvalid",
            "new codes make the old ones worthless"
        );
        mia.post(DISABLE, json!({"password": PASSWORD}))
            .await
            .result();
        assert_eq!(
            sign_in(&mut Browser::new(kit.guest()), &[]).await.status,
            200
        );
        let state = mia.get(STATE).await.result();
        assert_eq!(
            (&state["isEnabled"], &state["recoveryCodesLeft"]),
            (&json!(false), &json!(0))
        );
    });
}

#[test]
fn an_integration_can_not_change_its_users_second_step() {
    on_both(|kit| async move {
        let mia = given::create_user(&kit, "mia", "Admin").await;
        let admin = kit.user("Admin").await;
        let key = admin
            .post("/api/core/user/CreateAPIKey", json!({"userId": mia}))
            .await
            .result();
        let form = format!(
            "grant_type=client_credentials&client_id={}&client_secret={}",
            key["id"],
            key["apiKey"].as_str().unwrap()
        );
        let token = kit.guest().post_form("/token", &form).await.json()["access_token"]
            .as_str()
            .unwrap()
            .to_owned();
        let integration = kit.guest().with_token(&token);
        integration.post(START, json!({})).await.expect_error(403);
        let change = json!({"currentPassword": PASSWORD, "newPassword": "Another-horse-8"});
        integration
            .post("/api/core/profile/changepassword", change)
            .await
            .expect_error(403);
        given::change_settings(
            &kit,
            json!({"security": {"twoFactorLogin": {"isRequired": true}}}),
        )
        .await;
        integration.get("/api/core/user/getusers").await.result();
    });
}
