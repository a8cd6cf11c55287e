//! Tests of passkeys as a fresh proof, and of unsafe addresses.

use super::*;

#[test]
fn a_passkey_confirms_who_it_is() {
    on_both(|kit| async move {
        let kit = https_kit(&kit).await;
        let (mia, mut phone) = with_phone(&kit).await;
        let past = Val::Time(chrono::Utc::now() - chrono::TimeDelta::minutes(16));
        sql(
            &kit,
            tsql!("UPDATE sessions SET proven_at = $2 WHERE tenant_id = $1"),
            vec![past],
        )
        .await;
        // Sessions are cached for two seconds.
        tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
        assert_eq!(
            mia.post(START, json!({})).await.expect_error(403)["code"],
            3114
        );
        let ways = mia.get("/api/core/profile/getconfirmation").await.result();
        assert_eq!(ways["byPasskey"], true);

        let (ask, confirm) = (
            "/api/core/profile/startconfirmation",
            "/api/core/profile/confirmidentity",
        );
        let options = mia.post(ask, json!({})).await.result()["options"].clone();
        let mut thief = Phone::new(&origin(&kit));
        (thief.id, thief.handle) = (phone.id.clone(), phone.handle.clone());
        let forged = mia
            .post(confirm, json!({"passkey": thief.sign(&options)}))
            .await;
        assert_eq!(forged.invalid_members(), ["passkey"]);
        let late = mia
            .post(confirm, json!({"passkey": phone.sign(&options)}))
            .await;
        assert_eq!(
            late.invalid_members(),
            ["passkey"],
            "the request was answered already"
        );
        // A sign-in challenge or another user's passkey is rejected.
        let elsewhere = ask_browser(&mut Browser::new(guest(&kit))).await;
        mia.post(ask, json!({})).await.result();
        let answer = mia
            .post(confirm, json!({"passkey": phone.sign(&elsewhere)}))
            .await;
        assert_eq!(answer.invalid_members(), ["passkey"]);
        let outsider = kit
            .user("Dispatcher")
            .await
            .with_header("x-forwarded-proto", "https");
        let options = outsider.post(ask, json!({})).await.result()["options"].clone();
        let answer = outsider
            .post(confirm, json!({"passkey": phone.sign(&options)}))
            .await;
        assert_eq!(answer.invalid_members(), ["passkey"]);
        assert_eq!(
            mia.post(confirm, json!({"passkey": "{}", "password": PASSWORD}))
                .await
                .invalid_members(),
            ["passkey"]
        );

        let options = mia.post(ask, json!({})).await.result()["options"].clone();
        mia.post(confirm, json!({"passkey": phone.sign(&options)}))
            .await
            .result();
        mia.post(START, json!({})).await.result();
    });
}

#[test]
fn there_are_none_without_a_secure_address() {
    on_both(|kit| async move {
        let mia = kit.user("Dispatcher").await;
        assert_eq!(
            mia.get(LIST).await.result(),
            json!({"items": [], "canAdd": false})
        );
        assert_eq!(
            mia.post(START, json!({})).await.expect_error(400)["code"],
            3130
        );
        assert_eq!(Browser::new(kit.guest()).submit(ASK, &[]).await.status, 404);
    });
}
