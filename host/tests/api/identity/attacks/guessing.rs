//! Guessed names and passwords: rate limits, locks, and no user enumeration.

use testkit::{ApiResponse, Browser, Kit, PASSWORD, on_both};

use super::{comparable, signed_in, user};

#[test]
fn stuffing_credentials_is_slowed_down_and_tells_nobodys_name() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        // Every fourth name exists; one client address, whatever its headers claim.
        let mut answers: Vec<(bool, ApiResponse)> = Vec::new();
        for turn in 0..70 {
            let exists = turn % 4 == 0 && turn < 16;
            let name = if exists {
                "mia".to_owned()
            } else {
                format!("leaked-{turn}@mail.example")
            };
            let mut browser = Browser::new(
                kit.guest()
                    .with_header("x-forwarded-for", &format!("203.0.113.{turn}")),
            );
            answers.push((
                exists,
                browser
                    .sign_in_with("credentials", &name, "Leaked-password-1")
                    .await,
            ));
        }
        let invalid: Vec<_> = answers
            .iter()
            .filter(|(_, answer)| answer.status == 401)
            .collect();
        assert!(
            invalid.len() <= 60,
            "{} attempts were answered within a minute",
            invalid.len()
        );
        let first = comparable(&invalid[0].1);
        assert!(
            invalid.iter().any(|(exists, _)| *exists) && invalid.iter().any(|(exists, _)| !*exists)
        );
        for (_, answer) in &invalid {
            assert_eq!(comparable(answer), first);
        }
        let late: Vec<_> = answers
            .iter()
            .filter(|(_, answer)| answer.status == 429)
            .collect();
        assert!(late.len() >= 10, "only {} were told to wait", late.len());
        for (_, answer) in late {
            let seconds: u64 = answer.headers["retry-after"]
                .to_str()
                .unwrap()
                .parse()
                .unwrap();
            assert!((1..=61).contains(&seconds));
        }
        // A limited caller stays limited with the right password or another endpoint.
        let refused = Browser::new(kit.guest())
            .sign_in_with("credentials", "mia", PASSWORD)
            .await;
        assert_eq!(refused.status, 429);
        assert_eq!(
            Browser::new(kit.guest())
                .sign_in_with("ldap", "mia", PASSWORD)
                .await
                .status,
            429
        );
        // Another tenant's users at another address are unaffected.
        let other = kit.another_tenant().await;
        user(&other, "mia", "Admin").await;
        signed_in(&other, "mia").await;
    });
}

#[test]
fn a_lock_looks_the_same_for_a_name_that_is_nobodys() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let mut current = Vec::new();
        for name in ["mia", "nobody"] {
            let mut browser = Browser::new(kit.guest());
            let mut story = Vec::new();
            for _ in 0..7 {
                story.push(comparable(
                    &browser
                        .sign_in_with("credentials", name, "Wrong-password-1")
                        .await,
                ));
            }
            story.push(comparable(
                &browser.sign_in_with("credentials", name, PASSWORD).await,
            ));
            current.push(story);
        }
        assert_eq!(current[0], current[1]);
        assert_eq!(
            current[0].last().unwrap().0,
            403,
            "locked, the right password or not"
        );
    });
}

async fn sign_in_concurrently(
    kit: &Kit,
    count: usize,
    members: &'static [(&'static str, &'static str)],
) -> Vec<u16> {
    let attempts = (0..count).map(|_| async {
        let mut browser = Browser::new(kit.guest());
        browser
            .submit("/api/auth/callback/credentials", members)
            .await
            .status
            .as_u16()
    });
    futures_util::future::join_all(attempts).await
}

#[test]
fn attempts_at_once_are_judged_no_oftener_than_one_after_the_other() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let ended = sign_in_concurrently(
            &kit,
            9,
            &[("userName", "mia"), ("password", "Wrong-horse-7")],
        )
        .await;
        let passed_count = ended.iter().filter(|status| **status == 401).count();
        assert_eq!(
            (passed_count, ended.len() - passed_count),
            (5, 4),
            "{ended:?}"
        );
        let right = Browser::new(kit.guest())
            .sign_in_with("credentials", "mia", PASSWORD)
            .await;
        assert_eq!(right.status, 403, "the right password came too late");
    });
}

#[test]
fn concurrent_correct_passwords_do_not_lock_the_user_out() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let ended =
            sign_in_concurrently(&kit, 4, &[("userName", "mia"), ("password", PASSWORD)]).await;
        assert_eq!(ended, [200; 4]);
        signed_in(&kit, "mia").await;
    });
}

#[test]
fn a_lock_does_not_keep_the_owner_out_of_the_own_browser() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let (mut own, _) = signed_in(&kit, "mia").await;
        for _ in 0..5 {
            let invalid = Browser::new(kit.guest())
                .sign_in_with("credentials", "mia", "Wrong-horse-7")
                .await;
            assert_eq!(invalid.status, 401);
        }
        let strange = Browser::new(kit.guest())
            .sign_in_with("credentials", "mia", PASSWORD)
            .await;
        assert_eq!(
            strange.status, 403,
            "a browser that nobody knows is kept out"
        );
        // Forged cookies and other users' cookies are no known browser.
        let mut forged = Browser::new(kit.guest());
        forged.cookies.insert(
            "waybill.device".to_owned(),
            format!("{}.{}", kit.tenant, "a".repeat(43)),
        );
        assert_eq!(
            forged
                .sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            403
        );
        own.cookies.retain(|name, _| name == "waybill.device");
        assert_eq!(
            own.sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            200
        );
    });
}

#[test]
fn a_known_browser_is_locked_by_its_own_failures() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let (mut own, _) = signed_in(&kit, "mia").await;
        for _ in 0..5 {
            assert_eq!(
                own.sign_in_with("credentials", "mia", "Wrong-horse-7")
                    .await
                    .status,
                401
            );
        }
        assert_eq!(
            own.sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            403
        );
        signed_in(&kit, "mia").await;
    });
}
