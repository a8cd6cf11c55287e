//! Calls and types of drivers, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct DriversCalls<'a>(pub(super) &'a Client);

impl<'a> DriversCalls<'a> {
    /// `GET /api/compliance/pre-start-check/checklists`
    pub fn checklists(self) -> Call<'a, PreStartChecklists> {
        Call::new(self.0, Method::GET, "/api/compliance/pre-start-check/checklists")
    }
    /// `GET /api/compliance/pre-start-check/driver-pre-start-answer`
    pub fn get_driver_pre_start_answer(self, id: impl IntoField<PreStartAnswerId>) -> Call<'a, OneAnswer> {
        Call::new(self.0, Method::GET, "/api/compliance/pre-start-check/driver-pre-start-answer").parameter("id", id.into_field())
    }
    /// `POST /api/compliance/pre-start-check/driver-pre-start-answer`
    pub fn post_driver_pre_start_answer(self, body: SaveAnswer) -> Call<'a, OneAnswer> {
        Call::new(self.0, Method::POST, "/api/compliance/pre-start-check/driver-pre-start-answer").body(body.into())
    }
    /// `GET /api/compliance/pre-start-check/driver-pre-start-answers`
    pub fn driver_pre_start_answers(self) -> Call<'a, PageOfDriverPreStartAnswerView, DriversDriverPreStartAnswers> {
        Call::new(self.0, Method::GET, "/api/compliance/pre-start-check/driver-pre-start-answers")
    }
    /// `GET /api/compliance/pre-start-check/export-driver-pre-start-answers`
    pub fn export_driver_pre_start_answers(self) -> Call<'a, ApiResponse, DriversExportDriverPreStartAnswers> {
        Call::new(self.0, Method::GET, "/api/compliance/pre-start-check/export-driver-pre-start-answers").unwrapped()
    }
    /// `DELETE /api/drivers/driver/available-for-work`
    pub fn delete_available_for_work(self) -> Call<'a, DriverAvailability, DriversDeleteAvailableForWork> {
        Call::new(self.0, Method::DELETE, "/api/drivers/driver/available-for-work")
    }
    /// `GET /api/drivers/driver/available-for-work`
    pub fn get_available_for_work(self) -> Call<'a, DriverAvailability, DriversGetAvailableForWork> {
        Call::new(self.0, Method::GET, "/api/drivers/driver/available-for-work")
    }
    /// `PUT /api/drivers/driver/available-for-work`
    pub fn put_available_for_work(self, body: DriverParameter) -> Call<'a, DriverAvailability> {
        Call::new(self.0, Method::PUT, "/api/drivers/driver/available-for-work").body(body.into())
    }
    /// `DELETE /api/drivers/driver/document`
    pub fn delete_document(self, id: impl IntoField<DriverDocumentId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/drivers/driver/document").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/drivers/driver/document`
    pub fn get_document(self, id: impl IntoField<DriverDocumentId>) -> Call<'a, OneDriverDocument> {
        Call::new(self.0, Method::GET, "/api/drivers/driver/document").parameter("id", id.into_field())
    }
    /// `POST /api/drivers/driver/document`
    pub fn post_document(self, body: SaveDriverDocument) -> Call<'a, OneDriverDocument> {
        Call::new(self.0, Method::POST, "/api/drivers/driver/document").body(body.into())
    }
    /// `PUT /api/drivers/driver/document`
    pub fn put_document(self, body: SaveDriverDocument) -> Call<'a, OneDriverDocument> {
        Call::new(self.0, Method::PUT, "/api/drivers/driver/document").body(body.into())
    }
    /// `GET /api/drivers/driver/document-file`
    pub fn document_file(self, id: impl IntoField<DriverDocumentId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/drivers/driver/document-file").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/drivers/driver/documents`
    pub fn documents(self) -> Call<'a, PageOfDriverDocument, DriversDocuments> {
        Call::new(self.0, Method::GET, "/api/drivers/driver/documents")
    }
    /// `GET /api/drivers/driver/driver`
    pub fn get_driver(self, id: impl IntoField<DriverId>) -> Call<'a, OneDriver> {
        Call::new(self.0, Method::GET, "/api/drivers/driver/driver").parameter("id", id.into_field())
    }
    /// `POST /api/drivers/driver/driver`
    pub fn post_driver(self, body: SaveDriver) -> Call<'a, OneDriver> {
        Call::new(self.0, Method::POST, "/api/drivers/driver/driver").body(body.into())
    }
    /// `PUT /api/drivers/driver/driver`
    pub fn put_driver(self, body: SaveDriver) -> Call<'a, OneDriver> {
        Call::new(self.0, Method::PUT, "/api/drivers/driver/driver").body(body.into())
    }
    /// `GET /api/drivers/driver/drivers`
    pub fn drivers(self) -> Call<'a, PageOfDriverView, DriversDrivers> {
        Call::new(self.0, Method::GET, "/api/drivers/driver/drivers")
    }
    /// `GET /api/drivers/driver/hours-left`
    pub fn hours_left(self) -> Call<'a, HoursLeft, DriversHoursLeft> {
        Call::new(self.0, Method::GET, "/api/drivers/driver/hours-left")
    }
    /// `POST /api/drivers/driver/invite-driver`
    pub fn invite_driver(self, body: InviteDriver) -> Call<'a, OneInvitation> {
        Call::new(self.0, Method::POST, "/api/drivers/driver/invite-driver").body(body.into())
    }
    /// `POST /api/drivers/driver/self-registration`
    pub fn self_registration(self, body: RegisterDriver) -> Call<'a, RegisteredDriver> {
        Call::new(self.0, Method::POST, "/api/drivers/driver/self-registration").body(body.into())
    }
    /// `DELETE /api/drivers/vehicle/vehicle`
    pub fn delete_vehicle(self, id: impl IntoField<VehicleId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/drivers/vehicle/vehicle").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/drivers/vehicle/vehicle`
    pub fn get_vehicle(self, id: impl IntoField<VehicleId>) -> Call<'a, OneVehicle> {
        Call::new(self.0, Method::GET, "/api/drivers/vehicle/vehicle").parameter("id", id.into_field())
    }
    /// `POST /api/drivers/vehicle/vehicle`
    pub fn post_vehicle(self, body: SaveVehicle) -> Call<'a, OneVehicle> {
        Call::new(self.0, Method::POST, "/api/drivers/vehicle/vehicle").body(body.into())
    }
    /// `PUT /api/drivers/vehicle/vehicle`
    pub fn put_vehicle(self, body: SaveVehicle) -> Call<'a, OneVehicle> {
        Call::new(self.0, Method::PUT, "/api/drivers/vehicle/vehicle").body(body.into())
    }
    /// `GET /api/drivers/vehicle/vehicles`
    pub fn vehicles(self) -> Call<'a, PageOfVehicle, DriversVehicles> {
        Call::new(self.0, Method::GET, "/api/drivers/vehicle/vehicles")
    }
    /// `GET /api/drivers/waypoint/active-drivers`
    pub fn active_drivers(self) -> Call<'a, PageOfActiveDriver, DriversActiveDrivers> {
        Call::new(self.0, Method::GET, "/api/drivers/waypoint/active-drivers")
    }
    /// `GET /api/drivers/waypoint/current-waypoints`
    pub fn current_waypoints(self) -> Call<'a, PageOfWaypoint, DriversCurrentWaypoints> {
        Call::new(self.0, Method::GET, "/api/drivers/waypoint/current-waypoints")
    }
    /// `GET /api/drivers/waypoint/waypoint`
    pub fn get_waypoint(self, id: impl IntoField<WaypointId>) -> Call<'a, OneWaypoint> {
        Call::new(self.0, Method::GET, "/api/drivers/waypoint/waypoint").parameter("id", id.into_field())
    }
    /// `POST /api/drivers/waypoint/waypoint`
    pub fn post_waypoint(self, body: SaveWaypoints) -> Call<'a, SavedWaypoints> {
        Call::new(self.0, Method::POST, "/api/drivers/waypoint/waypoint").body(body.into())
    }
    /// `GET /api/drivers/waypoint/waypoints-for-driver`
    pub fn waypoints_for_driver(self) -> Call<'a, PageOfWaypoint, DriversWaypointsForDriver> {
        Call::new(self.0, Method::GET, "/api/drivers/waypoint/waypoints-for-driver")
    }
}

