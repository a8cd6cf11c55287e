//! Two-factor sign-in: authenticators, emailed and recovery codes, remembered browsers, and the
//! tenant's policy.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod requirements;

use std::time::Duration;

use data::{
    db::{Mode, Val},
    tsql,
};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha1::Sha1;
use testkit::{ApiResponse, Browser, Client, Inbox, Kit, PASSWORD, given, on_both};

const SIGN_IN: &str = "/api/auth/callback/credentials";
const STATE: &str = "/api/core/profile/gettwofactor";
const START: &str = "/api/core/profile/starttwofactor";
const CONFIRM: &str = "/api/core/profile/confirmtwofactor";
const DISABLE: &str = "/api/core/profile/disabletwofactor";
const NEW_CODES: &str = "/api/core/profile/newrecoverycodes";

/// Seconds of one code.
const STEP: i64 = 30;

/// An authenticator app, an independent implementation of RFC 6238.
pub(super) struct App(Vec<u8>);

impl App {
    pub(super) fn from_secret(secret: &str) -> Self {
        let bits: String = secret
            .chars()
            .map(|c| {
                format!(
                    "{:05b}",
                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(c).unwrap()
                )
            })
            .collect();
        let bytes = bits
            .as_bytes()
            .chunks_exact(8)
            .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2));
        Self(bytes.map(Result::unwrap).collect())
    }

    /// Returns the code before the current one, which the server takes for five more seconds.
    async fn earlier_code(&self) -> String {
        while chrono::Utc::now().timestamp() % STEP >= STEP - 5 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        self.code(-1)
    }

    pub(super) fn code(&self, steps: i64) -> String {
        let counter = chrono::Utc::now().timestamp() / STEP + steps;
        let mac = Hmac::<Sha1>::new_from_slice(&self.0)
            .unwrap()
            .chain_update(counter.to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let at = usize::from(digest[19] & 15);
        let four: [u8; 4] = digest[at..at + 4].try_into().unwrap();
        format!(
            "{:06}",
            (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000
        )
    }
}

pub(super) async fn sign_in(browser: &mut Browser, more: &[(&str, &str)]) -> ApiResponse {
    let mut members = vec![("userName", "mia"), ("password", PASSWORD)];
    members.extend_from_slice(more);
    browser.submit(SIGN_IN, &members).await
}

pub(super) fn error_of(answer: &ApiResponse) -> String {
    let url = answer.json()["url"].as_str().unwrap().to_owned();
    url.split_once("error=")
        .map(|(_, error)| error.split('&').next().unwrap().to_owned())
        .unwrap_or_default()
}

async fn signed_in(kit: &Kit, browser: &mut Browser) -> Client {
    let session = browser.session().await;
    kit.guest().with_token(
        session["accessToken"]
            .as_str()
            .unwrap_or_else(|| panic!("no session: {session}")),
    )
}

pub(super) async fn with_app(kit: &Kit) -> (App, Vec<String>) {
    given::create_user(kit, "mia", "Dispatcher").await;
    let mut browser = Browser::new(kit.guest());
    assert_eq!(sign_in(&mut browser, &[]).await.status, 200);
    let mia = signed_in(kit, &mut browser).await;
    let offer = mia.post(START, json!({})).await.result();
    let app = App::from_secret(offer["secret"].as_str().unwrap());
    let response = mia
        .post(CONFIRM, json!({"code": app.earlier_code().await}))
        .await
        .result();
    let codes = response["recoveryCodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap().to_owned())
        .collect();
    (app, codes)
}

#[test]
fn an_authenticator_is_set_up_and_asked_for() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let mut browser = Browser::new(kit.guest());
        sign_in(&mut browser, &[]).await;
        let mia = signed_in(&kit, &mut browser).await;
        let offer = mia.post(START, json!({})).await.result();
        let secret = offer["secret"].as_str().unwrap().to_owned();
        // SHA-1, six digits and thirty seconds are the defaults of such a URL.
        assert_eq!(
            offer["uri"],
            format!("otpauth://totp/Test%20Freight:mia?secret={secret}&issuer=Test%20Freight")
        );
        assert!(
            offer["qrCode"]
                .as_str()
                .unwrap()
                .starts_with("data:image/svg+xml;base64,")
        );
        // Not required until a code has confirmed the app.
        assert_eq!(
            sign_in(&mut Browser::new(kit.guest()), &[]).await.status,
            200
        );
        assert_eq!(
            mia.post(CONFIRM, json!({"code": "000000"}))
                .await
                .invalid_members(),
            ["code"]
        );
        let app = App::from_secret(&secret);
        let response = mia
            .post(CONFIRM, json!({"code": app.code(0)}))
            .await
            .result();
        assert_eq!(response["recoveryCodes"].as_array().unwrap().len(), 10);
        let state = mia.get(STATE).await.result();
        for (member, wanted) in [
            ("isEnabled", json!(true)),
            ("isAuthenticatorEnabled", json!(true)),
            ("isEmailEnabled", json!(false)),
            ("recoveryCodesLeft", json!(10)),
            ("rememberedBrowsers", json!(0)),
            ("isRequired", json!(false)),
        ] {
            assert_eq!(state[member], wanted, "{member}");
        }
        assert!(!state.to_string().contains(&secret));
        let mut scope = kit.scope(Mode::Read);
        let rows = scope
            .rows(
                tsql!("SELECT secret FROM two_factors WHERE tenant_id = $1"),
                vec![],
            )
            .await
            .unwrap();
        let stored: String = rows[0].get(0).unwrap();
        assert!(stored.starts_with("s1.") && !stored.contains(&secret));
        drop(scope);

        let mut other = Browser::new(kit.guest());
        let first_response = sign_in(&mut other, &[]).await;
        assert_eq!(
            (
                first_response.status.as_u16(),
                error_of(&first_response).as_str()
            ),
            (401, "TwoFactorRequired")
        );
        let url = first_response.json()["url"].as_str().unwrap().to_owned();
        assert!(
            url.ends_with("&provider=credentials&providers=Authenticator"),
            "{url}"
        );
        assert_eq!(other.session().await, json!({}));
        let invalid = sign_in(&mut other, &[("twoFactorCode", "000000")]).await;
        assert_eq!(
            (invalid.status.as_u16(), error_of(&invalid).as_str()),
            (401, "TwoFactorInvalid")
        );
        // A wrong password never reveals a second factor.
        let code = app.code(1);
        let members = [
            ("userName", "mia"),
            ("password", "Wrong-horse-7"),
            ("twoFactorCode", code.as_str()),
        ];
        assert_eq!(
            error_of(&other.submit(SIGN_IN, &members).await),
            "CredentialsSignin"
        );
        assert_eq!(
            sign_in(&mut other, &[("twoFactorCode", code.as_str())])
                .await
                .status,
            200
        );
        assert_eq!(other.session().await["user"]["userName"], "mia");
    });
}

