//! Routes that answer a foreign id with another response than 404.

/// Routes where a foreign id is not 404: call, member, reason. A stale entry fails the test.
pub(super) const EXCEPTIONS: &[(&str, &str, &str)] = &[
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
        "POST /api/jobs/scan-events/scan-event-for-items",
        "jobid",
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
        "PUT /api/jobs/linehaul/line-haul",
        "linehaul.customerid",
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
        "POST /api/jobs/linehaul/un-unload-articles",
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
