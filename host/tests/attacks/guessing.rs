//! Guessing names and passwords: slowed down, locked, and never told who there is.

use testkit::{Answer, Browser, PASSWORD, on_both};

use crate::{looks, signed_in, user};

#[test]
fn stuffing_credentials_is_slowed_down_and_tells_nobodys_name() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        // One list of names, every fourth of which is somebody's; one address, whatever it claims to be.
        let mut answers: Vec<(bool, Answer)> = Vec::new();
        for turn in 0..70 {
            let exists = turn % 4 == 0 && turn < 16;
            let name = if exists { "mia".to_owned() } else { format!("leaked-{turn}@mail.example") };
            let mut browser = Browser::new(kit.guest().with_header("x-forwarded-for", &format!("203.0.113.{turn}")));
            answers.push((exists, browser.sign_in_by("credentials", &name, "Leaked-password-1").await));
        }
        let wrong: Vec<_> = answers.iter().filter(|(_, answer)| answer.status == 401).collect();
        assert!(wrong.len() <= 60, "{} attempts were answered within a minute", wrong.len());
        let first = looks(&wrong[0].1);
        assert!(wrong.iter().any(|(exists, _)| *exists) && wrong.iter().any(|(exists, _)| !*exists));
        for (_, answer) in &wrong {
            assert_eq!(looks(answer), first);
        }
        let late: Vec<_> = answers.iter().filter(|(_, answer)| answer.status == 429).collect();
        assert!(late.len() >= 10, "only {} were told to wait", late.len());
        for (_, answer) in late {
            let seconds: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=61).contains(&seconds));
        }
        // The right password does not help whoever was told to wait, nor does another door to the same passwords.
        let refused = Browser::new(kit.guest()).sign_in_by("credentials", "mia", PASSWORD).await;
        assert_eq!(refused.status, 429);
        assert_eq!(Browser::new(kit.guest()).sign_in_by("ldap", "mia", PASSWORD).await.status, 429);
        // Another tenant's people, from elsewhere, come in as ever.
        let other = kit.another_tenant().await;
        user(&other, "mia", "Admin").await;
        signed_in(&other, "mia").await;
    });
}

#[test]
fn a_lock_looks_the_same_for_a_name_that_is_nobodys() {
    on_both(|kit| async move {
        user(&kit, "mia", "Admin").await;
        let mut seen = Vec::new();
        for name in ["mia", "nobody"] {
            let mut browser = Browser::new(kit.guest());
            let mut story = Vec::new();
            for _ in 0..7 {
                story.push(looks(&browser.sign_in_by("credentials", name, "Wrong-password-1").await));
            }
            story.push(looks(&browser.sign_in_by("credentials", name, PASSWORD).await));
            seen.push(story);
        }
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[0].last().unwrap().0, 403, "locked, the right password or not");
    });
}