#[test]
fn a_code_is_good_once() {
    on_both(|kit| async move {
        let (app, recovery) = with_app(&kit).await;
        let code = app.code(0);
        assert_eq!(
            sign_in(
                &mut Browser::new(kit.guest()),
                &[("twoFactorCode", code.as_str())]
            )
            .await
            .status,
            200
        );
        let repeat = sign_in(
            &mut Browser::new(kit.guest()),
            &[("twoFactorCode", code.as_str())],
        )
        .await;
        assert_eq!(error_of(&repeat), "TwoFactorInvalid", "the code was used");
        let before = sign_in(
            &mut Browser::new(kit.guest()),
            &[("twoFactorCode", app.code(-1).as_str())],
        )
        .await;
        assert_eq!(
            error_of(&before),
            "TwoFactorInvalid",
            "so were those before it"
        );

        let typed = recovery[0].to_uppercase().replace('-', " ");
        assert_eq!(
            sign_in(
                &mut Browser::new(kit.guest()),
                &[("twoFactorCode", typed.as_str())]
            )
            .await
            .status,
            200
        );
        let repeat = sign_in(
            &mut Browser::new(kit.guest()),
            &[("twoFactorCode", typed.as_str())],
        )
        .await;
        assert_eq!(error_of(&repeat), "TwoFactorInvalid");
    });
}

#[test]
fn of_two_browsers_with_one_code_one_comes_in() {
    on_both(|kit| async move {
        let (app, _) = with_app(&kit).await;
        let code = app.code(0);
        let (mut one, mut other) = (Browser::new(kit.guest()), Browser::new(kit.guest()));
        let members = [("twoFactorCode", code.as_str())];
        let (one, other) = tokio::join!(sign_in(&mut one, &members), sign_in(&mut other, &members));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401]);
    });
}

#[test]
fn wrong_codes_lock_out_and_right_passwords_between_them_do_not_help() {
    on_both(|kit| async move {
        let (app, _) = with_app(&kit).await;
        let mut browser = Browser::new(kit.guest());
        for _ in 0..5 {
            assert_eq!(
                error_of(&sign_in(&mut browser, &[]).await),
                "TwoFactorRequired"
            );
            assert_eq!(
                error_of(&sign_in(&mut browser, &[("twoFactorCode", "000000")]).await),
                "TwoFactorInvalid"
            );
        }
        assert_eq!(
            error_of(&sign_in(&mut browser, &[("twoFactorCode", app.code(0).as_str())]).await),
            "AccessDenied"
        );
    });
}

async fn emailed_code(kit: &Kit, inbox: &Inbox) -> String {
    kit.drain_jobs().await;
    let email = inbox.next_email_to("mia@freight.example").await;
    let code = email.subject.split(' ').next().unwrap().to_owned();
    assert!(
        code.len() == 6 && email.text.contains(&code),
        "{}",
        email.raw
    );
    code
}

