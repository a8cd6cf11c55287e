//! Foreign ids: every route with ids returns 404 for another tenant's or customer's. Routes come
//! from the OpenAPI document.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use data::Needs;
use serde_json::Value;
use testkit::{ApiResponse, Client, given, on_both};

use super::{
    exceptions::EXCEPTIONS,
    input::{Call, Document, Place},
    stock::{self, Fixtures, SHARED_KINDS, required_members},
};

struct Outcomes {
    complaints: Vec<String>,
    used: BTreeSet<(String, String)>,
    count: usize,
}

async fn try_all(
    client: &Client,
    granted: &dyn Fn(Needs) -> bool,
    own: &Fixtures,
    foreign: &Fixtures,
) -> Outcomes {
    let document = Document::new();
    let routes = web::serve::route_list(&waybill::boot::areas_with_openapi());
    let required = required_members(client);
    let mut tried = Outcomes {
        complaints: Vec::new(),
        used: BTreeSet::new(),
        count: 0,
    };
    for call in document
        .calls()
        .iter()
        .filter(|call| !call.path.contains('{'))
    {
        let needs = routes
            .iter()
            .find(|(method, path, _)| method.as_str() == call.method && *path == call.path)
            .unwrap()
            .2;
        if !granted(needs) {
            continue;
        }
        for place in document.places(call) {
            let Some(id) = foreign.get(place.kind.as_str()) else {
                continue;
            };
            let other = |kind: &str| own.get(kind).copied().unwrap_or(1);
            let name = format!("{} {}", call.method, call.path);
            let related = required.get(&name).unwrap_or(&Value::Null);
            let (path, body) = document.request(call, &place, *id, related, &other);
            let body = body
                .as_ref()
                .map(|body| ("application/json", body.to_string().into_bytes()));
            let method: Method = call.method.parse().unwrap();
            let answer = client.send(method, &path, body).await;
            tried.count += 1;
            check_response(call, &place, &answer, &mut tried);
        }
    }
    tried
}

fn check_response(call: &Call, place: &Place, answer: &ApiResponse, tried: &mut Outcomes) {
    let (name, member) = (
        format!("{} {}", call.method, call.path),
        place.path.join("."),
    );
    let is_fine = answer.status == StatusCode::NOT_FOUND || is_empty_list(answer);
    if is_fine {
        return;
    }
    match EXCEPTIONS
        .iter()
        .find(|(known, path, _)| *known == name && *path == member)
    {
        Some((known, path, _)) => {
            tried.used.insert(((*known).to_owned(), (*path).to_owned()));
        }
        None => {
            let message: String = String::from_utf8_lossy(&answer.body)
                .chars()
                .take(300)
                .collect();
            tried.complaints.push(format!(
                "{name} with {} in {member}: {} {message}",
                place.kind, answer.status
            ));
        }
    }
}

fn is_empty_list(answer: &ApiResponse) -> bool {
    answer.status == StatusCode::OK && answer.json()["result"]["totalCount"] == 0
}

#[test]
fn another_tenants_and_another_customers_ids_are_not_there() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::stripe(&admin).await;
        let theirs = stock::create_tenant_rows(&kit, &admin).await;

        let other = kit.another_tenant().await;
        let outsider = other.user("Admin").await;
        given::stripe(&outsider).await;
        let own = stock::create_tenant_rows(&other, &outsider).await;
        let tenants = try_all(&outsider, &|needs| !is_platform(needs), &own, &theirs).await;

        let (_, foreign) = stock::create_customer_rows(&kit, &admin, "Harbour Tools").await;
        let (customer, own) = stock::create_customer_rows(&kit, &admin, "Coastal Books").await;
        let user = stock::customer_user(&kit, customer).await;
        let token = identity::sign_in(kit.app.host(), kit.tenant, user)
            .await
            .unwrap();
        let client = kit.guest().with_token(&token);
        let host = kit.app.host();
        let session = host
            .gate()
            .session(host, &token, None)
            .await
            .unwrap()
            .unwrap();
        let granted = |needs: Needs| match needs {
            Needs::Permission(permission) | Needs::DriverOr(permission) => {
                session.permissions.contains(permission.name)
            }
            Needs::Save(save) => [save.create, save.change]
                .iter()
                .all(|it| session.permissions.contains(it.name)),
            _ => true,
        };
        let customers = try_all(&client, &granted, &own, &foreign).await;

        let complaints: Vec<String> = tenants
            .complaints
            .into_iter()
            .chain(customers.complaints)
            .collect();
        assert!(
            complaints.is_empty(),
            "{} answers:\n{}",
            complaints.len(),
            complaints.join("\n")
        );
        assert!(
            tenants.count > 60 && customers.count > 20,
            "{} and {} were tried",
            tenants.count,
            customers.count
        );
        let used: BTreeSet<_> = tenants.used.union(&customers.used).cloned().collect();
        let unused: Vec<_> = EXCEPTIONS
            .iter()
            .filter(|(call, member, _)| !used.contains(&((*call).to_owned(), (*member).to_owned())))
            .collect();
        assert!(
            unused.is_empty(),
            "these need no exception any more: {unused:?}"
        );
    });
}

fn is_platform(needs: Needs) -> bool {
    match needs {
        Needs::Permission(permission) | Needs::DriverOr(permission) => permission.platform_only,
        Needs::Save(save) => save.change.platform_only,
        _ => false,
    }
}

#[test]
fn every_kind_of_id_has_a_row_to_try_it_with() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let stock = stock::create_tenant_rows(&kit, &admin).await;
        let document = Document::new();
        let calls = document.calls();
        let named_items: BTreeSet<String> = calls
            .iter()
            .flat_map(|call| document.places(call))
            .map(|place| place.kind)
            .collect();
        let known = |kind: &String| {
            stock.contains_key(kind.as_str()) || SHARED_KINDS.contains(&kind.as_str())
        };
        let missing: Vec<&String> = named_items.iter().filter(|kind| !known(kind)).collect();
        assert!(missing.is_empty(), "add a row for {missing:?}");
        assert!(named_items.len() > 8, "{named_items:?}");
    });
}
