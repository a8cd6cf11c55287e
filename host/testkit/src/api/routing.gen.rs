//! Calls and types of routing, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct RoutingCalls<'a>(pub(super) &'a Client);

impl<'a> RoutingCalls<'a> {
    /// `POST /api/route/routing`
    pub fn routing(self, body: RoutingRequest) -> Call<'a, RoutingResponse> {
        Call::new(self.0, Method::POST, "/api/route/routing").body(body.into())
    }
    /// `POST /api/route/vroom`
    pub fn vroom(self) -> Call<'a, RoutingResponse> {
        Call::new(self.0, Method::POST, "/api/route/vroom")
    }
}

enums! {
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
}

requests! {
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
}

responses! {
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
}