#[test]
fn a_code_comes_by_mail_and_is_tried_five_times() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let lock = json!({"maxFailedAccessAttemptsBeforeLockout": 20});
        given::change_settings(&kit, json!({"security": {"userLockOut": lock}})).await;
        let mut browser = Browser::new(kit.guest());
        sign_in(&mut browser, &[]).await;
        let mia = signed_in(&kit, &mut browser).await;
        let offer = mia.post(START, json!({"provider": "Email"})).await.result();
        assert_eq!(offer, json!({"secret": null, "uri": null, "qrCode": null}));
        let code = emailed_code(&kit, &inbox).await;
        mia.post(CONFIRM, json!({ "code": code })).await.result();

        let mut other = Browser::new(kit.guest());
        let response = sign_in(&mut other, &[]).await;
        assert!(
            response.json()["url"]
                .as_str()
                .unwrap()
                .ends_with("providers=Email")
        );
        assert_eq!(inbox.count().await, 0, "nothing is mailed unasked");
        assert_eq!(
            error_of(&sign_in(&mut other, &[("twoFactorProvider", "Email")]).await),
            "TwoFactorRequired"
        );
        let code = emailed_code(&kit, &inbox).await;
        let invalid = if code == "000000" { "111111" } else { "000000" };
        for _ in 0..5 {
            assert_eq!(
                error_of(&sign_in(&mut other, &[("twoFactorCode", invalid)]).await),
                "TwoFactorInvalid"
            );
        }
        let late = sign_in(&mut other, &[("twoFactorCode", code.as_str())]).await;
        assert_eq!(
            error_of(&late),
            "TwoFactorInvalid",
            "after five tries the code is worth nothing"
        );

        sign_in(&mut other, &[("twoFactorProvider", "Email")]).await;
        let code = emailed_code(&kit, &inbox).await;
        let mut scope = kit.scope(Mode::Write);
        let now = scope.now();
        let age = tsql!(
            "UPDATE account_codes SET expires_at = $2 WHERE tenant_id = $1 AND purpose = 'SecondStep'"
        );
        scope.rows(age, vec![Val::Time(now)]).await.unwrap();
        scope.commit().await.unwrap();
        assert_eq!(
            error_of(&sign_in(&mut other, &[("twoFactorCode", code.as_str())]).await),
            "TwoFactorInvalid",
            "too old"
        );
        sign_in(&mut other, &[("twoFactorProvider", "Email")]).await;
        let code = emailed_code(&kit, &inbox).await;
        assert_eq!(
            sign_in(&mut other, &[("twoFactorCode", code.as_str())])
                .await
                .status,
            200
        );
    });
}

#[test]
fn a_remembered_browser_is_spared_until_it_is_forgotten() {
    on_both(|kit| async move {
        let (app, recovery) = with_app(&kit).await;
        let mut browser = Browser::new(kit.guest());
        let answer = sign_in(
            &mut browser,
            &[
                ("twoFactorCode", app.code(0).as_str()),
                ("rememberBrowser", "true"),
            ],
        )
        .await;
        assert_eq!(answer.status, 200);
        let cookies: Vec<&str> = answer
            .headers
            .get_all("set-cookie")
            .iter()
            .map(|line| line.to_str().unwrap())
            .collect();
        let line = cookies
            .iter()
            .find(|line| line.starts_with("waybill.browser-"))
            .unwrap();
        assert!(
            line.contains("HttpOnly") && line.contains("Max-Age=2592000"),
            "{line}"
        );
        assert_eq!(
            sign_in(&mut browser, &[]).await.status,
            200,
            "this browser is not asked"
        );
        assert_eq!(
            error_of(&sign_in(&mut Browser::new(kit.guest()), &[]).await),
            "TwoFactorRequired"
        );

        // The cookie is bound to a user.
        let tom = given::create_user(&kit, "tom", "Dispatcher").await;
        let mut thief = browser.clone();
        let own: Vec<String> = thief
            .cookies
            .keys()
            .filter(|name| name.starts_with("waybill.browser-"))
            .cloned()
            .collect();
        let value = thief.cookies.remove(&own[0]).unwrap();
        thief
            .cookies
            .insert(format!("waybill.browser-{tom}"), value);
        assert_eq!(
            error_of(&sign_in(&mut thief, &[]).await),
            "TwoFactorRequired"
        );

        let mia = signed_in(&kit, &mut browser).await;
        assert_eq!(mia.get(STATE).await.result()["rememberedBrowsers"], 1);
        mia.delete("/api/core/profile/forgetbrowsers")
            .await
            .result();
        assert_eq!(
            error_of(&sign_in(&mut browser, &[]).await),
            "TwoFactorRequired"
        );

        // A new password invalidates it.
        let members = [
            ("twoFactorCode", recovery[1].as_str()),
            ("rememberBrowser", "true"),
        ];
        assert_eq!(sign_in(&mut browser, &members).await.status, 200);
        let mia = signed_in(&kit, &mut browser).await;
        let change = json!({"currentPassword": PASSWORD, "newPassword": "Another-horse-8"});
        mia.post("/api/core/profile/changepassword", change)
            .await
            .result();
        let members = [("userName", "mia"), ("password", "Another-horse-8")];
        assert_eq!(
            error_of(&browser.submit(SIGN_IN, &members).await),
            "TwoFactorRequired"
        );
    });
}
