//! Sign-in through OpenID Connect: an unmodified `oidc-provider` on loopback.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod corp;
mod providers;

use data::{
    db::{Mode, Val},
    ids::UserId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Kit, PASSWORD, given, on_both, percent_encode};

use corp::Corp;

const SECRET: &str = "a-secret-of-the-client+with/marks";
const MIA: &str = "mia?email=mia@corp.example&verified=true&given=Mia&family=Tran&user=mia";

async fn set(kit: &Kit, providers: Value) {
    let admin = kit.user("Admin").await;
    admin
        .put(
            "/api/core/tenantsettings/updateallsettings",
            json!({ "openId": providers }),
        )
        .await
        .result();
}

async fn begin(browser: &mut Browser, id: &str, callback_url: &str) -> String {
    let answer = browser
        .submit(
            &format!("/api/auth/signin/{id}"),
            &[("callbackUrl", callback_url)],
        )
        .await;
    assert_eq!(answer.status, 200);
    answer.json()["url"].as_str().unwrap().to_owned()
}

async fn follow_callback(browser: &mut Browser, kit: &Kit, address: &str) -> ApiResponse {
    let path = address
        .strip_prefix(&format!("http://{}", kit.host_name))
        .unwrap();
    browser.get(path).await
}

async fn sign_in(browser: &mut Browser, kit: &Kit, corp: &Corp, id: &str, account: &str) -> String {
    let url = begin(browser, id, "/bookings").await;
    let back = corp.visit(&url, account).await;
    location(&follow_callback(browser, kit, &back).await)
}

fn location(answer: &ApiResponse) -> String {
    assert_eq!(
        answer.status,
        302,
        "{}",
        String::from_utf8_lossy(&answer.body)
    );
    answer.headers["location"].to_str().unwrap().to_owned()
}

fn failure(kit: &Kit, word: &str, id: &str) -> String {
    format!(
        "http://{}/api/auth/error?error={word}&provider={id}",
        kit.host_name
    )
}

async fn user(kit: &Kit, user_name: &str, email: &str) -> UserId {
    let new = identity::NewUser {
        user_name: user_name.to_owned(),
        name: "Mia".to_owned(),
        surname: "Local".to_owned(),
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        roles: vec!["Finance".to_owned()],
        ..Default::default()
    };
    identity::create_user(kit.app.host(), kit.tenant, new)
        .await
        .unwrap()
}

#[test]
fn a_person_comes_in_through_the_company_and_is_made_once() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        set(&kit, json!([corp.settings()])).await;
        let base = format!("http://{}", kit.host_name);
        let mut browser = Browser::new(kit.guest());
        let listed = browser.get("/api/auth/providers").await.json();
        assert_eq!(
            listed["corp"],
            json!({"id": "corp", "name": "Corp login", "type": "oauth",
                "signinUrl": format!("{base}/api/auth/signin/corp"),
                "callbackUrl": format!("{base}/api/auth/callback/corp")})
        );
        let url = begin(&mut browser, "corp", "/bookings?a=1").await;
        for part in [
            "response_type=code",
            "code_challenge_method=S256",
            "scope=openid+profile+email",
            "nonce=",
            "state=",
        ] {
            assert!(url.contains(part), "{url} lacks {part}");
        }
        assert!(url.starts_with(&format!("{}/auth?", corp.issuer)) && !url.contains(SECRET));
        let back = corp.visit(&url, MIA).await;
        let answer = follow_callback(&mut browser, &kit, &back).await;
        assert_eq!(location(&answer), format!("{base}/bookings?a=1"));
        assert!(
            !browser.cookies.contains_key("next-auth.state"),
            "the sign-in is over"
        );
        let session = browser.session().await;
        assert_eq!(
            (&session["user"]["name"], &session["user"]["email"]),
            (&json!("Mia Tran"), &json!("mia@corp.example"))
        );
        let permissions = session["permissions"].as_array().unwrap();
        assert!(
            permissions.contains(&json!("Pages.Booking.Create")),
            "the default role's"
        );
        assert!(!permissions.contains(&json!("Pages.Administration.Users")));

        let mut repeat = Browser::new(kit.guest());
        assert_eq!(
            sign_in(&mut repeat, &kit, &corp, "corp", MIA).await,
            format!("{base}/bookings")
        );
        assert_eq!(repeat.session().await["user"]["id"], session["user"]["id"]);
        let mut by_password = Browser::new(kit.guest());
        assert_eq!(
            by_password
                .sign_in_with("credentials", "mia", "")
                .await
                .status,
            401
        );
        let answer = kit
            .user("Admin")
            .await
            .get("/api/core/tenantsettings/getallsettings")
            .await;
        assert!(
            !String::from_utf8_lossy(&answer.body).contains(SECRET),
            "a secret is never answered"
        );
    });
}

