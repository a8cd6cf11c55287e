//! Passkeys with a simulated authenticator: registration, sign-in, second step, confirmation,
//! misuse, removal.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod proof;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use data::{
    config::Proxies,
    db::{Mode, Val},
    tsql,
};
use ring::{
    digest::{SHA256, digest},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Client, Kit, PASSWORD, given, on_both};

use super::{
    caller,
    two_factor::{error_of, with_app},
};

const LIST: &str = "/api/core/profile/getpasskeys";
const START: &str = "/api/core/profile/startpasskey";
const ADD: &str = "/api/core/profile/addpasskey";
const ASK: &str = "/api/auth/passkey";
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const HAS_CREDENTIAL: u8 = 0x40;

/// A phone with one passkey, an independent implementation of WebAuthn.
struct Phone {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    handle: String,
    counter: u32,
    flags: u8,
    origin: String,
}

impl Phone {
    fn new(origin: &str) -> Self {
        let random = SystemRandom::new();
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, document.as_ref(), &random)
                .unwrap();
        let id = digest(&SHA256, key.public_key().as_ref()).as_ref().to_vec();
        Self {
            key,
            id,
            handle: String::new(),
            counter: 1,
            flags: PRESENT | VERIFIED,
            origin: origin.to_owned(),
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = options["challenge"].as_str().unwrap();
        let origin = &self.origin;
        // The member order is prescribed.
        format!(r#"{{"type":"webauthn.{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":false}}"#)
            .into()
    }

    fn authenticator_data(&self, rp_id: &str, flags: u8) -> Vec<u8> {
        let mut data = digest(&SHA256, rp_id.as_bytes()).as_ref().to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn create_credential(&mut self, options: &Value) -> Value {
        options["user"]["id"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.handle);
        let mut data = self.authenticator_data(
            options["rp"]["id"].as_str().unwrap(),
            self.flags | HAS_CREDENTIAL,
        );
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        let point = &self.key.public_key().as_ref()[1..];
        // A COSE key: EC2, ES256, P-256, x, y.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[..32]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[32..]);
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(&data);
        let id = BASE64.encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(self.client_data("create", options)),
                "attestationObject": BASE64.encode(attestation),
                "authenticatorData": BASE64.encode(data),
                "transports": ["internal"],
                "publicKeyAlgorithm": -7,
            },
        })
    }

    fn sign(&mut self, options: &Value) -> String {
        self.counter += 1;
        let data = self.authenticator_data(options["rpId"].as_str().unwrap(), self.flags);
        let client_data = self.client_data("get", options);
        let signed = [data.as_slice(), digest(&SHA256, &client_data).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let id = BASE64.encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(client_data),
                "authenticatorData": BASE64.encode(data),
                "signature": BASE64.encode(signature),
                "userHandle": self.handle,
            },
        })
        .to_string()
    }
}

/// Returns the same tenant over https, which passkeys need.
async fn https_kit(kit: &Kit) -> Kit {
    kit.on_another_host(|config| config.trust_proxy = Proxies(1))
        .await
}

fn guest(kit: &Kit) -> Client {
    kit.guest().with_header("x-forwarded-proto", "https")
}

fn origin(kit: &Kit) -> String {
    format!("https://{}", kit.host_name)
}

async fn with_phone(kit: &Kit) -> (Client, Phone) {
    given::create_user(kit, "mia", "Dispatcher").await;
    let mut browser = Browser::new(guest(kit));
    assert_eq!(
        browser
            .sign_in_with("credentials", "mia", PASSWORD)
            .await
            .status,
        200
    );
    let mia = caller(&mut browser).await;
    let phone = phone_of(kit, &mia).await;
    (mia, phone)
}

async fn phone_of(kit: &Kit, client: &Client) -> Phone {
    let offer = client.post(START, json!({})).await.result();
    let mut phone = Phone::new(&origin(kit));
    let credential = phone.create_credential(&offer["options"]);
    client
        .post(ADD, json!({"name": "Telephone", "credential": credential}))
        .await
        .result();
    phone
}

async fn ask_browser(browser: &mut Browser) -> Value {
    let answer = browser.submit(ASK, &[]).await;
    assert_eq!(
        answer.status,
        200,
        "{}",
        String::from_utf8_lossy(&answer.body)
    );
    answer.json()
}

async fn enter(browser: &mut Browser, signed: &str) -> ApiResponse {
    browser
        .submit("/api/auth/callback/passkey", &[("passkey", signed)])
        .await
}

