//! The session cookie at calls that the documents send without a token.

use serde_json::json;
use testkit::{Client, Kit, PASSWORD, given, on_both};

use super::{browser, caller};

const COOKIE: &str = "next-auth.session-token";
const PORTS: &str = "/api/jobs/head-port/head-ports";
const MAP: &str = "/api/carrier/CarrierAccount/MapCarrierAccountsToCustomer";
const VEHICLES: &str = "/api/drivers/vehicle/vehicles";

/// Returns a client that has only the cookie of a signed-in user.
async fn cookie_alone(kit: &Kit) -> Client {
    given::create_user(kit, "mia", "Admin").await;
    let here = browser(kit, "mia", PASSWORD).await;
    with_cookie(kit.guest(), &here.cookies[COOKIE])
}

fn with_cookie(client: Client, cookie: &str) -> Client {
    client.with_header("cookie", &format!("{COOKIE}={cookie}"))
}

fn own_origin(client: &Client) -> String {
    format!("http://{}", client.host_name)
}

#[test]
fn reads_without_a_token_take_the_cookie_of_our_own_pages() {
    on_both(|kit| async move {
        let alone = cookie_alone(&kit).await;
        let own = own_origin(&alone);
        let page = format!("{own}/carriers?page=2");
        for path in [
            PORTS,
            "/api/jobs/zone/zones",
            "/api/rates/rate-card/rate-cards",
            "/api/carrier/carrieraccount/getcarrieraccounts",
            "/api/carrier/carrierservices/getcarrierservices",
            "/api/geocode/v2/search?q=richmond",
        ] {
            for (name, value) in [
                ("sec-fetch-site", "same-origin"),
                ("origin", own.as_str()),
                ("referer", page.as_str()),
            ] {
                alone.with_header(name, value).get(path).await.result();
                let guest = kit.guest().with_header(name, value);
                guest.get(path).await.expect_error(401);
            }
            alone.get(path).await.expect_error(401);
            for (name, value) in [
                ("sec-fetch-site", "same-site"),
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-site", "none"),
                ("origin", "https://evil.example"),
                ("referer", "https://evil.example/"),
            ] {
                let forged = alone.with_header(name, value);
                forged.get(path).await.expect_error(401);
            }
        }
    });
}

#[test]
fn a_write_by_cookie_needs_the_origin_of_its_sender() {
    on_both(|kit| async move {
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let alone = cookie_alone(&kit).await;
        let own = own_origin(&alone);
        let page = format!("{own}/carriers");
        let body = json!({"customerId": customer, "carrierAccountIds": []});
        for (name, value) in [
            ("accept", "*/*"),
            ("referer", page.as_str()),
            ("origin", "null"),
            ("origin", "https://evil.example"),
            ("sec-fetch-site", "cross-site"),
        ] {
            let forged = alone.with_header(name, value);
            forged.post(MAP, body.clone()).await.expect_error(401);
        }
        for (name, value) in [("origin", own.as_str()), ("sec-fetch-site", "same-origin")] {
            let page = alone.with_header(name, value);
            page.post(MAP, body.clone()).await.result();
        }
    });
}

#[test]
fn other_calls_need_the_token() {
    on_both(|kit| async move {
        let alone = cookie_alone(&kit).await;
        let page = alone
            .with_header("sec-fetch-site", "same-origin")
            .with_header("origin", &own_origin(&alone));
        for path in ["/api/core/user/getusers", VEHICLES, "/api/impersonate/end"] {
            page.get(path).await.expect_error(401);
        }
        let port = json!({"headport": {"code": "MEL", "name": "Melbourne"}});
        let saved = page.post("/api/jobs/head-port/head-port", port).await;
        saved.expect_error(401);
    });
}

#[test]
fn a_link_with_a_cookie_deletes_no_vehicle() {
    on_both(|kit| async move {
        let alone = cookie_alone(&kit).await;
        let page = alone.with_header("sec-fetch-site", "same-origin");
        for client in [&alone, &page] {
            for query in ["?id=1", "?maxResultCount=1&ID=1"] {
                let refused = client.get(&format!("{VEHICLES}{query}")).await;
                refused.expect_error(405);
            }
        }
        let guest = kit.guest().get(&format!("{VEHICLES}?id=1")).await;
        guest.expect_error(401);
    });
}

#[test]
fn the_cookie_counts_at_its_own_tenant_while_its_session_lasts() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Admin").await;
        let mut here = browser(&kit, "mia", PASSWORD).await;
        let cookie = here.cookies[COOKIE].clone();
        let page = |client: Client| {
            with_cookie(client, &cookie).with_header("sec-fetch-site", "same-origin")
        };
        page(kit.guest()).get(PORTS).await.result();
        let other = kit.another_tenant().await;
        page(other.guest()).get(PORTS).await.expect_error(401);
        let named = kit.guest();
        let named = named.with_header("abp-tenantid", &other.tenant.to_string());
        page(named).get(PORTS).await.expect_error(403);
        // The page's token is no cookie.
        let token = caller(&mut here).await.token.unwrap_or_default();
        let swapped = with_cookie(kit.guest(), &token);
        let swapped = swapped.with_header("sec-fetch-site", "same-origin");
        swapped.get(PORTS).await.expect_error(401);

        here.submit("/api/auth/signout", &[]).await;
        page(kit.guest()).get(PORTS).await.expect_error(401);
    });
}
