//! Tests of the caller's profile and picture.

use super::*;

#[test]
fn a_profile_is_the_users_own_to_change() {
    on_both(|kit| async move {
        let id = given::create_user(&kit, "mia", "Dispatcher").await;
        given::create_user(&kit, "tom", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let mut here = browser(&kit, "mia", PASSWORD).await;
        let mia = caller(&mut here).await;
        let before = mia.get(PROFILE).await.result();
        assert_eq!(
            (
                &before["id"],
                &before["userName"],
                &before["isEmailConfirmed"]
            ),
            (&json!(id), &json!("mia"), &json!(true))
        );
        let mut change = json!({
            "name": "Mia Sophie", "surname": "Tran-Lee", "emailAddress": "mia@freight.example", "phoneNumber": "0400 000 000",
            "timezone": "Australia/Perth", "language": "de", "rowVersion": before["rowVersion"],
        });
        let after = mia.put(UPDATE, change.clone()).await.result();
        for (member, wanted) in [
            ("name", "Mia Sophie"),
            ("timezone", "Australia/Perth"),
            ("language", "de"),
        ] {
            assert_eq!(after[member], wanted);
        }
        let session = here.session().await;
        assert_eq!(session["user"]["name"], "Mia Sophie Tran-Lee");
        assert_eq!(
            (&session["user"]["timezone"], &session["user"]["language"]),
            (&json!("Australia/Perth"), &json!("de"))
        );
        mia.put(UPDATE, change.clone()).await.expect_error(409);
        change["rowVersion"] = after["rowVersion"].clone();
        let mut invalid = change.clone();
        for (member, value) in [
            ("name", ""),
            ("emailAddress", "nobody"),
            ("timezone", "Perth"),
            ("language", "?"),
        ] {
            invalid[member] = json!(value);
        }
        assert_eq!(
            mia.put(UPDATE, invalid).await.invalid_members(),
            ["emailAddress", "language", "name", "timezone"]
        );

        let spoken = mia.put(UPDATE, json!({"language": "pt-BR"})).await.result();
        for member in ["name", "surname", "emailAddress", "phoneNumber", "timezone"] {
            assert_eq!(spoken[member], after[member], "{member}");
        }
        assert_eq!(spoken["language"], "pt-BR");
        let emptied =
            json!({"timezone": null, "surname": null, "rowVersion": spoken["rowVersion"]});
        let emptied = mia.put(UPDATE, emptied).await.result();
        assert_eq!(
            (&emptied["timezone"], &emptied["surname"]),
            (&Value::Null, &json!(""))
        );
        let unread = json!({"name": {}, "timezone": 7, "language": true});
        assert_eq!(
            mia.put(UPDATE, unread).await.invalid_members(),
            ["name", "timezone", "language"]
        );
        let nothing = mia
            .put(UPDATE, json!({"name": null, "emailAddress": null}))
            .await
            .invalid_members();
        assert_eq!(nothing, ["emailAddress", "name"]);
        change["rowVersion"] = emptied["rowVersion"].clone();

        let mut greedy = change.clone();
        for (member, value) in [
            ("userName", json!("root")),
            ("isActive", json!(false)),
            ("customerId", json!(1)),
            ("isDriver", json!(true)),
            ("roles", json!(["Admin"])),
            ("isEmailConfirmed", json!(true)),
            ("passwordHash", json!("x")),
            ("id", json!(1)),
        ] {
            greedy[member] = value;
        }
        let still = mia.put(UPDATE, greedy).await.result();
        assert_eq!(
            (&still["id"], &still["userName"]),
            (&json!(id), &json!("mia"))
        );
        let session = here.session().await;
        assert_eq!(
            (&session["isDriver"], &session["customer"]),
            (&json!(false), &Value::Null)
        );
        assert!(
            !session["permissions"]
                .as_array()
                .unwrap()
                .contains(&json!("Pages.Administration.Users"))
        );

        // A new address needs the password and a new confirmation.
        change["rowVersion"] = still["rowVersion"].clone();
        change["emailAddress"] = json!("mia.tran@freight.example");
        assert_eq!(
            mia.put(UPDATE, change.clone()).await.invalid_members(),
            ["currentPassword"]
        );
        change["currentPassword"] = json!("Wrong-horse-7");
        assert_eq!(
            mia.put(UPDATE, change.clone()).await.invalid_members(),
            ["currentPassword"]
        );
        change["currentPassword"] = json!(PASSWORD);
        let mut duplicate = change.clone();
        duplicate["emailAddress"] = json!("TOM@freight.example");
        assert_eq!(
            mia.put(UPDATE, duplicate).await.invalid_members(),
            ["emailAddress"]
        );
        assert_eq!(
            mia.put(UPDATE, change).await.result()["isEmailConfirmed"],
            false
        );
        kit.drain_jobs().await;
        assert!(
            inbox
                .next_email_to("mia.tran@freight.example")
                .await
                .text
                .contains("/auth/activate#userId=")
        );
        assert!(
            inbox
                .next_email_to("mia@freight.example")
                .await
                .text
                .contains("mia.tran@freight.example")
        );
    });
}

#[test]
fn a_picture_is_shown_to_those_who_may_see_the_user() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let mut here = browser(&kit, "mia", PASSWORD).await;
        let mia = caller(&mut here).await;
        assert_eq!(here.session().await["user"]["image"], Value::Null);
        let image = upload(&mia, PNG).await.result()["image"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(here.session().await["user"]["image"], image);
        let displayed = here.get(&image).await;
        assert_eq!(
            (displayed.status.as_u16(), displayed.body.as_slice()),
            (200, PNG)
        );
        assert_eq!(displayed.headers["content-type"], "image/png");
        assert_eq!(displayed.headers["x-content-type-options"], "nosniff");
        assert_eq!(kit.user("Driver").await.get(&image).await.body, PNG);

        kit.guest().get(&image).await.expect_error(401);
        let customer = given::customer(&kit, "Bluegum Wines").await;
        kit.customer_user(customer)
            .await
            .get(&image)
            .await
            .expect_error(404);
        kit.another_tenant()
            .await
            .user("Admin")
            .await
            .get(&image)
            .await
            .expect_error(404);

        for (what, content) in [
            ("a page", b"<svg onload=alert(1)>".as_slice()),
            ("nothing", b""),
            ("a film", b"GIF89a"),
        ] {
            assert_eq!(
                upload(&mia, content).await.invalid_members(),
                ["file"],
                "{what}"
            );
        }
        let mut large = PNG.to_vec();
        large.resize(2 * 1024 * 1024 + 1, 0);
        upload(&mia, &large).await.expect_error(413);
        large.truncate(2 * 1024 * 1024);
        let newer = upload(&mia, &large).await.result()["image"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_ne!(newer, image, "no browser shows the old one");
        mia.delete("/api/core/profile/deleteprofilepicture")
            .await
            .result();
        here.get(&newer).await.expect_error(404);
        assert_eq!(here.session().await["user"]["image"], Value::Null);
    });
}