async fn sql(kit: &Kit, statement: data::db::TenantSql, values: Vec<Val>) {
    let mut scope = kit.scope(Mode::Write);
    scope.rows(statement, values).await.unwrap();
    scope.commit().await.unwrap();
}

#[test]
fn a_passkey_is_made_named_and_removed_and_mails_tell_of_it() {
    on_both(|kit| async move {
        let kit = https_kit(&kit).await;
        let inbox = given::inbox(&kit).await;
        let (mia, mut phone) = with_phone(&kit).await;
        let listed = mia.get(LIST).await.result();
        assert_eq!(
            (&listed["canAdd"], &listed["items"][0]["name"]),
            (&json!(true), &json!("Telephone"))
        );
        assert_eq!(listed["items"][0]["rpId"], json!(kit.host_name));
        let id = &listed["items"][0]["id"];
        kit.drain_jobs().await;
        assert!(
            inbox
                .next_email_to("mia@freight.example")
                .await
                .subject
                .starts_with("A passkey was added")
        );

        // The options exclude the existing passkey; a response is used once.
        let offer = mia.post(START, json!({})).await.result();
        assert_eq!(
            offer["options"]["excludeCredentials"][0]["id"],
            json!(BASE64.encode(&phone.id))
        );
        let mut other = Phone::new("https://evil.test");
        let credential = other.create_credential(&offer["options"]);
        let duplicate = mia
            .post(ADD, json!({"name": "Theirs", "credential": credential}))
            .await;
        assert_eq!(duplicate.invalid_members(), ["credential"]);
        other.origin = origin(&kit);
        let credential = other.create_credential(&offer["options"]);
        let duplicate = mia
            .post(ADD, json!({"name": "Late", "credential": credential}))
            .await;
        assert_eq!(duplicate.invalid_members(), ["credential"]);
        let duplicate = mia.post(ADD, json!({"name": " ", "credential": {}})).await;
        assert_eq!(duplicate.invalid_members(), ["name"]);

        let rename = "/api/core/profile/renamepasskey";
        mia.put(rename, json!({"id": id, "name": "Old telephone"}))
            .await
            .result();
        assert_eq!(
            mia.get(LIST).await.result()["items"][0]["name"],
            "Old telephone"
        );
        let outsider = kit.user("Admin").await;
        outsider
            .put(rename, json!({"id": id, "name": "Mine"}))
            .await
            .expect_error(404);
        outsider
            .delete(&format!("/api/core/profile/deletepasskey?id={id}"))
            .await
            .expect_error(404);

        mia.delete(&format!("/api/core/profile/deletepasskey?id={id}"))
            .await
            .result();
        kit.drain_jobs().await;
        assert!(
            inbox
                .next_email_to("mia@freight.example")
                .await
                .subject
                .starts_with("A passkey was removed")
        );
        let mut browser = Browser::new(guest(&kit));
        let options = ask_browser(&mut browser).await;
        assert_eq!(enter(&mut browser, &phone.sign(&options)).await.status, 401);
    });
}