#[test]
fn a_user_of_an_outside_provider_is_told_of_a_new_device() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        set(&kit, json!([corp.settings()])).await;
        let mut first = Browser::new(kit.guest());
        sign_in(&mut first, &kit, &corp, "corp", MIA).await;
        kit.drain_jobs().await;
        let inbox = given::inbox(&kit).await;
        sign_in(&mut first, &kit, &corp, "corp", MIA).await;
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0, "a known device is no news");
        let mut second = Browser::new(kit.guest());
        sign_in(&mut second, &kit, &corp, "corp", MIA).await;
        kit.drain_jobs().await;
        let email = inbox.next_email_to("mia@corp.example").await;
        assert_eq!(
            email.subject,
            "Your account for Test Freight was used on a new device"
        );
    });
}

#[test]
fn a_state_is_good_once_in_one_browser_for_one_provider_and_tenant() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        let mut other = corp.settings();
        other["id"] = json!("other");
        set(&kit, json!([corp.settings(), other])).await;
        let refused = failure(&kit, "OAuthCallback", "corp");

        // A callback in a browser that did not start the sign-in: login CSRF.
        let mut browser = Browser::new(kit.guest());
        let url = begin(&mut browser, "corp", "/").await;
        let back = corp.visit(&url, MIA).await;
        let mut outsider = Browser::new(kit.guest());
        assert_eq!(
            location(&follow_callback(&mut outsider, &kit, &back).await),
            refused
        );
        let mut with_another = Browser::new(kit.guest());
        begin(&mut with_another, "corp", "/").await;
        assert_eq!(
            location(&follow_callback(&mut with_another, &kit, &back).await),
            refused
        );

        // One provider's response at another's callback.
        let mixed = back.replace("/callback/corp", "/callback/other");
        let mut mixing = browser.clone();
        assert_eq!(
            location(&follow_callback(&mut mixing, &kit, &mixed).await),
            failure(&kit, "OAuthCallback", "other")
        );
        let from_elsewhere = format!(
            "{}&iss={}",
            back.split("&iss=").next().unwrap(),
            percent_encode("https://evil.example")
        );
        let mut victim = browser.clone();
        assert_eq!(
            location(&follow_callback(&mut victim, &kit, &from_elsewhere).await),
            refused
        );
        let silent = back.split("&iss=").next().unwrap().to_owned();
        let mut untold = browser.clone();
        assert_eq!(
            location(&follow_callback(&mut untold, &kit, &silent).await),
            refused,
            "this provider names itself always"
        );

        // The sealed state is bound to the tenant.
        let other_tenant = kit.another_tenant().await;
        set(&other_tenant, json!([corp.settings()])).await;
        let mut moved = browser.clone();
        moved.client.host_name = other_tenant.host_name.clone();
        let path = back
            .strip_prefix(&format!("http://{}", kit.host_name))
            .unwrap();
        assert_eq!(
            location(&moved.get(path).await),
            failure(&other_tenant, "OAuthCallback", "corp")
        );

        // The copied cookie and URL are worthless after use.
        let mut copy = browser.clone();
        assert_eq!(
            location(&follow_callback(&mut browser, &kit, &back).await),
            format!("http://{}/", kit.host_name)
        );
        assert_eq!(
            location(&follow_callback(&mut copy, &kit, &back).await),
            refused
        );
        assert_eq!(copy.session().await, json!({}));

        // A cookie sealed elsewhere.
        let mut forged = Browser::new(kit.guest());
        forged
            .cookies
            .insert("next-auth.state".to_owned(), "s1.AAAA".to_owned());
        assert_eq!(
            location(&follow_callback(&mut forged, &kit, &back).await),
            refused
        );
    });
}

#[test]
fn a_user_is_linked_only_by_a_verified_address_and_the_tenants_word() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        let id = user(&kit, "mia", "mia@corp.example").await;
        set(&kit, json!([corp.settings()])).await;
        let not_linked = failure(&kit, "OAuthAccountNotLinked", "corp");
        let mut browser = Browser::new(kit.guest());
        assert_eq!(
            sign_in(&mut browser, &kit, &corp, "corp", MIA).await,
            not_linked
        );
        assert_eq!(browser.session().await, json!({}));

        let mut linking = corp.settings();
        linking["linkByEmail"] = json!(true);
        set(&kit, json!([linking])).await;
        for unverified in [
            "mia?email=mia@corp.example",
            "mia?email=MIA@corp.example&verified=false",
        ] {
            let mut browser = Browser::new(kit.guest());
            assert_eq!(
                sign_in(&mut browser, &kit, &corp, "corp", unverified).await,
                not_linked,
                "{unverified}"
            );
        }
        let home = format!("http://{}/bookings", kit.host_name);
        assert_eq!(sign_in(&mut browser, &kit, &corp, "corp", MIA).await, home);
        let session = browser.session().await;
        assert_eq!(
            (&session["user"]["id"], &session["user"]["name"]),
            (&json!(id), &json!("Mia Local"))
        );

        set(&kit, json!([corp.settings()])).await;
        let mut later = Browser::new(kit.guest());
        assert_eq!(
            sign_in(
                &mut later,
                &kit,
                &corp,
                "corp",
                "mia?email=new@corp.example"
            )
            .await,
            home
        );
        assert_eq!(later.session().await["user"]["id"], json!(id));
        let mut other = Browser::new(kit.guest());
        let another = "mallory?email=mia@corp.example&verified=true";
        assert_eq!(
            sign_in(&mut other, &kit, &corp, "corp", another).await,
            not_linked
        );
    });
}

