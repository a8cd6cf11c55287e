//! Calls and types of routing, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct RoutingCalls<'a>(pub(super) &'a Client);

impl<'a> RoutingCalls<'a> {
    /// `POST /api/jobs/multi-stop/allocate-jobs`
    pub fn allocate_jobs(self, body: AllocateToMultiStop) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/multi-stop/allocate-jobs").body(body.into())
    }
    /// `GET /api/jobs/multi-stop/allocated-jobs`
    pub fn allocated_jobs(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, PageOfJobPart, RoutingAllocatedJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/multi-stop/allocated-jobs").parameter("jobId", job_id.into_field())
    }
    /// `POST /api/jobs/multi-stop/de-allocate-jobs`
    pub fn de_allocate_jobs(self, body: DeallocateFromMultiStop) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/multi-stop/de-allocate-jobs").body(body.into())
    }
    /// `DELETE /api/jobs/multi-stop/multi-stop`
    pub fn delete_multi_stop(self, id: impl IntoField<FreightJobId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/multi-stop/multi-stop").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/multi-stop/multi-stop`
    pub fn get_multi_stop(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, OneMultiStop> {
        Call::new(self.0, Method::GET, "/api/jobs/multi-stop/multi-stop").parameter("jobId", job_id.into_field())
    }
    /// `POST /api/jobs/multi-stop/multi-stop`
    pub fn post_multi_stop(self, body: SaveMultiStop) -> Call<'a, OneMultiStop> {
        Call::new(self.0, Method::POST, "/api/jobs/multi-stop/multi-stop").body(body.into())
    }
    /// `PUT /api/jobs/multi-stop/multi-stop`
    pub fn put_multi_stop(self, body: SaveMultiStop) -> Call<'a, OneMultiStop> {
        Call::new(self.0, Method::PUT, "/api/jobs/multi-stop/multi-stop").body(body.into())
    }
    /// `POST /api/jobs/routing/allocate-run`
    pub fn allocate_run(self, body: AllocateRouteRun) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/routing/allocate-run").body(body.into())
    }
    /// `POST /api/jobs/routing/check-plan`
    pub fn check_plan(self, body: CheckRoutePlan) -> Call<'a, OneRoutePlan> {
        Call::new(self.0, Method::POST, "/api/jobs/routing/check-plan").body(body.into())
    }
    /// `GET /api/jobs/routing/plan`
    pub fn get_plan(self, plan_id: impl IntoField<RoutePlanId>) -> Call<'a, OneRoutePlan> {
        Call::new(self.0, Method::GET, "/api/jobs/routing/plan").parameter("planId", plan_id.into_field())
    }
    /// `POST /api/jobs/routing/plan`
    pub fn post_plan(self, body: StartRoutePlan) -> Call<'a, StartedRoutePlan> {
        Call::new(self.0, Method::POST, "/api/jobs/routing/plan").body(body.into())
    }
    /// `GET /api/jobs/routing/plans`
    pub fn plans(self) -> Call<'a, PageOfRoutePlanHead, RoutingPlans> {
        Call::new(self.0, Method::GET, "/api/jobs/routing/plans")
    }
    /// `DELETE /api/jobs/routing/run`
    pub fn delete_run(self, id: impl IntoField<RouteRunId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/routing/run").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/routing/run`
    pub fn get_run(self) -> Call<'a, OneRouteRun, RoutingGetRun> {
        Call::new(self.0, Method::GET, "/api/jobs/routing/run")
    }
    /// `POST /api/jobs/routing/run`
    pub fn post_run(self, body: SaveRouteRun) -> Call<'a, OneRouteRun> {
        Call::new(self.0, Method::POST, "/api/jobs/routing/run").body(body.into())
    }
    /// `PUT /api/jobs/routing/run`
    pub fn put_run(self, body: SaveRouteRun) -> Call<'a, OneRouteRun> {
        Call::new(self.0, Method::PUT, "/api/jobs/routing/run").body(body.into())
    }
    /// `GET /api/jobs/routing/runs`
    pub fn runs(self) -> Call<'a, PageOfRouteRun, RoutingRuns> {
        Call::new(self.0, Method::GET, "/api/jobs/routing/runs")
    }
    /// `POST /api/jobs/routing/send-plan`
    pub fn send_plan(self, body: SendRoutePlan) -> Call<'a, SentRoutePlan> {
        Call::new(self.0, Method::POST, "/api/jobs/routing/send-plan").body(body.into())
    }
    /// `POST /api/jobs/routing/stop-plan`
    pub fn stop_plan(self, body: StopRoutePlan) -> Call<'a, OneRoutePlan> {
        Call::new(self.0, Method::POST, "/api/jobs/routing/stop-plan").body(body.into())
    }
    /// `GET /api/jobs/routing/stream`
    pub fn stream(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/routing/stream").unwrapped()
    }
    /// `POST /api/route/routing`
    pub fn routing(self, body: RoutingRequest) -> Call<'a, RoutingResponse> {
        Call::new(self.0, Method::POST, "/api/route/routing").body(body.into())
    }
    /// `POST /api/route/vroom`
    pub fn vroom(self, body: RoutingRequest) -> Call<'a, RoutingResponse> {
        Call::new(self.0, Method::POST, "/api/route/vroom").body(body.into())
    }
}

