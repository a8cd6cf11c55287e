//! Positions of addresses: found in the background, kept, corrected by hand.

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_host};

use super::{IMPORTED, import};

const JOB: &str = "/api/jobs/job/job";
const POSITION: &str = "/api/route/position";
const QUERY: &str = "/api/route/position?addressline1=12%20church%20b%20st&suburb=richmond&postcode=3121&countrycode=AU";

fn church_street(line: &str) -> Value {
    json!({"companyname": "Acme", "addressline1": line, "suburb": "Richmond", "postcode": "3121",
        "statecode": "VIC"})
}

/// Adds a job from one house in Church Street to another. Returns its id, and its origin as saved:
/// another test may run this one's background jobs before it is read.
async fn add_job(staff: &Client, from: Value) -> (i64, Value) {
    let job = json!({"job": {"fromaddress": from, "toaddress": church_street("99 Nowhere Road"),
        "items": [{"quantity": 1}]}});
    let saved = staff.post(JOB, job).await.result();
    (saved["job"]["id"].as_i64().unwrap(), origin_of(&saved))
}

/// Returns latitude, longitude and source of a job's origin.
async fn origin(staff: &Client, job: i64) -> Value {
    origin_of(&staff.get(&format!("{JOB}?jobId={job}")).await.result())
}

fn origin_of(answer: &Value) -> Value {
    let from = &answer["job"]["fromaddress"];
    json!([from["latitude"], from["longitude"], from["positionsource"]])
}

fn correction(latitude: f64, longitude: f64) -> Value {
    json!({"position": {"addressline1": "12 Church B Street", "suburb": "RICHMOND",
        "postcode": "3121", "latitude": latitude, "longitude": longitude}})
}

async fn dispatcher(kit: &Kit) -> Client {
    import(kit);
    kit.user("Dispatcher").await
}

#[test]
fn a_job_starts_with_its_suburb_and_gets_the_house() {
    on_host(IMPORTED, |kit| async move {
        let staff = dispatcher(&kit).await;
        let (job, saved) = add_job(&staff, church_street("12 Church B St")).await;
        assert_eq!(saved[2], "Suburb");
        kit.drain_jobs().await;
        let house = json!([-37.823, 144.998, "Address"]);
        assert_eq!(origin(&staff, job).await, house);
        let stored = staff.get(&format!("{JOB}?jobId={job}")).await.result();
        assert_eq!(stored["job"]["toaddress"]["positionsource"], "Suburb");
        // The same address is known at once, whatever its spelling.
        let (_, again) = add_job(&staff, church_street("12 CHURCH B STREET")).await;
        assert_eq!(again, house);
        let (street, _) = add_job(&staff, church_street("500 Church B Street")).await;
        kit.drain_jobs().await;
        assert_eq!(origin(&staff, street).await[2], "Street");
    });
}

#[test]
fn a_position_set_by_hand_moves_open_jobs_and_stays() {
    on_host(IMPORTED, |kit| async move {
        let staff = dispatcher(&kit).await;
        let (job, _) = add_job(&staff, church_street("12 Church B St")).await;
        let mut own = church_street("12 Church B St");
        own["latitude"] = json!(-37.81);
        own["longitude"] = json!(144.99);
        let (sent, _) = add_job(&staff, own).await;
        let saved = staff
            .put(POSITION, correction(-37.8301, 144.9901))
            .await
            .result();
        let expected = json!({"latitude": -37.8301, "longitude": 144.9901, "source": "Manual"});
        assert_eq!(saved["position"], expected);
        kit.drain_jobs().await;
        assert_eq!(
            origin(&staff, job).await,
            json!([-37.8301, 144.9901, "Manual"])
        );
        assert_eq!(origin(&staff, sent).await, json!([-37.81, 144.99, "Sent"]));
        assert_eq!(staff.get(QUERY).await.result()["position"], expected);
        // A form that sends the server's position back does not make it the caller's.
        let stored = staff.get(&format!("{JOB}?jobId={job}")).await.result();
        staff.put(JOB, json!({"job": stored["job"]})).await.result();
        staff
            .put(POSITION, correction(-37.8302, 144.9901))
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(
            origin(&staff, job).await,
            json!([-37.8302, 144.9901, "Manual"])
        );
        // Another tenant has its own.
        let other = kit.another_tenant().await;
        let other = other.user("Dispatcher").await;
        assert_eq!(
            other.get(QUERY).await.result()["position"]["source"],
            "Suburb"
        );
        let path = QUERY;
        assert_eq!(staff.delete(path).await.status.as_u16(), 204);
        staff.delete(path).await.expect_error(404);
        kit.drain_jobs().await;
        assert_eq!(
            origin(&staff, job).await,
            json!([-37.823, 144.998, "Address"])
        );
    });
}

#[test]
fn doubtful_positions_need_a_confirmation() {
    on_host(IMPORTED, |kit| async move {
        let staff = dispatcher(&kit).await;
        let refused = async |latitude: f64, longitude: f64| {
            let sent = correction(latitude, longitude);
            staff.put(POSITION, sent).await.invalid_members()
        };
        assert_eq!(refused(-38.9, 144.998).await, ["position.confirm"]);
        assert_eq!(refused(91.0, 144.998).await, ["position.latitude"]);
        assert_eq!(refused(-37.8, 181.0).await, ["position.longitude"]);
        let mut confirmed = correction(-38.9, 144.998);
        confirmed["position"]["confirm"] = true.into();
        staff.put(POSITION, confirmed).await.result();
        let incomplete = json!({"position": {"latitude": -37.8, "longitude": 145}});
        let incomplete = staff.put(POSITION, incomplete).await.invalid_members();
        assert_eq!(incomplete, ["position.suburb", "position.postcode"]);
        let warehouse = kit.user("Warehouse").await;
        let denied = warehouse.put(POSITION, correction(-37.8, 145.0)).await;
        denied.expect_error(403);
        let customer = given::customer(&kit, "Bluegum").await;
        let customer = kit.customer_user(customer).await;
        let denied = customer.put(POSITION, correction(-37.8, 145.0)).await;
        denied.expect_error(403);
        kit.guest().get(QUERY).await.expect_error(401);
    });
}