#[test]
fn a_passkey_signs_in_once_a_challenge() {
    on_both(|kit| async move {
        let kit = https_kit(&kit).await;
        let (_, mut phone) = with_phone(&kit).await;
        let mut browser = Browser::new(guest(&kit));
        let options = ask_browser(&mut browser).await;
        assert_eq!(options["userVerification"], "required");
        let signed = phone.sign(&options);
        let mut outsider = Browser::new(guest(&kit));
        assert_eq!(
            enter(&mut outsider, &signed).await.status,
            401,
            "it was asked of another browser"
        );
        assert_eq!(enter(&mut browser, &signed).await.status, 200);
        assert_eq!(browser.session().await["user"]["userName"], "mia");
        assert_eq!(
            enter(&mut browser, &signed).await.status,
            401,
            "it was used"
        );
        let proven = caller(&mut browser)
            .await
            .get("/api/core/profile/getsessions")
            .await
            .result();
        assert!(
            proven["items"]
                .as_array()
                .unwrap()
                .iter()
                .any(|session| session["provider"] == "passkey")
        );

        // Expired, wrong key, no user, counter decreased, wrong origin.
        let refused = async |phone: &mut Phone, spoil: &dyn Fn(&mut Phone)| {
            let mut browser = Browser::new(guest(&kit));
            let options = ask_browser(&mut browser).await;
            spoil(phone);
            enter(&mut browser, &phone.sign(&options))
                .await
                .status
                .as_u16()
        };
        assert_eq!(
            refused(&mut phone, &|phone| phone.flags = PRESENT).await,
            401
        );
        phone.flags = PRESENT | VERIFIED;
        assert_eq!(refused(&mut phone, &|phone| phone.counter = 0).await, 401);
        phone.counter = 10;
        assert_eq!(
            refused(&mut phone, &|phone| phone.origin =
                "https://evil.test".to_owned())
            .await,
            401
        );
        phone.origin = origin(&kit);
        let mut thief = Phone::new(&origin(&kit));
        (thief.id, thief.handle, thief.counter) = (phone.id.clone(), phone.handle.clone(), 50);
        assert_eq!(refused(&mut thief, &|_| {}).await, 401);
        let mut late = Browser::new(guest(&kit));
        let options = ask_browser(&mut late).await;
        let past = Val::Time(chrono::Utc::now() - chrono::TimeDelta::seconds(1));
        sql(
            &kit,
            tsql!("UPDATE passkey_ceremonies SET expires_at = $2 WHERE tenant_id = $1"),
            vec![past],
        )
        .await;
        assert_eq!(enter(&mut late, &phone.sign(&options)).await.status, 401);
    });
}

#[test]
fn locked_and_inactive_users_cannot_sign_in() {
    on_both(|kit| async move {
        let kit = https_kit(&kit).await;
        let (_, mut phone) = with_phone(&kit).await;
        phone.flags = PRESENT;
        for _ in 0..5 {
            let mut browser = Browser::new(guest(&kit));
            let options = ask_browser(&mut browser).await;
            assert_eq!(enter(&mut browser, &phone.sign(&options)).await.status, 401);
        }
        phone.flags = PRESENT | VERIFIED;
        let mut browser = Browser::new(guest(&kit));
        let options = ask_browser(&mut browser).await;
        assert_eq!(enter(&mut browser, &phone.sign(&options)).await.status, 403);
        let free = tsql!(
            "UPDATE users SET access_failed_count = 0, lockout_end = NULL, is_active = FALSE WHERE tenant_id = $1"
        );
        sql(&kit, free, Vec::new()).await;
        let options = ask_browser(&mut browser).await;
        assert_eq!(enter(&mut browser, &phone.sign(&options)).await.status, 403);
    });
}

#[test]
fn a_passkey_is_a_second_step_beside_the_app() {
    on_both(|kit| async move {
        let kit = https_kit(&kit).await;
        let (_, recovery) = with_app(&kit).await;
        let mut browser = Browser::new(guest(&kit));
        let fields = [("userName", "mia"), ("password", PASSWORD)];
        let code = [&fields[..], &[("twoFactorCode", recovery[0].as_str())]].concat();
        let sign_in = "/api/auth/callback/credentials";
        assert_eq!(browser.submit(sign_in, &code).await.status, 200);
        let mut phone = phone_of(&kit, &caller(&mut browser).await).await;

        let mut browser = Browser::new(guest(&kit));
        let answer = browser.submit(sign_in, &fields).await;
        assert_eq!(error_of(&answer), "TwoFactorRequired");
        assert!(answer.json()["url"].as_str().unwrap().contains("Passkey"));
        let options = ask_browser(&mut browser).await;
        let mut thief = Phone::new(&origin(&kit));
        (thief.id, thief.handle) = (phone.id.clone(), phone.handle.clone());
        let forged = thief.sign(&options);
        let with = |signed: &str| {
            [&fields[..], &[("passkey", signed)]]
                .concat()
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect::<Vec<_>>()
        };
        let submit = async |browser: &mut Browser, members: Vec<(String, String)>| {
            let members: Vec<(&str, &str)> = members
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .collect();
            browser.submit(sign_in, &members).await
        };
        assert_eq!(
            error_of(&submit(&mut browser, with(&forged)).await),
            "TwoFactorInvalid"
        );
        let options = ask_browser(&mut browser).await;
        assert_eq!(
            submit(&mut browser, with(&phone.sign(&options)))
                .await
                .status,
            200
        );
        let mut browser = Browser::new(guest(&kit));
        let options = ask_browser(&mut browser).await;
        assert_eq!(enter(&mut browser, &phone.sign(&options)).await.status, 200);
    });
}
