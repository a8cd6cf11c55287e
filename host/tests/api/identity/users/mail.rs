//! Welcome email of a new user.

use data::db::{Mode, PlatformSql, Val};
use serde_json::{Value, json};
use testkit::{Kit, on_both};

use super::{form, id_of, save, tenant_admin};

async fn queued_emails(kit: &Kit) -> Vec<String> {
    let host = kit.app.host();
    let mut tx = host.db().begin_platform(Mode::Read).await.unwrap();
    let pending = PlatformSql(
        "SELECT payload FROM jobs WHERE for_tenant = $1 AND kind = 'tenancy.mail' ORDER BY id",
    );
    let rows = tx
        .platform(pending, vec![Val::I64(kit.tenant.0)])
        .await
        .unwrap();
    let open = |payload: Value| {
        let sealed = payload["sealed"].as_str().unwrap();
        host.secrets()
            .open_sealed(kit.tenant, "mail", sealed)
            .unwrap()
            .expose()
            .to_owned()
    };
    rows.iter().map(|row| open(row.json(0).unwrap())).collect()
}

fn code_of(mail: &str) -> String {
    let rest = mail.split("code=").nth(1).unwrap();
    let sent: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '%')
        .collect();
    sent.replace("%2D", "-").replace("%5F", "_")
}

#[test]
fn a_user_without_a_password_comes_in_by_mail() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mut body = form("mia", json!({"password": null}));
        body["sendActivationEmail"] = json!(true);
        body["setRandomPassword"] = json!(true);
        body["assignedRoleNames"] = json!(["Dispatcher"]);
        save(&admin, body).await.result();
        let mia = id_of(&admin, "mia").await;
        let mails = queued_emails(&kit).await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].contains("mia@freight.example"));
        let link = mails[0].split("/auth/activate#").nth(1).unwrap();
        assert!(link.starts_with(&format!("userId={mia}&")), "{link}");
        let code = code_of(link);

        let body = json!({"userId": mia, "confirmationCode": code});
        let active = kit
            .guest()
            .post("/api/core/account/activateemail", body)
            .await
            .result();
        assert_eq!(
            (&active["canLogin"], &active["userName"]),
            (&json!(false), &json!("mia"))
        );
        let body =
            json!({"userId": mia, "resetCode": active["resetCode"], "password": "Mine-alone-9"});
        let reset = kit
            .guest()
            .post("/api/core/account/resetpassword", body)
            .await
            .result();
        assert_eq!(reset["canLogin"], true);
    });
}

#[test]
fn a_link_to_an_old_address_is_worth_nothing() {
    on_both(|kit| async move {
        let (admin, _) = tenant_admin(&kit).await;
        let mut body = form("mia", json!({"password": null}));
        body["sendActivationEmail"] = json!(true);
        save(&admin, body).await.result();
        let mia = id_of(&admin, "mia").await;
        let mails = queued_emails(&kit).await;
        let code = code_of(&mails[0]);
        save(
            &admin,
            json!({"user": {"id": mia, "emailAddress": "other@freight.example"}}),
        )
        .await
        .result();
        let body = json!({"userId": mia, "confirmationCode": code});
        kit.guest()
            .post("/api/core/account/activateemail", body)
            .await
            .expect_error(400);
    });
}
