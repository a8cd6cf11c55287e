//! Foreign ids: every route with ids returns 404 for another tenant's or customer's. Routes come
//! from the OpenAPI document.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use data::Needs;
use serde_json::Value;
use testkit::{ApiResponse, Client, given, on_both};

use super::{
    input::{Call, Document, Place},
    stock::{self, Fixtures, SHARED_KINDS, required_members},
};

/// Routes where a foreign id is not 404: call, member, reason. A stale entry fails the test.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "POST /api/compliance/pre-start-check/driver-pre-start-answer",
        "driverPreStartAnswer.id",
        "given answers are never changed",
    ),
    (
        "POST /api/drivers/driver/document",
        "document.driverid",
        "missing members are reported first",
    ),
    (
        "PUT /api/drivers/driver/document",
        "document.driverid",
        "the document's id is required first",
    ),
    (
        "POST /api/drivers/vehicle/vehicle",
        "vehicle.driverid",
        "missing members are reported first",
    ),
    (
        "PUT /api/drivers/vehicle/vehicle",
        "vehicle.driverid",
        "the vehicle's id is required first",
    ),
    (
        "POST /api/jobs/zone/zone",
        "zone.headportid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/zone/zone",
        "zone.parentid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/zone/zone",
        "zone.zoneLocation.[].zoneId",
        "the places are the zone's own",
    ),
    (
        "PUT /api/jobs/zone/zone",
        "zone.headportid",
        "the zone's id is required first",
    ),
    (
        "PUT /api/jobs/zone/zone",
        "zone.parentid",
        "the zone's id is required first",
    ),
    (
        "PUT /api/jobs/zone/zone",
        "zone.zoneLocation.[].zoneId",
        "the places are the zone's own",
    ),
    (
        "POST /api/jobs/routing/plan",
        "plan.locks.[].jobid",
        "400 names it as not a job of the plan",
    ),
    (
        "POST /api/jobs/routing/plan",
        "plan.locks.[].vehicleid",
        "400 names it as not a vehicle of the plan",
    ),
    (
        "POST /api/jobs/routing/run",
        "run.id",
        "the id belongs to changes",
    ),
    (
        "POST /api/jobs/routing/run",
        "run.steps.[].jobid",
        "400 says that a run needs stops",
    ),
    (
        "PUT /api/jobs/routing/run",
        "run.steps.[].jobid",
        "a start has no job",
    ),
    (
        "POST /api/jobs/multi-stop/multi-stop",
        "multistop.id",
        "the id belongs to changes",
    ),
    (
        "PUT /api/jobs/job/job",
        "job.customerid",
        "the job's id is required first",
    ),
    (
        "PUT /api/jobs/job/job",
        "job.parentid",
        "the job's id is required first",
    ),
    (
        "PUT /api/jobs/job/job",
        "job.linkedjobs.[]",
        "the job's id is required first",
    ),
    (
        "PUT /api/jobs/job-template/job-template",
        "jobtemplate.customerid",
        "the template's id is required first",
    ),
    (
        "POST /api/jobs/job/merge-jobs",
        "merge.jobids.[]",
        "two jobs are required first",
    ),
    (
        "POST /api/jobs/job/read-messages",
        "ids.[]",
        "drivers mark their own messages",
    ),
    (
        "POST /api/jobs/job/processjobs",
        "ids.[]",
        "each job has its own answer",
    ),
    (
        "POST /api/jobs/delivery-agent/un-allocate-job",
        "deallocation.jobid",
        "each job has its own answer",
    ),
    (
        "POST /api/jobs/delivery-agent/un-allocate-jobs",
        "deallocation.jobids.[]",
        "each job has its own answer",
    ),
    (
        "POST /api/jobs/scan-events/scan-event",
        "scanevent.jobid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/scan-events/scan-event",
        "scanevent.id",
        "the id belongs to changes",
    ),
    (
        "POST /api/jobs/scan-events/scan-event-for-items",
        "scanevents.[].jobid",
        "each scan has its own answer",
    ),
    (
        "POST /api/jobs/scan-events/scan-event-for-items",
        "scanevents.[].id",
        "each scan has its own answer",
    ),
    (
        "POST /api/jobs/scan-events/scan-event-for-items",
        "scanevent.jobid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/scan-events/scan-event-for-items",
        "scanevent.id",
        "the id belongs to changes",
    ),
    (
        "POST /api/jobs/scan-events/scan-event-for-items",
        "jobids.[]",
        "missing members are reported first",
    ),
    (
        "PUT /api/jobs/scan-events/scan-event",
        "scanevent.jobid",
        "the scan's id is required first",
    ),
    (
        "PUT /api/jobs/linehaul/line-haul",
        "linehaul.startheadport.id",
        "the line haul's id is required first",
    ),
    (
        "PUT /api/jobs/linehaul/line-haul",
        "linehaul.destinationheadport.id",
        "the line haul's id is required first",
    ),
    (
        "PUT /api/jobs/linehaul/line-haul",
        "linehaul.driverid",
        "the line haul's id is required first",
    ),
    (
        "PUT /api/jobs/linehaul/line-haul",
        "linehaul.vehicleid",
        "the line haul's id is required first",
    ),
    (
        "PUT /api/jobs/linehaul/line-haul",
        "linehaul.carrierid",
        "the line haul's id is required first",
    ),
    (
        "POST /api/jobs/linehaul-job-allocation/allocate-jobs",
        "allocation.linehaulId",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/linehaul-job-allocation/un-allocate-jobs",
        "deallocation.linehaulid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/linehaul-job-allocation/allocate-articles",
        "allocation.linehaulid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/linehaul-job-allocation/un-allocate-articles",
        "deallocation.linehaulid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/linehaul/unload-articles",
        "unloading.linehaulid",
        "missing members are reported first",
    ),
    (
        "POST /api/jobs/linehaul/processlinehauls",
        "ids.[]",
        "each line haul has its own answer",
    ),
    (
        "POST /api/jobs/linehaul-job-allocation/allocate-jobs",
        "allocation.jobIds.[]",
        "each job has its own answer",
    ),
    (
        "POST /api/jobs/linehaul-job-allocation/un-allocate-jobs",
        "deallocation.jobids.[]",
        "each job has its own answer",
    ),
    (
        "POST /api/drivers/waypoint/waypoint",
        "waypoint.[].driverId",
        "each position has its own answer",
    ),
    (
        "POST /api/drivers/waypoint/waypoint",
        "waypoint.[].id",
        "the server sets it",
    ),
    (
        "POST /api/booking/booking/createorupdatebatchbooking",
        "bookings.[].booking.id",
        "each booking has its own answer",
    ),
    (
        "POST /api/booking/booking/createorupdatebatchbooking",
        "bookings.[].booking.customer.id",
        "each booking has its own answer",
    ),
    (
        "POST /api/booking/booking/createorupdatebatchbooking",
        "bookings.[].booking.customer.costCenterId",
        "each booking has its own answer",
    ),
    (
        "POST /api/booking/booking/createorupdatebatchbooking",
        "bookings.[].booking.customer.references.[].referenceId",
        "each booking has its own answer",
    ),
    (
        "POST /api/booking/booking/createorupdatebatchbooking",
        "bookings.[].booking.parentBookingId",
        "each booking has its own answer",
    ),
    (
        "POST /api/booking/booking/runbulkoperation",
        "bookingIds.[]",
        "each booking has its own answer: not found",
    ),
    (
        "POST /api/booking/booking/previewbulkoperation",
        "bookingIds.[]",
        "each booking has its own answer: not found",
    ),
    (
        "POST /api/booking/booking/createGuestBooking",
        "booking.id",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/createGuestBooking",
        "booking.customer.id",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/createGuestBooking",
        "booking.parentBookingId",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/createGuestBooking",
        "booking.customer.costCenterId",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/createGuestBooking",
        "booking.customer.references.[].referenceId",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/creatorupdateguestbooking",
        "booking.id",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/creatorupdateguestbooking",
        "booking.customer.id",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/creatorupdateguestbooking",
        "booking.parentBookingId",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/creatorupdateguestbooking",
        "booking.customer.costCenterId",
        GUESTS_ONLY,
    ),
    (
        "POST /api/booking/booking/creatorupdateguestbooking",
        "booking.customer.references.[].referenceId",
        GUESTS_ONLY,
    ),
    (
        "PUT /api/finance/settings/updatesettings",
        "numbering.unitCodes.[].organizationUnitId",
        "400 says that a unit needs a code",
    ),
    (
        "POST /api/rates/rate-card/process-rate-cards",
        "ids.[]",
        "each card has its own answer: not found",
    ),
    (
        "POST /api/rates/quote/simulate",
        "ask.rateCardId",
        "400 says that the cards stand elsewhere",
    ),
    (
        "PUT /api/rates/rate/matrix",
        "rates.[].id",
        "400 names the rate that is not there",
    ),
    (
        "PUT /api/rates/rate/matrix",
        "rates.[].rateServiceId",
        "400 says that one service holds for all of them",
    ),
    (
        "PUT /api/rates/rate/matrix",
        "deleted.[].id",
        "400 names the rate that is not there",
    ),
    (
        "GET /api/booking/booking/getbookingssummary",
        "customerId",
        "the sums of no bookings",
    ),
    (
        "GET /api/booking/booking/getbookingstatuscount",
        "customerId",
        "the counts of no bookings",
    ),
    ("POST /api/search", "customerId", "nothing is found"),
    (
        "POST /api/carrier/carrieraccount/createorupdatecarrieraccount",
        "activeCarrierServiceIds.[]",
        "400 names it as not a service of this carrier",
    ),
    (
        "POST /api/core/user/createorupdateuser",
        "organizationUnits.[]",
        "400 names the unit that is not there",
    ),
    (
        "POST /api/core/user/createorupdateuser",
        "profilePictureId",
        "400 says that it is not the user's own picture",
    ),
    (
        "POST /api/core/account/activateemail",
        "userId",
        "a link that is not good says so, whoever it names",
    ),
    (
        "POST /api/core/account/resetpassword",
        "userId",
        "a link that is not good says so, whoever it names",
    ),
];

/// Guests prove ownership by their quote's token, which has a separate test.
const GUESTS_ONLY: &str = "refused: the call is for people who are not signed in";

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