parameters! { RoutingAllocatedJobs -> PageOfJobPart {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RoutingPlans -> PageOfRoutePlanHead {
    rundate: String = "rundate",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { RoutingGetRun -> OneRouteRun {
    driver_id: DriverId = "driverId",
    id: RouteRunId = "id",
}}

parameters! { RoutingRuns -> PageOfRouteRun {
    driver_id: DriverId = "driverId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    PlanStatus {
        Waiting = "Waiting",
        Solving = "Solving",
        Done = "Done",
        Stopped = "Stopped",
        Failed = "Failed",
        Sent = "Sent",
    }
    RoutingCause {
        Delay = "delay",
        LeadTime = "lead_time",
        Load = "load",
        MaxTasks = "max_tasks",
        Skills = "skills",
        Precedence = "precedence",
        MissingBreak = "missing_break",
        MaxTravelTime = "max_travel_time",
        MaxDistance = "max_distance",
        MaxLoad = "max_load",
    }
    RoutingReason {
        NoVehicle = "no_vehicle",
        Skills = "skills",
        Capacity = "capacity",
        Time = "time",
        Fleet = "fleet",
    }
    RoutingStepType {
        Start = "start",
        Job = "job",
        Pickup = "pickup",
        Delivery = "delivery",
        Break = "break",
        End = "end",
    }
    RunStepType {
        Start = "start",
        Job = "job",
        Pickup = "pickup",
        Delivery = "delivery",
        Break = "break",
        End = "end",
    }
    RunViolationCause {
        Delay = "delay",
        LeadTime = "leadTime",
        Load = "load",
        MaxTasks = "maxTasks",
        Skills = "skills",
        Precedence = "precedence",
        MissingBreak = "missingBreak",
        MaxTravelTime = "maxTravelTime",
        MaxDistance = "maxDistance",
        MaxLoad = "maxLoad",
        UnknownPosition = "unknownPosition",
        HoursLeft = "hoursLeft",
    }
    StepOutcome {
        Planned = "Planned",
        Begun = "Begun",
        Done = "Done",
        Failed = "Failed",
    }
    StopType {
        Pickup = "pickup",
        Delivery = "delivery",
    }
    UnassignedCause {
        NoVehicle = "noVehicle",
        Skills = "skills",
        Capacity = "capacity",
        Time = "time",
        Fleet = "fleet",
        UnknownPosition = "unknownPosition",
        NotPlanned = "notPlanned",
    }
}

requests! {
    AllocateRouteRun {
        allocation: RouteRunAllocation = "allocation",
    }
    AllocateToMultiStop {
        allocation: MultiStopAllocation = "allocation",
    }
    CheckRoutePlan {
        planid: RoutePlanId = "planid",
        routes: Vec<RunRoute> = "routes",
        rundate: String = "rundate",
        unassigned: Vec<FreightJobId> = "unassigned",
    }
    DeallocateFromMultiStop {
        deallocation: MultiStopDeallocation = "deallocation",
    }
    MultiStopAllocation {
        jobids: Vec<FreightJobId> = "jobids",
        multistopid: FreightJobId = "multistopid",
    }
    MultiStopDeallocation {
        jobids: Vec<FreightJobId> = "jobids",
        multistopid: FreightJobId = "multistopid",
        reason: String = "reason",
    }
    MultiStopInput {
        driverid: DriverId = "driverid",
        id: FreightJobId = "id",
        reference: String = "reference",
        stops: Vec<MultiStopStopInput> = "stops",
        vehicleid: VehicleId = "vehicleid",
    }
    MultiStopStopInput {
        jobid: FreightJobId = "jobid",
        sequence: i64 = "sequence",
        type_: StopType = "type",
    }
    PlanLock {
        jobid: FreightJobId = "jobid",
        position: i64 = "position",
        vehicleid: VehicleId = "vehicleid",
    }
    PlanVehicle {
        driverid: DriverId = "driverid",
        end: RunPlaceRequest = "end",
        runid: RouteRunId = "runid",
        shift: RunShiftRequest = "shift",
        start: RunPlaceRequest = "start",
        vehicleid: VehicleId = "vehicleid",
    }
    RoutePlanRequest {
        continue_: bool = "continue",
        jobids: Vec<FreightJobId> = "jobids",
        locks: Vec<PlanLock> = "locks",
        rundate: String = "rundate",
        seconds: i64 = "seconds",
        vehicles: Vec<PlanVehicle> = "vehicles",
    }
    RouteRunAllocation {
        driverid: DriverId = "driverid",
        runid: RouteRunId = "runid",
    }
    RouteRunInput {
        driverid: DriverId = "driverid",
        end: RunPlaceRequest = "end",
        id: RouteRunId = "id",
        jobids: Vec<FreightJobId> = "jobids",
        optimise: bool = "optimise",
        row_version: i64 = "rowVersion",
        rundate: String = "rundate",
        shift: RunShiftRequest = "shift",
        start: RunPlaceRequest = "start",
        steps: Vec<RunStop> = "steps",
        vehicleid: VehicleId = "vehicleid",
    }
    RoutingBreak {
        description: String = "description",
        id: i64 = "id",
        max_load: Vec<i64> = "max_load",
        service: i64 = "service",
        time_windows: Vec<Vec<i64>> = "time_windows",
    }
    RoutingCosts {
        fixed: i64 = "fixed",
        per_hour: i64 = "per_hour",
        per_km: i64 = "per_km",
        per_task_hour: i64 = "per_task_hour",
    }
    RoutingGivenStep {
        id: i64 = "id",
        service_after: i64 = "service_after",
        service_at: i64 = "service_at",
        service_before: i64 = "service_before",
        type_: RoutingStepType = "type",
    }
    RoutingJob {
        amount: Vec<i64> = "amount",
        delivery: Vec<i64> = "delivery",
        description: String = "description",
        id: i64 = "id",
        jobid: i64 = "jobid",
        jobno: String = "jobno",
        location: Vec<Decimal> = "location",
        location_index: i64 = "location_index",
        pickup: Vec<i64> = "pickup",
        priority: i64 = "priority",
        service: i64 = "service",
        service_per_type: BTreeMap<String, i64> = "service_per_type",
        setup: i64 = "setup",
        setup_per_type: BTreeMap<String, i64> = "setup_per_type",
        skills: Vec<i64> = "skills",
        time_windows: Vec<Vec<i64>> = "time_windows",
    }
    RoutingMatrix {
        costs: Vec<Vec<i64>> = "costs",
        distances: Vec<Vec<i64>> = "distances",
        durations: Vec<Vec<i64>> = "durations",
    }
    RoutingOptions {
        c: bool = "c",
        g: bool = "g",
        l: Decimal = "l",
    }
    RoutingRequest {
        jobs: Vec<RoutingJob> = "jobs",
        matrices: BTreeMap<String, RoutingMatrix> = "matrices",
        matrix: Vec<Vec<i64>> = "matrix",
        options: RoutingOptions = "options",
        shipments: Vec<RoutingShipment> = "shipments",
        vehicles: Vec<RoutingVehicle> = "vehicles",
    }
    RoutingShipment {
        amount: Vec<i64> = "amount",
        delivery: RoutingShipmentStop = "delivery",
        pickup: RoutingShipmentStop = "pickup",
        priority: i64 = "priority",
        skills: Vec<i64> = "skills",
    }
    RoutingShipmentStop {
        description: String = "description",
        id: i64 = "id",
        jobid: i64 = "jobid",
        jobno: String = "jobno",
        location: Vec<Decimal> = "location",
        location_index: i64 = "location_index",
        service: i64 = "service",
        service_per_type: BTreeMap<String, i64> = "service_per_type",
        setup: i64 = "setup",
        setup_per_type: BTreeMap<String, i64> = "setup_per_type",
        time_windows: Vec<Vec<i64>> = "time_windows",
    }
    RoutingVehicle {
        breaks: Vec<RoutingBreak> = "breaks",
        capacity: Vec<i64> = "capacity",
        costs: RoutingCosts = "costs",
        description: String = "description",
        end: Vec<Decimal> = "end",
        end_description: String = "endDescription",
        end_index: i64 = "end_index",
        id: i64 = "id",
        max_distance: i64 = "max_distance",
        max_tasks: i64 = "max_tasks",
        max_travel_time: i64 = "max_travel_time",
        profile: String = "profile",
        skills: Vec<i64> = "skills",
        speed_factor: Decimal = "speed_factor",
        start: Vec<Decimal> = "start",
        start_description: String = "startDescription",
        start_index: i64 = "start_index",
        steps: Vec<RoutingGivenStep> = "steps",
        time_window: Vec<i64> = "time_window",
        type_: String = "type",
    }
    RunPlaceRequest {
        description: String = "description",
        latitude: Decimal = "latitude",
        longitude: Decimal = "longitude",
    }
    RunRoute {
        driverid: DriverId = "driverid",
        end: RunPlaceRequest = "end",
        jobids: Vec<FreightJobId> = "jobids",
        runid: RouteRunId = "runid",
        shift: RunShiftRequest = "shift",
        start: RunPlaceRequest = "start",
        vehicleid: VehicleId = "vehicleid",
    }
    RunShiftRequest {
        from: String = "from",
        to: String = "to",
    }
    RunStop {
        jobid: FreightJobId = "jobid",
        type_: RunStepType = "type",
    }
    SaveMultiStop {
        multistop: MultiStopInput = "multistop",
    }
    SaveRouteRun {
        run: RouteRunInput = "run",
    }
    SendRoutePlan {
        planid: RoutePlanId = "planid",
        routes: Vec<RunRoute> = "routes",
        rundate: String = "rundate",
    }
    StartRoutePlan {
        plan: RoutePlanRequest = "plan",
    }
    StopRoutePlan {
        planid: RoutePlanId = "planid",
    }
}

responses! {
    MultiStop {
        driverid: Option<DriverId> = member "driverid",
        id: FreightJobId = member "id",
        jobno: String = member "jobno",
        jobstatus: JobStatus = member "jobstatus",
        reference: Option<String> = member "reference",
        row_version: i64 = member "rowVersion",
        stops: Vec<MultiStopStop> = member "stops",
        vehicleid: Option<VehicleId> = member "vehicleid",
    }
    MultiStopStop {
        jobid: FreightJobId = member "jobid",
        jobno: String = member "jobno",
        sequence: i64 = member "sequence",
        type_: StopType = member "type",
    }
    OneMultiStop {
        multistop: MultiStop = member "multistop",
    }
    OneRoutePlan {
        plan: RoutePlan = member "plan",
    }
    OneRouteRun {
        run: RouteRun = member "run",
    }
    PageOfJobPart {
        items: Vec<FreightJobView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRoutePlanHead {
        items: Vec<RoutePlanHead> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRouteRun {
        items: Vec<RouteRun> = member "items",
        total_count: i64 = member "totalCount",
    }
    RoutePlan {
        cost: Decimal = member "cost",
        creation_time: Option<String> = member "creationTime",
        elapsed: i64 = member "elapsed",
        expirytime: Option<String> = member "expirytime",
        failure: Option<Message> = member "failure",
        iterations: i64 = member "iterations",
        planid: RoutePlanId = member "planid",
        routes: Vec<RouteRun> = member "routes",
        rundate: String = member "rundate",
        seconds: i64 = member "seconds",
        status: PlanStatus = member "status",
        summary: RoutePlanSummary = member "summary",
        unassigned: Vec<RoutePlanUnassigned> = member "unassigned",
    }
    RoutePlanHead {
        creation_time: String = member "creationTime",
        elapsed: i64 = member "elapsed",
        expirytime: String = member "expirytime",
        iterations: i64 = member "iterations",
        planid: RoutePlanId = member "planid",
        rundate: String = member "rundate",
        status: PlanStatus = member "status",
    }
    RoutePlanSummary {
        cost: Decimal = member "cost",
        distance: i64 = member "distance",
        duration: i64 = member "duration",
        late: i64 = member "late",
        lateness: i64 = member "lateness",
        longest: i64 = member "longest",
        service: i64 = member "service",
        unassigned: i64 = member "unassigned",
        vehicles: i64 = member "vehicles",
        waiting: i64 = member "waiting",
    }
    RoutePlanUnassigned {
        cause: UnassignedCause = member "cause",
        jobid: FreightJobId = member "jobid",
        jobno: String = member "jobno",
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    RouteRun {
        cost: Decimal = member "cost",
        creation_time: Option<String> = member "creationTime",
        distance: i64 = member "distance",
        driverid: Option<DriverId> = member "driverid",
        drivername: Option<String> = member "drivername",
        duration: i64 = member "duration",
        end: Option<RunPlace> = member "end",
        geometry: Option<String> = member "geometry",
        id: RouteRunId = member "id",
        isallocated: bool = member "isallocated",
        iscompleted: bool = member "iscompleted",
        lateness: i64 = member "lateness",
        row_version: i64 = member "rowVersion",
        rundate: String = member "rundate",
        service: i64 = member "service",
        shift: RunShift = member "shift",
        start: Option<RunPlace> = member "start",
        steps: Vec<RunStep> = member "steps",
        vehicleid: VehicleId = member "vehicleid",
        vehiclename: Option<String> = member "vehiclename",
        violations: Vec<RunViolation> = member "violations",
        waiting: i64 = member "waiting",
    }
    RoutingResponse {
        code: i64 = member "code",
        routes: Vec<RoutingRoute> = member "routes",
        summary: RoutingSummary = member "summary",
        unassigned: Vec<RoutingUnassigned> = member "unassigned",
    }
    RoutingRoute {
        amount: Option<Vec<i64>> = optional "amount",
        cost: i64 = member "cost",
        delivery: Option<Vec<i64>> = optional "delivery",
        description: Option<Option<String>> = optional "description",
        distance: Option<Option<i64>> = optional "distance",
        duration: i64 = member "duration",
        durations: i64 = member "durations",
        geometry: Option<Option<String>> = optional "geometry",
        pickup: Option<Vec<i64>> = optional "pickup",
        priority: i64 = member "priority",
        service: i64 = member "service",
        setup: i64 = member "setup",
        steps: Vec<RoutingStep> = member "steps",
        vehicle: i64 = member "vehicle",
        violations: Vec<RoutingViolation> = member "violations",
        waiting_time: i64 = member "waiting_time",
    }
    RoutingStep {
        arrival: i64 = member "arrival",
        description: Option<Option<String>> = optional "description",
        distance: Option<Option<i64>> = optional "distance",
        duration: i64 = member "duration",
        id: Option<Option<i64>> = optional "id",
        job: Option<Option<i64>> = optional "job",
        jobid: Option<Option<i64>> = optional "jobid",
        jobno: Option<Option<String>> = optional "jobno",
        load: Option<Vec<i64>> = optional "load",
        location: Option<Option<Vec<Decimal>>> = optional "location",
        location_index: Option<Option<i64>> = optional "location_index",
        service: i64 = member "service",
        setup: i64 = member "setup",
        type_: RoutingStepType = member "type",
        violations: Vec<RoutingViolation> = member "violations",
        waiting_time: i64 = member "waiting_time",
    }
    RoutingSummary {
        amount: Option<Vec<i64>> = optional "amount",
        computing_times: RoutingTimes = member "computing_times",
        cost: i64 = member "cost",
        delivery: Option<Vec<i64>> = optional "delivery",
        distance: Option<Option<i64>> = optional "distance",
        duration: i64 = member "duration",
        pickup: Option<Vec<i64>> = optional "pickup",
        priority: i64 = member "priority",
        routes: i64 = member "routes",
        service: i64 = member "service",
        setup: i64 = member "setup",
        unassigned: i64 = member "unassigned",
        violations: Vec<RoutingViolation> = member "violations",
        waiting_time: i64 = member "waiting_time",
    }
    RoutingTimes {
        loading: i64 = member "loading",
        routing: i64 = member "routing",
        solving: i64 = member "solving",
    }
    RoutingUnassigned {
        description: Option<Option<String>> = optional "description",
        id: i64 = member "id",
        jobid: Option<Option<i64>> = optional "jobid",
        jobno: Option<Option<String>> = optional "jobno",
        location: Option<Option<Vec<Decimal>>> = optional "location",
        location_index: Option<Option<i64>> = optional "location_index",
        reason: Option<Option<RoutingReason>> = optional "reason",
        type_: RoutingStepType = member "type",
    }
    RoutingViolation {
        cause: RoutingCause = member "cause",
        duration: Option<Option<i64>> = optional "duration",
    }
    RunLoad {
        pallets: i64 = member "pallets",
        volume: Decimal = member "volume",
        weight: Decimal = member "weight",
    }
    RunPlace {
        description: Option<String> = member "description",
        latitude: Decimal = member "latitude",
        longitude: Decimal = member "longitude",
    }
    RunShift {
        from: String = member "from",
        to: String = member "to",
    }
    RunStep {
        actualarrival: Option<String> = member "actualarrival",
        actualdeparture: Option<String> = member "actualdeparture",
        arrival: String = member "arrival",
        description: Option<String> = member "description",
        distance: i64 = member "distance",
        duration: i64 = member "duration",
        jobid: Option<FreightJobId> = member "jobid",
        jobno: Option<String> = member "jobno",
        lateness: i64 = member "lateness",
        load: RunLoad = member "load",
        location: Option<Vec<Decimal>> = member "location",
        outcome: StepOutcome = member "outcome",
        service: i64 = member "service",
        type_: RunStepType = member "type",
        violations: Vec<RunViolation> = member "violations",
        waiting: i64 = member "waiting",
        windowend: Option<String> = member "windowend",
        windowstart: Option<String> = member "windowstart",
    }
    RunViolation {
        cause: RunViolationCause = member "cause",
        duration: Option<i64> = member "duration",
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    SentRouteJob {
        job_id: FreightJobId = member "jobId",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        runid: Option<RouteRunId> = member "runid",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    SentRoutePlan {
        jobs: Vec<SentRouteJob> = member "jobs",
        runs: Vec<RouteRun> = member "runs",
    }
    StartedRoutePlan {
        planid: RoutePlanId = member "planid",
    }
}