parameters! { DriversDriverPreStartAnswers -> PageOfDriverPreStartAnswerView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { DriversExportDriverPreStartAnswers -> ApiResponse {
    format: ExportDriverPreStartAnswersFormat = "format",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { DriversDeleteAvailableForWork -> DriverAvailability {
    driver_id: DriverId = "driverId",
}}

parameters! { DriversGetAvailableForWork -> DriverAvailability {
    driver_id: DriverId = "driverId",
}}

parameters! { DriversDocuments -> PageOfDriverDocument {
    driver_id: DriverId = "driverId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { DriversDrivers -> PageOfDriverView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { DriversHoursLeft -> HoursLeft {
    driver_id: DriverId = "driverId",
}}

parameters! { DriversVehicles -> PageOfVehicle {
    driver_id: DriverId = "driverId",
    id: VehicleId = "id",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { DriversActiveDrivers -> PageOfActiveDriver {
    end_date: String = "endDate",
    start_date: String = "startDate",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { DriversCurrentWaypoints -> PageOfWaypoint {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { DriversWaypointsForDriver -> PageOfWaypoint {
    driver_id: DriverId = "driverId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    DriverDocumentKind {
        Licence = "Licence",
        Medical = "Medical",
        Insurance = "Insurance",
        Induction = "Induction",
        Other = "Other",
    }
    DriverType {
        Employee = "Employee",
        OwnerDriver = "OwnerDriver",
        Contractor = "Contractor",
        LabourHire = "LabourHire",
    }
    ExportDriverPreStartAnswersFormat {
        Csv = "csv",
        Xlsx = "xlsx",
    }
    FatigueRules {
        Standard = "standard",
        Basic = "basic",
        None = "none",
    }
    LicenseState {
        Valid = "Valid",
        Invalid = "Invalid",
    }
}

requests! {
    Driver {
        abn: String = "abn",
        address: AddressRequest = "address",
        code: String = "code",
        companyname: String = "companyname",
        creation_time: String = "creationTime",
        email: String = "email",
        id: DriverId = "id",
        isactive: bool = "isactive",
        isavailableforwork: bool = "isavailableforwork",
        isgstregistered: bool = "isgstregistered",
        maindepotid: i64 = "maindepotid",
        name: String = "name",
        password: String = "password",
        phonenumber: String = "phonenumber",
        row_version: i64 = "rowVersion",
        type_: DriverType = "type",
        user_guid: String = "userGuid",
    }
    DriverDocumentRequest {
        creation_time: String = "creationTime",
        driverid: DriverId = "driverid",
        expirydate: String = "expirydate",
        fileid: String = "fileid",
        id: DriverDocumentId = "id",
        kind: DriverDocumentKind = "kind",
        note: String = "note",
        number: String = "number",
        row_version: i64 = "rowVersion",
    }
    DriverParameter {
        driver_id: DriverId = "driverId",
    }
    DriverPreStartAnswer {
        body: Vec<PreStartItemRequest> = "body",
        breakendtime: String = "breakendtime",
        breakstarttime: String = "breakstarttime",
        creationtime: String = "creationtime",
        driveendtime: String = "driveendtime",
        driverid: DriverId = "driverid",
        driverinsuarancecoverage: Vec<PreStartItemRequest> = "driverinsuarancecoverage",
        drivestarttime: String = "drivestarttime",
        electrical: Vec<PreStartItemRequest> = "electrical",
        engine: Vec<PreStartItemRequest> = "engine",
        hadenoughsleep: bool = "hadenoughsleep",
        id: PreStartAnswerId = "id",
        isbarred: bool = "isbarred",
        row_version: i64 = "rowVersion",
        safetyequipment: Vec<PreStartItemRequest> = "safetyequipment",
        stateofdriverslicense: LicenseState = "stateofdriverslicense",
        timeonroad: String = "timeonroad",
        undertheinfluenceofalcohol: bool = "undertheinfluenceofalcohol",
        undertheinfluenceofdrugs: bool = "undertheinfluenceofdrugs",
        wearingpropersafetyequipment: bool = "wearingpropersafetyequipment",
        wheelstyres: Vec<PreStartItemRequest> = "wheelstyres",
    }
    DriverSelfRegistration {
        email: String = "email",
        first_name: String = "firstName",
        invitation_token: String = "invitationToken",
        last_name: String = "lastName",
        password: String = "password",
        phonenumber: String = "phonenumber",
        state_code: String = "stateCode",
        vehicle: DriverSelfRegistrationVehicle = "vehicle",
    }
    DriverSelfRegistrationVehicle {
        capacity: VehicleCapacityRequest = "capacity",
        gvm: QuantityInWeightUnitRequest = "gvm",
        name: String = "name",
        registration_number: String = "registrationNumber",
    }
    InviteDriver {
        invitation: NewDriverInvitation = "invitation",
    }
    NewDriverInvitation {
        email: String = "email",
        run_id: i64 = "runId",
    }
    PreStartItemRequest {
        bars: bool = "bars",
        selected: bool = "selected",
        title: String = "title",
    }
    RegisterDriver {
        self_register: DriverSelfRegistration = "selfRegister",
    }
    SaveAnswer {
        driver_pre_start_answer: DriverPreStartAnswer = "driverPreStartAnswer",
    }
    SaveDriver {
        driver: Driver = "driver",
    }
    SaveDriverDocument {
        document: DriverDocumentRequest = "document",
    }
    SaveVehicle {
        vehicle: VehicleRequest = "vehicle",
    }
    SaveWaypoints {
        waypoint: Vec<WaypointRequest> = "waypoint",
    }
    VehicleCapacityRequest {
        cubic: QuantityInVolumeUnitRequest = "cubic",
        height: QuantityInLengthUnitRequest = "height",
        length: QuantityInLengthUnitRequest = "length",
        weight: QuantityInWeightUnitRequest = "weight",
        width: QuantityInLengthUnitRequest = "width",
    }
    VehicleRequest {
        capacity: VehicleCapacityRequest = "capacity",
        driverid: DriverId = "driverid",
        gvm: QuantityInWeightUnitRequest = "gvm",
        id: VehicleId = "id",
        images: Vec<String> = "images",
        isactive: bool = "isactive",
        iscurrentvehicle: bool = "iscurrentvehicle",
        name: String = "name",
        registrationnumber: String = "registrationnumber",
        row_version: i64 = "rowVersion",
    }
    WaypointRequest {
        accuracy: Decimal = "accuracy",
        altitude: Decimal = "altitude",
        altitude_accuracy: Decimal = "altitudeAccuracy",
        creation_time: String = "creationTime",
        driver_id: DriverId = "driverId",
        heading: Decimal = "heading",
        id: WaypointId = "id",
        latitude: Decimal = "latitude",
        longitude: Decimal = "longitude",
        provider: String = "provider",
        speed: Decimal = "speed",
    }
}

responses! {
    ActiveDriver {
        driver_id: DriverId = member "driverId",
        first_time: String = member "firstTime",
        last_time: String = member "lastTime",
        name: String = member "name",
        waypoints: i64 = member "waypoints",
    }
    ChecklistItem {
        bars: bool = member "bars",
        title: String = member "title",
    }
    Checklists {
        body: Vec<ChecklistItem> = member "body",
        driverinsuarancecoverage: Vec<ChecklistItem> = member "driverinsuarancecoverage",
        electrical: Vec<ChecklistItem> = member "electrical",
        engine: Vec<ChecklistItem> = member "engine",
        safetyequipment: Vec<ChecklistItem> = member "safetyequipment",
        wheelstyres: Vec<ChecklistItem> = member "wheelstyres",
    }
    DriverAvailability {
        is_available_for_work: bool = member "isAvailableForWork",
        last_modification_time: Option<String> = member "lastModificationTime",
        last_modifier_id: Option<UserId> = member "lastModifierId",
    }
    DriverDocument {
        creation_time: String = member "creationTime",
        driverid: DriverId = member "driverid",
        expirydate: Option<String> = member "expirydate",
        fileid: Option<String> = member "fileid",
        id: DriverDocumentId = member "id",
        kind: DriverDocumentKind = member "kind",
        note: String = member "note",
        number: String = member "number",
        row_version: i64 = member "rowVersion",
    }
    DriverInvitation {
        creation_time: String = member "creationTime",
        driver_id: Option<DriverId> = member "driverId",
        email: String = member "email",
        expires_time: String = member "expiresTime",
        id: DriverInvitationId = member "id",
        row_version: i64 = member "rowVersion",
        run_id: Option<i64> = member "runId",
        used_time: Option<String> = member "usedTime",
    }
    DriverPreStartAnswerView {
        body: Vec<PreStartItem> = member "body",
        breakendtime: Option<String> = member "breakendtime",
        breakstarttime: Option<String> = member "breakstarttime",
        creationtime: String = member "creationtime",
        driveendtime: Option<String> = member "driveendtime",
        driverid: DriverId = member "driverid",
        driverinsuarancecoverage: Vec<PreStartItem> = member "driverinsuarancecoverage",
        drivestarttime: Option<String> = member "drivestarttime",
        electrical: Vec<PreStartItem> = member "electrical",
        engine: Vec<PreStartItem> = member "engine",
        hadenoughsleep: bool = member "hadenoughsleep",
        id: PreStartAnswerId = member "id",
        isbarred: bool = member "isbarred",
        reasons: Vec<String> = member "reasons",
        row_version: i64 = member "rowVersion",
        safetyequipment: Vec<PreStartItem> = member "safetyequipment",
        stateofdriverslicense: LicenseState = member "stateofdriverslicense",
        tenantid: TenantId = member "tenantid",
        timeonroad: Option<String> = member "timeonroad",
        undertheinfluenceofalcohol: bool = member "undertheinfluenceofalcohol",
        undertheinfluenceofdrugs: bool = member "undertheinfluenceofdrugs",
        wearingpropersafetyequipment: bool = member "wearingpropersafetyequipment",
        wheelstyres: Vec<PreStartItem> = member "wheelstyres",
    }
    DriverView {
        abn: Option<String> = member "abn",
        address: Option<Address> = member "address",
        assigned_jobs: i64 = member "assignedJobs",
        code: String = member "code",
        companyname: Option<String> = member "companyname",
        creation_time: String = member "creationTime",
        currentvehicle: Option<Vehicle> = member "currentvehicle",
        email: Option<String> = member "email",
        id: DriverId = member "id",
        isactive: bool = member "isactive",
        isavailableforwork: bool = member "isavailableforwork",
        isgstregistered: bool = member "isgstregistered",
        lastwaypoint: Option<Waypoint> = member "lastwaypoint",
        maindepotid: Option<i64> = member "maindepotid",
        name: String = member "name",
        phonenumber: Option<String> = member "phonenumber",
        row_version: i64 = member "rowVersion",
        type_: DriverType = member "type",
        user_guid: Option<String> = member "userGuid",
    }
    HoursLeft {
        availableagain: Option<String> = member "availableagain",
        driverid: DriverId = member "driverid",
        fatiguerules: FatigueRules = member "fatiguerules",
        isbound: bool = member "isbound",
        limit: Option<String> = member "limit",
        minutesleft: Option<i64> = member "minutesleft",
        workedinday: i64 = member "workedinday",
        workedinweek: i64 = member "workedinweek",
    }
    OneAnswer {
        driver_pre_start_answer: DriverPreStartAnswerView = member "driverPreStartAnswer",
    }
    OneDriver {
        driver: DriverView = member "driver",
    }
    OneDriverDocument {
        document: DriverDocument = member "document",
    }
    OneInvitation {
        invitation: DriverInvitation = member "invitation",
    }
    OneVehicle {
        vehicle: Vehicle = member "vehicle",
    }
    OneWaypoint {
        waypoint: Waypoint = member "waypoint",
    }
    PageOfActiveDriver {
        items: Vec<ActiveDriver> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfDriverDocument {
        items: Vec<DriverDocument> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfDriverPreStartAnswerView {
        items: Vec<DriverPreStartAnswerView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfDriverView {
        items: Vec<DriverView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfVehicle {
        items: Vec<Vehicle> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfWaypoint {
        items: Vec<Waypoint> = member "items",
        total_count: i64 = member "totalCount",
    }
    PreStartChecklists {
        checklists: Checklists = member "checklists",
    }
    PreStartItem {
        bars: bool = member "bars",
        selected: bool = member "selected",
        title: String = member "title",
    }
    RegisteredDriver {
        can_login: bool = member "canLogin",
    }
    RejectedWaypoint {
        error_info: String = member "errorInfo",
        index: i64 = member "index",
    }
    SavedWaypoints {
        accepted: i64 = member "accepted",
        duplicates: i64 = member "duplicates",
        rejected: Vec<RejectedWaypoint> = member "rejected",
        waypoint: Option<Waypoint> = member "waypoint",
    }
    Vehicle {
        capacity: VehicleCapacity = member "capacity",
        driverid: DriverId = member "driverid",
        gvm: Option<QuantityInWeightUnit> = member "gvm",
        id: VehicleId = member "id",
        images: Vec<String> = member "images",
        isactive: bool = member "isactive",
        iscurrentvehicle: bool = member "iscurrentvehicle",
        name: String = member "name",
        registrationnumber: String = member "registrationnumber",
        row_version: i64 = member "rowVersion",
    }
    VehicleCapacity {
        cubic: Option<QuantityInVolumeUnit> = member "cubic",
        height: Option<QuantityInLengthUnit> = member "height",
        length: Option<QuantityInLengthUnit> = member "length",
        weight: Option<QuantityInWeightUnit> = member "weight",
        width: Option<QuantityInLengthUnit> = member "width",
    }
    Waypoint {
        accuracy: Option<Decimal> = member "accuracy",
        altitude: Option<Decimal> = member "altitude",
        altitude_accuracy: Option<Decimal> = member "altitudeAccuracy",
        creation_time: Option<String> = member "creationTime",
        driver_id: DriverId = member "driverId",
        heading: Option<Decimal> = member "heading",
        id: WaypointId = member "id",
        latitude: Option<Decimal> = member "latitude",
        longitude: Option<Decimal> = member "longitude",
        provider: Option<String> = member "provider",
        speed: Option<Decimal> = member "speed",
    }
}