#[test]
fn nobody_comes_in_as_the_administrator_by_an_address() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        testkit::given::create_user(&kit, "boss", "Admin").await;
        let mut linking = corp.settings();
        linking["linkByEmail"] = json!(true);
        set(&kit, json!([linking])).await;
        let mut browser = Browser::new(kit.guest());
        let boss = "boss?email=boss@freight.example&verified=true";
        let not_linked = failure(&kit, "OAuthAccountNotLinked", "corp");
        assert_eq!(
            sign_in(&mut browser, &kit, &corp, "corp", boss).await,
            not_linked
        );
        assert_eq!(browser.session().await, json!({}));
    });
}

#[test]
fn who_has_no_place_here_stays_outside() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        let mut closed = corp.settings();
        closed["autoCreate"] = json!(false);
        set(&kit, json!([closed])).await;
        let denied = failure(&kit, "AccessDenied", "corp");
        let mut browser = Browser::new(kit.guest());
        assert_eq!(
            sign_in(&mut browser, &kit, &corp, "corp", MIA).await,
            denied
        );

        set(&kit, json!([corp.settings()])).await;
        let audit = "/api/core/auditlog/getentitychanges?filter=entityType eq 'Session' and changeType eq 'SignInRefused'";
        let refusals = kit.user("Admin").await.get(audit).await.result();
        assert!(
            refusals["items"].to_string().contains("AccessDenied"),
            "{refusals}"
        );
        let nameless = sign_in(&mut browser, &kit, &corp, "corp", "kim?given=Kim").await;
        assert_eq!(
            nameless,
            failure(&kit, "OAuthCreateAccount", "corp"),
            "a user needs an email address"
        );
        let home = format!("http://{}/bookings", kit.host_name);
        assert_eq!(sign_in(&mut browser, &kit, &corp, "corp", MIA).await, home);
        let id = browser.session().await["user"]["id"].as_i64().unwrap();
        let mut scope = kit.scope(Mode::Write);
        let off = tsql!("UPDATE users SET is_active = FALSE WHERE tenant_id = $1 AND id = $2");
        scope.rows(off, vec![Val::I64(id)]).await.unwrap();
        scope.commit().await.unwrap();
        let mut repeat = Browser::new(kit.guest());
        assert_eq!(
            sign_in(&mut repeat, &kit, &corp, "corp", MIA).await,
            denied,
            "a user who is switched off"
        );

        let url = begin(&mut repeat, "corp", "/").await;
        let state = url
            .split("state=")
            .nth(1)
            .unwrap()
            .split('&')
            .next()
            .unwrap();
        let declined = format!("/api/auth/callback/corp?error=access_denied&state={state}");
        assert_eq!(location(&repeat.get(&declined).await), denied);
        let url = begin(&mut repeat, "corp", "/").await;
        let state = url
            .split("state=")
            .nth(1)
            .unwrap()
            .split('&')
            .next()
            .unwrap();
        let failing = format!("/api/auth/callback/corp?error=server_error&state={state}");
        assert_eq!(
            location(&repeat.get(&failing).await),
            failure(&kit, "OAuthCallback", "corp")
        );
    });
}

#[test]
fn the_way_back_leads_to_our_own_pages_alone() {
    on_both(|kit| async move {
        let Some(corp) = Corp::start(&kit, 0, "first") else {
            return;
        };
        set(&kit, json!([corp.settings()])).await;
        let base = format!("http://{}", kit.host_name);
        for foreign in [
            "https://evil.example/",
            "//evil.example",
            "/\\evil.example",
            "javascript:alert(1)",
        ] {
            let mut browser = Browser::new(kit.guest());
            let url = begin(&mut browser, "corp", foreign).await;
            let back = corp.visit(&url, MIA).await;
            assert_eq!(
                location(&follow_callback(&mut browser, &kit, &back).await),
                base,
                "{foreign}"
            );
        }
        // A form without a CSRF token.
        let forged = kit
            .guest()
            .post_form(
                "/api/auth/signin/corp",
                "csrfToken=0&json=true&callbackUrl=/",
            )
            .await;
        assert_eq!(
            forged.json()["url"],
            format!("{base}/api/auth/signin?csrf=true")
        );
        // Line breaks in the callback stay inside one header.
        let mut browser = Browser::new(kit.guest());
        let odd = browser
            .get("/api/auth/callback/corp%0d%0aSet-Cookie:x=1?code=1&state=2")
            .await;
        assert_eq!(
            location(&odd),
            format!("{base}/api/auth/signin?error=OAuthCallback")
        );
    });
}

fn encoded_as_pages_do(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_string()
            } else {
                format!("%{:02X}", c as u32)
            }
        })
        .collect()
}
