//! Several hosts share one key: a host with another key refuses to start.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::path::PathBuf;

use data::{
    config::Config,
    db::Mode,
    secrets::{Secret, Secrets},
    tsql,
};
use serde_json::json;
use testkit::{Kit, on_both, on_both_apart};
use waybill::{App, Parts, keys};

fn machine(kit: &Kit) -> Config {
    let data =
        std::env::temp_dir().join(format!("waybill-machine-{}", uuid::Uuid::now_v7().simple()));
    Config {
        data,
        ..kit.app.host().config().clone()
    }
}

/// These hosts need no plugins.
fn small(config: Config) -> Parts {
    Parts {
        max_plugin_instances: Some(4),
        ..Parts::new(config)
    }
}

async fn refusal(config: &Config) -> String {
    match App::start(small(config.clone())).await {
        Ok(_) => panic!("it starts"),
        Err(error) => format!("{error:#}"),
    }
}

#[test]
fn a_host_with_another_key_does_not_start() {
    on_both(|kit| async move {
        let sealed = kit
            .app
            .host()
            .secrets()
            .seal(kit.tenant, "test", &Secret::new("pa55"))
            .unwrap();
        let config = machine(&kit);
        let response = refusal(&config).await;
        assert!(
            response.contains("waybill secret export") && response.contains("WAYBILL_SECRET_KEY"),
            "{response}"
        );
        assert!(
            !config.data.join("secret.key").exists(),
            "no key is made that opens nothing"
        );
        let own = Secrets::generate().unwrap();
        own.write_to(&config.data).unwrap();
        let response = refusal(&config).await;
        assert!(
            response.contains("another key") && response.contains(&own.fingerprint()),
            "{response}"
        );
        assert!(!response.contains(own.export().expose()));

        let text = kit.app.host().secrets().export();
        let by_setting = Config {
            secret_key: Some(text.clone()),
            ..machine(&kit)
        };
        let file: PathBuf = config.data.join("shared");
        std::fs::write(&file, text.expose()).unwrap();
        let by_file = Config {
            secret_key_file: Some(file),
            ..machine(&kit)
        };
        let invalid = keys::import(&config, &Secrets::generate().unwrap().export()).await;
        assert!(format!("{:#}", invalid.unwrap_err()).contains("another key"));
        keys::import(&config, &text).await.unwrap();
        for config in [by_setting, by_file, config] {
            let other = App::start(small(config)).await.unwrap();
            let opened = other
                .host()
                .secrets()
                .open_sealed(kit.tenant, "test", &sealed)
                .unwrap();
            assert_eq!(opened.expose(), "pa55");
        }
    });
}

#[test]
fn a_new_key_opens_every_secret_and_the_old_one_none() {
    on_both_apart(Vec::new, |kit| async move {
        let admin = kit.user("Admin").await;
        let mail = json!({"email": {"useHostDefault": false, "defaultFromAddress": "noreply@freight.example",
            "smtpHost": "mail.freight.example", "smtpPort": 587, "smtpUserName": "waybill", "smtpPassword": "pa55"}});
        admin
            .put("/api/core/tenantsettings/updateallsettings", mail)
            .await
            .result();
        let sealed = async |app: &App| -> String {
            let mut scope = app.host().scope(kit.tenant, Mode::Read);
            let rows = scope
                .rows(
                    tsql!("SELECT sealed FROM tenant_secrets WHERE tenant_id = $1"),
                    Vec::new(),
                )
                .await;
            rows.unwrap()[0].get(0).unwrap()
        };
        let before = sealed(&kit.app).await;
        let old = kit.app.host().secrets().clone();
        let config = kit.app.host().config().clone();
        kit.app.host().db().close().await;
        let (count, path) = keys::rotate(&config).await.unwrap();
        assert_eq!((count, path), (1, config.data.join("secret.key")));
        let other = Config {
            secret_key: Some(old.export()),
            ..config.clone()
        };
        assert!(refusal(&other).await.contains("another key"));
        let app = App::start(small(config)).await.unwrap();
        let after = sealed(&app).await;
        assert_ne!(before, after);
        let opened =
            app.host()
                .secrets()
                .open_sealed(kit.tenant, "settings.email.smtpPassword", &after);
        assert_eq!(opened.unwrap().expose(), "pa55");
        assert!(
            old.open_sealed(kit.tenant, "settings.email.smtpPassword", &after)
                .is_err()
        );
    });
}

#[test]
fn hosts_of_one_database_start_side_by_side() {
    on_both(|kit| async move {
        let starts = (0..3).map(|_| App::start(small(kit.app.host().config().clone())));
        for started in futures_util::future::join_all(starts).await {
            let app = started.unwrap();
            app.host().db().close().await;
        }
    });
}
