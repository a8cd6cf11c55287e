//! Tests of lockout and encryption of directory sign-in.

use super::*;

#[test]
fn guesses_at_the_directory_lock_as_others_do() {
    on_both(|kit| async move {
        let Some(directory) = Directory::start(&certificate_for("localhost")) else {
            return;
        };
        set(&kit, directory.settings()).await;
        assert_eq!(
            attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
            signed_in()
        );
        for name in ["mia", "tom", "nobody"] {
            for _ in 0..5 {
                assert_eq!(
                    attempt(&kit, "ldap", name, "Wrong-password-1").await,
                    wrong_password(),
                    "{name}"
                );
            }
            assert_eq!(
                attempt(&kit, "ldap", name, MIAS_PASSWORD).await,
                (403, "AccessDenied".to_owned()),
                "{name}"
            );
        }
    });
}

#[test]
fn the_line_to_the_directory_is_protected() {
    on_both(|kit| async move {
        let Some(directory) = Directory::start(&certificate_for("localhost")) else {
            return;
        };
        let with = |url: String, start_tls: bool| {
            let mut settings = directory.settings();
            (settings["url"], settings["startTls"]) = (json!(url), json!(start_tls));
            settings
        };
        let secure = format!("ldaps://localhost:{}", directory.secure);
        let started = format!("ldap://localhost:{}", directory.plain);
        for (url, start_tls) in [(&secure, false), (&started, true)] {
            set(&kit, with(url.clone(), start_tls)).await;
            assert_eq!(
                attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
                signed_in(),
                "{url}"
            );
        }
        let other_name = Directory::start(&certificate_for("directory.example")).unwrap();
        set(
            &kit,
            with(format!("ldaps://localhost:{}", other_name.secure), false),
        )
        .await;
        assert_eq!(
            attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
            unreachable()
        );
        set(
            &kit,
            with(format!("ldap://localhost:{}", other_name.plain), true),
        )
        .await;
        assert_eq!(
            attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
            unreachable(),
            "StartTLS is not given up for plain"
        );
        create_local_user(&kit, "avery", "avery@freight.example", "Admin").await;
        set(&kit, with("ldap://127.0.0.1:9".to_owned(), false)).await;
        assert_eq!(
            attempt(&kit, "credentials", "mia", MIAS_PASSWORD).await,
            unreachable()
        );
        assert_eq!(
            attempt(&kit, "credentials", "avery", PASSWORD).await,
            signed_in()
        );
        let mut wrong_reader = directory.settings();
        wrong_reader["bindPassword"] = json!("another");
        set(&kit, wrong_reader).await;
        assert_eq!(
            attempt(&kit, "ldap", "mia", MIAS_PASSWORD).await,
            unreachable()
        );
    });
}
