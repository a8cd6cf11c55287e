//! Calls and types of jobs, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct JobsCalls<'a>(pub(super) &'a Client);

impl<'a> JobsCalls<'a> {
    /// `POST /api/jobs/delivery-agent/allocate-job`
    pub fn allocate_job(self, body: AllocateFreightJobs) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/delivery-agent/allocate-job").body(body.into())
    }
    /// `GET /api/jobs/delivery-agent/allocated-jobs`
    pub fn allocated_jobs(self) -> Call<'a, PageOfFreightJobView, JobsAllocatedJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/delivery-agent/allocated-jobs")
    }
    /// `POST /api/jobs/delivery-agent/un-allocate-job`
    pub fn un_allocate_job(self, body: UnallocateFreightJob) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/delivery-agent/un-allocate-job").body(body.into())
    }
    /// `POST /api/jobs/delivery-agent/un-allocate-jobs`
    pub fn un_allocate_jobs(self, body: UnallocateFreightJobs) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/delivery-agent/un-allocate-jobs").body(body.into())
    }
    /// `GET /api/jobs/delivery-agent/un-allocated-jobs`
    pub fn un_allocated_jobs(self) -> Call<'a, PageOfFreightJobView, JobsUnAllocatedJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/delivery-agent/un-allocated-jobs")
    }
    /// `PUT /api/jobs/job-item/job-item`
    pub fn job_item(self, body: SaveJobItems) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::PUT, "/api/jobs/job-item/job-item").body(body.into())
    }
    /// `DELETE /api/jobs/job-template/job-template`
    pub fn delete_job_template(self, id: impl IntoField<JobTemplateId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/job-template/job-template").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/job-template/job-template`
    pub fn get_job_template(self, id: impl IntoField<JobTemplateId>) -> Call<'a, OneJobTemplate> {
        Call::new(self.0, Method::GET, "/api/jobs/job-template/job-template").parameter("id", id.into_field())
    }
    /// `POST /api/jobs/job-template/job-template`
    pub fn post_job_template(self, body: SaveJobTemplate) -> Call<'a, OneJobTemplate> {
        Call::new(self.0, Method::POST, "/api/jobs/job-template/job-template").body(body.into())
    }
    /// `PUT /api/jobs/job-template/job-template`
    pub fn put_job_template(self, body: SaveJobTemplate) -> Call<'a, OneJobTemplate> {
        Call::new(self.0, Method::PUT, "/api/jobs/job-template/job-template").body(body.into())
    }
    /// `GET /api/jobs/job-template/job-templates`
    pub fn job_templates(self) -> Call<'a, PageOfJobTemplateView, JobsJobTemplates> {
        Call::new(self.0, Method::GET, "/api/jobs/job-template/job-templates")
    }
    /// `POST /api/jobs/job-template/make-job`
    pub fn make_job(self, body: MakeJobOfTemplate) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::POST, "/api/jobs/job-template/make-job").body(body.into())
    }
    /// `GET /api/jobs/job/child-jobs`
    pub fn child_jobs(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, PageOfFreightJobView, JobsChildJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/job/child-jobs").parameter("jobId", job_id.into_field())
    }
    /// `POST /api/jobs/job/confirm`
    pub fn confirm(self, body: ConfirmBody) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::POST, "/api/jobs/job/confirm").body(body.into())
    }
    /// `PUT /api/jobs/job/customer-charge`
    pub fn customer_charge(self, body: AddJobCustomerCharge) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::PUT, "/api/jobs/job/customer-charge").body(body.into())
    }
    /// `PUT /api/jobs/job/driver-charge-add`
    pub fn driver_charge_add(self, body: AddJobDriverCharge) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::PUT, "/api/jobs/job/driver-charge-add").body(body.into())
    }
    /// `GET /api/jobs/job/export-jobs`
    pub fn export_jobs(self) -> Call<'a, ApiResponse, JobsExportJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/job/export-jobs").unwrapped()
    }
    /// `POST /api/jobs/job/import-jobs`
    pub fn import_jobs(self, file: (&str, &[u8])) -> Call<'a, StartedImport, JobsImportJobs> {
        Call::new(self.0, Method::POST, "/api/jobs/job/import-jobs").file(file)
    }
    /// `GET /api/jobs/job/import-status`
    pub fn import_status(self, import_token: impl IntoField<String>) -> Call<'a, ImportStatus> {
        Call::new(self.0, Method::GET, "/api/jobs/job/import-status").parameter("importToken", import_token.into_field())
    }
    /// `GET /api/jobs/job/import-template`
    pub fn import_template(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/job/import-template").unwrapped()
    }
    /// `DELETE /api/jobs/job/job`
    pub fn delete_job(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/job/job").parameter("jobId", job_id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/job/job`
    pub fn get_job(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::GET, "/api/jobs/job/job").parameter("jobId", job_id.into_field())
    }
    /// `POST /api/jobs/job/job`
    pub fn post_job(self, body: SaveFreightJob) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::POST, "/api/jobs/job/job").body(body.into())
    }
    /// `PUT /api/jobs/job/job`
    pub fn put_job(self, body: SaveFreightJob) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::PUT, "/api/jobs/job/job").body(body.into())
    }
    /// `POST /api/jobs/job/job-pickup`
    pub fn job_pickup(self, body: SetPickupReady) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::POST, "/api/jobs/job/job-pickup").body(body.into())
    }
    /// `PUT /api/jobs/job/job-price`
    pub fn job_price(self, body: SetJobPrice) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::PUT, "/api/jobs/job/job-price").body(body.into())
    }
    /// `PUT /api/jobs/job/job-quote`
    pub fn job_quote(self, body: ApplyJobQuote) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::PUT, "/api/jobs/job/job-quote").body(body.into())
    }
    /// `GET /api/jobs/job/jobs`
    pub fn jobs(self) -> Call<'a, PageOfFreightJobView, JobsJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/job/jobs")
    }
    /// `GET /api/jobs/job/jobs-for-invoice`
    pub fn jobs_for_invoice(self) -> Call<'a, PageOfFreightJobView, JobsJobsForInvoice> {
        Call::new(self.0, Method::GET, "/api/jobs/job/jobs-for-invoice")
    }
    /// `GET /api/jobs/job/jobs-with-children`
    pub fn jobs_with_children(self) -> Call<'a, PageOfJobWithLegs, JobsJobsWithChildren> {
        Call::new(self.0, Method::GET, "/api/jobs/job/jobs-with-children")
    }
    /// `POST /api/jobs/job/merge-jobs`
    pub fn merge_jobs(self, body: MergeFreightJobs) -> Call<'a, OneFreightJob> {
        Call::new(self.0, Method::POST, "/api/jobs/job/merge-jobs").body(body.into())
    }
    /// `POST /api/jobs/job/message`
    pub fn message(self, body: SendDriverMessage) -> Call<'a, OneDriverMessage> {
        Call::new(self.0, Method::POST, "/api/jobs/job/message").body(body.into())
    }
    /// `GET /api/jobs/job/messages`
    pub fn messages(self) -> Call<'a, PageOfDriverMessage, JobsMessages> {
        Call::new(self.0, Method::GET, "/api/jobs/job/messages")
    }
    /// `GET /api/jobs/job/operation-logs`
    pub fn operation_logs(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, PageOfJobOperationLog, JobsOperationLogs> {
        Call::new(self.0, Method::GET, "/api/jobs/job/operation-logs").parameter("jobId", job_id.into_field())
    }
    /// `POST /api/jobs/job/processjobs`
    pub fn process_jobs(self, body: ProcessFreightJobs) -> Call<'a, Vec<ProcessedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/job/processjobs").body(body.into())
    }
    /// `POST /api/jobs/job/read-messages`
    pub fn read_messages(self, body: ReadDriverMessages) -> Call<'a, MarkedDriverMessages> {
        Call::new(self.0, Method::POST, "/api/jobs/job/read-messages").body(body.into())
    }
    /// `POST /api/jobs/job/split-job`
    pub fn split_job(self, body: SplitFreightJob) -> Call<'a, SplitFreightJobResult> {
        Call::new(self.0, Method::POST, "/api/jobs/job/split-job").body(body.into())
    }
    /// `GET /api/jobs/job/stream`
    pub fn stream(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/job/stream").unwrapped()
    }
    /// `GET /api/jobs/look-up/job-types`
    pub fn job_types(self) -> Call<'a, Vec<String>> {
        Call::new(self.0, Method::GET, "/api/jobs/look-up/job-types")
    }
    /// `GET /api/jobs/look-up/scan-event-types`
    pub fn scan_event_types(self) -> Call<'a, Vec<String>> {
        Call::new(self.0, Method::GET, "/api/jobs/look-up/scan-event-types")
    }
    /// `GET /api/jobs/scan-events/image`
    pub fn image(self, id: impl IntoField<ScanEventId>, image: impl IntoField<String>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/scan-events/image").parameter("id", id.into_field()).parameter("image", image.into_field()).unwrapped()
    }
    /// `GET /api/jobs/scan-events/proof`
    pub fn proof(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/scan-events/proof").parameter("jobId", job_id.into_field()).unwrapped()
    }
    /// `DELETE /api/jobs/scan-events/scan-event`
    pub fn delete_scan_event(self, id: impl IntoField<ScanEventId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/scan-events/scan-event").parameter("id", id.into_field()).unwrapped()
    }
    /// `POST /api/jobs/scan-events/scan-event`
    pub fn post_scan_event(self, body: SaveJobScanEvent) -> Call<'a, OneJobScanEvent> {
        Call::new(self.0, Method::POST, "/api/jobs/scan-events/scan-event").body(body.into())
    }
    /// `PUT /api/jobs/scan-events/scan-event`
    pub fn put_scan_event(self, body: ChangeJobScanEvent) -> Call<'a, OneJobScanEvent> {
        Call::new(self.0, Method::PUT, "/api/jobs/scan-events/scan-event").body(body.into())
    }
    /// `POST /api/jobs/scan-events/scan-event-for-items`
    pub fn scan_event_for_items(self, body: SaveJobScanEvents) -> Call<'a, Vec<JobScanResult>> {
        Call::new(self.0, Method::POST, "/api/jobs/scan-events/scan-event-for-items").body(body.into())
    }
    /// `GET /api/jobs/scan-events/scan-events`
    pub fn scan_events(self) -> Call<'a, PageOfJobScanEvent, JobsScanEvents> {
        Call::new(self.0, Method::GET, "/api/jobs/scan-events/scan-events")
    }
}

parameters! { JobsAllocatedJobs -> PageOfFreightJobView {
    agent_type: String = "agentType",
    id: i64 = "id",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsUnAllocatedJobs -> PageOfFreightJobView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsJobTemplates -> PageOfJobTemplateView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsChildJobs -> PageOfFreightJobView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsExportJobs -> ApiResponse {
    filter: String = "filter",
    format: ExportJobsFormat = "format",
    sorting: String = "sorting",
}}

parameters! { JobsImportJobs -> StartedImport {
    dry_run: bool = "dryRun",
}}

parameters! { JobsJobs -> PageOfFreightJobView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsJobsForInvoice -> PageOfFreightJobView {
    customer_id: CustomerId = "customerId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsJobsWithChildren -> PageOfJobWithLegs {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsMessages -> PageOfDriverMessage {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsOperationLogs -> PageOfJobOperationLog {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { JobsScanEvents -> PageOfJobScanEvent {
    item_id: i64 = "itemId",
    job_id: FreightJobId = "jobId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    AgentType {
        Driver = "Driver",
        Carrier = "Carrier",
    }
    ExportJobsFormat {
        Csv = "csv",
        Xlsx = "xlsx",
    }
    LoggedFreightOperation {
        Create = "Create",
        Edit = "Edit",
        Confirm = "Confirm",
        Allocate = "Allocate",
        Unallocate = "Unallocate",
        Acknowledge = "Acknowledge",
        Start = "Start",
        Arrive = "Arrive",
        PickUp = "PickUp",
        Depart = "Depart",
        Deliver = "Deliver",
        Fail = "Fail",
        Retry = "Retry",
        Hold = "Hold",
        Release = "Release",
        Cancel = "Cancel",
        SetPickupReady = "SetPickupReady",
        EditItems = "EditItems",
        EditPrice = "EditPrice",
        AddDriverCharge = "AddDriverCharge",
        AddCustomerCharge = "AddCustomerCharge",
        ApplyQuote = "ApplyQuote",
        Scan = "Scan",
        EditScan = "EditScan",
        DeleteScan = "DeleteScan",
        FollowBooking = "FollowBooking",
        Split = "Split",
        Merge = "Merge",
        BookCarrier = "BookCarrier",
        LineHaul = "LineHaul",
    }
    LoggedStatus {
        Success = "Success",
        Failed = "Failed",
    }
    Weekday {
        Monday = "Monday",
        Tuesday = "Tuesday",
        Wednesday = "Wednesday",
        Thursday = "Thursday",
        Friday = "Friday",
        Saturday = "Saturday",
        Sunday = "Sunday",
    }
}

requests! {
    AddJobCustomerCharge {
        customercharge: JobCustomerCharge = "customercharge",
    }
    AddJobDriverCharge {
        drivercharge: NewJobDriverCharge = "drivercharge",
    }
    AllocateFreightJobs {
        allocation: Allocation = "allocation",
    }
    Allocation {
        agent_id: i64 = "agentId",
        agent_type: AgentType = "agentType",
        job_ids: Vec<FreightJobId> = "jobIds",
        service_code: String = "serviceCode",
    }
    ApplyJobQuote {
        jobquote: JobQuote = "jobquote",
    }
    ChangeJobScanEvent {
        scanevent: JobScanEventInput = "scanevent",
    }
    ConfirmBody {
        id: FreightJobId = "id",
    }
    FreightJob {
        connoteno: String = "connoteno",
        costcentre: String = "costcentre",
        customerid: CustomerId = "customerid",
        deadline: String = "deadline",
        deliveryinstructions: String = "deliveryinstructions",
        fromaddress: JobAddressRequest = "fromaddress",
        id: FreightJobId = "id",
        isonforwarding: bool = "isonforwarding",
        items: Vec<JobItemRequest> = "items",
        jobtype: JobType = "jobtype",
        linkedjobs: Vec<FreightJobId> = "linkedjobs",
        manifestno: String = "manifestno",
        parentid: FreightJobId = "parentid",
        pickupdate: String = "pickupdate",
        pickupreadydatetime: String = "pickupreadydatetime",
        ratenotes: String = "ratenotes",
        reference: String = "reference",
        routecode: String = "routecode",
        row_version: i64 = "rowVersion",
        servicecode: String = "servicecode",
        servicename: String = "servicename",
        specialinstructions: String = "specialinstructions",
        timeslot: String = "timeslot",
        toaddress: JobAddressRequest = "toaddress",
    }
    FreightJobDeallocation {
        agentid: i64 = "agentid",
        jobid: FreightJobId = "jobid",
        reason: String = "reason",
    }
    FreightJobDeallocations {
        jobids: Vec<FreightJobId> = "jobids",
        reason: String = "reason",
    }
    FreightJobMerge {
        jobids: Vec<FreightJobId> = "jobids",
    }
    FreightJobSplit {
        articlenumbers: Vec<String> = "articlenumbers",
        jobid: FreightJobId = "jobid",
    }
    JobAddressRequest {
        addressline1: String = "addressline1",
        addressline2: String = "addressline2",
        addressline3: String = "addressline3",
        companyname: String = "companyname",
        contactperson: String = "contactperson",
        countrycode: String = "countrycode",
        email: String = "email",
        instructions: String = "instructions",
        isresidential: bool = "isresidential",
        latitude: Decimal = "latitude",
        longitude: Decimal = "longitude",
        positionsource: PositionSource = "positionsource",
        postcode: String = "postcode",
        statecode: String = "statecode",
        suburb: String = "suburb",
        telephone: String = "telephone",
    }
    JobChargeRequest {
        amount: Decimal = "amount",
        isadditionalservice: bool = "isadditionalservice",
        istaxapplicable: bool = "istaxapplicable",
        servicecode: String = "servicecode",
    }
    JobCustomerCharge {
        charges: JobWorkRequest = "charges",
        jobid: FreightJobId = "jobid",
    }
    JobItemRequest {
        articlenumbers: Vec<String> = "articlenumbers",
        description: String = "description",
        height: QuantityInLengthUnitRequest = "height",
        id: i64 = "id",
        labelcodes: Vec<String> = "labelcodes",
        length: QuantityInLengthUnitRequest = "length",
        packagetype: String = "packagetype",
        quantity: i64 = "quantity",
        weight: QuantityInWeightUnitRequest = "weight",
        width: QuantityInLengthUnitRequest = "width",
    }
    JobItems {
        items: Vec<JobItemRequest> = "items",
        jobid: FreightJobId = "jobid",
    }
    JobPickup {
        jobid: FreightJobId = "jobid",
        pickupreadydatetime: String = "pickupreadydatetime",
    }
    JobPriceChange {
        buy: JobPriceSide = "buy",
        jobid: FreightJobId = "jobid",
        sell: JobPriceSide = "sell",
    }
    JobPriceSide {
        chargebreakdown: Vec<JobChargeRequest> = "chargebreakdown",
    }
    JobQuote {
        isbuyrate: bool = "isbuyrate",
        jobid: FreightJobId = "jobid",
        quoteid: QuoteId = "quoteid",
    }
    JobScanDetailRequest {
        key: String = "key",
        value: String = "value",
    }
    JobScanEventInput {
        articlenumber: String = "articlenumber",
        code: ScanEventType = "code",
        details: Vec<JobScanDetailRequest> = "details",
        deviceeventid: String = "deviceeventid",
        fromaddress: JobAddressRequest = "fromaddress",
        id: ScanEventId = "id",
        images: Vec<String> = "images",
        jobid: FreightJobId = "jobid",
        latitude: Decimal = "latitude",
        locationcode: String = "locationcode",
        longitude: Decimal = "longitude",
        reason: String = "reason",
        row_version: i64 = "rowVersion",
        scannedeventdatetime: String = "scannedeventdatetime",
        signature: String = "signature",
        signedby: String = "signedby",
        warehousecode: String = "warehousecode",
    }
    JobScanItem {
        itemid: i64 = "itemid",
    }
    JobTemplate {
        costcentre: String = "costcentre",
        customerid: CustomerId = "customerid",
        deadlinetime: String = "deadlinetime",
        deliveryinstructions: String = "deliveryinstructions",
        fromaddress: JobAddressRequest = "fromaddress",
        fromdate: String = "fromdate",
        id: JobTemplateId = "id",
        isactive: bool = "isactive",
        items: Vec<JobItemRequest> = "items",
        jobtype: JobType = "jobtype",
        name: String = "name",
        readytime: String = "readytime",
        reference: String = "reference",
        routecode: String = "routecode",
        row_version: i64 = "rowVersion",
        servicecode: String = "servicecode",
        servicename: String = "servicename",
        skipholidays: bool = "skipholidays",
        specialinstructions: String = "specialinstructions",
        timeslot: String = "timeslot",
        toaddress: JobAddressRequest = "toaddress",
        untildate: String = "untildate",
        weekdays: Vec<Weekday> = "weekdays",
    }
    JobWorkRequest {
        break_: Decimal = "break",
        chargebreakdown: Vec<JobChargeRequest> = "chargebreakdown",
        chargerate: Decimal = "chargerate",
        endtime: String = "endtime",
        hours: Decimal = "hours",
        roundby: Decimal = "roundby",
        starttime: String = "starttime",
    }
    MakeJobOfTemplate {
        date: String = "date",
        id: JobTemplateId = "id",
    }
    MergeFreightJobs {
        merge: FreightJobMerge = "merge",
    }
    NewDriverMessage {
        driverid: DriverId = "driverid",
        jobid: FreightJobId = "jobid",
        text: String = "text",
    }
    NewJobDriverCharge {
        charges: JobWorkRequest = "charges",
        driverid: DriverId = "driverid",
        jobid: FreightJobId = "jobid",
    }
    ProcessFreightJobs {
        articlenumbers: Vec<String> = "articlenumbers",
        deviceid: String = "deviceid",
        ids: Vec<FreightJobId> = "ids",
        note: String = "note",
        operation: FreightOperation = "operation",
        time: String = "time",
    }
    ReadDriverMessages {
        ids: Vec<DriverMessageId> = "ids",
    }
    SaveFreightJob {
        job: FreightJob = "job",
    }
    SaveJobItems {
        jobitems: JobItems = "jobitems",
    }
    SaveJobScanEvent {
        scanevent: JobScanEventInput = "scanevent",
    }
    SaveJobScanEvents {
        articlenumbers: Vec<String> = "articlenumbers",
        items: Vec<JobScanItem> = "items",
        jobid: FreightJobId = "jobid",
        jobids: Vec<FreightJobId> = "jobids",
        scanevent: JobScanEventInput = "scanevent",
        scanevents: Vec<JobScanEventInput> = "scanevents",
    }
    SaveJobTemplate {
        jobtemplate: JobTemplate = "jobtemplate",
    }
    SendDriverMessage {
        message: NewDriverMessage = "message",
    }
    SetJobPrice {
        jobprice: JobPriceChange = "jobprice",
    }
    SetPickupReady {
        jobpickup: JobPickup = "jobpickup",
    }
    SplitFreightJob {
        split: FreightJobSplit = "split",
    }
    UnallocateFreightJob {
        deallocation: FreightJobDeallocation = "deallocation",
    }
    UnallocateFreightJobs {
        deallocation: FreightJobDeallocations = "deallocation",
    }
}

responses! {
    DriverMessage {
        creation_time: String = member "creationTime",
        creator_user_name: String = member "creatorUserName",
        driverid: DriverId = member "driverid",
        id: DriverMessageId = member "id",
        jobid: Option<FreightJobId> = member "jobid",
        jobno: Option<String> = member "jobno",
        readtime: Option<String> = member "readtime",
        row_version: i64 = member "rowVersion",
        text: String = member "text",
    }
    JobOperationLog {
        creationtime: String = member "creationtime",
        id: JobOperationId = member "id",
        jobid: FreightJobId = member "jobid",
        operation: LoggedFreightOperation = member "operation",
        request: Value = member "request",
        response: Value = member "response",
        row_version: i64 = member "rowVersion",
        status: LoggedStatus = member "status",
        time: Option<String> = member "time",
        user_name: String = member "userName",
        value: Option<String> = member "value",
    }
    JobScanDetail {
        key: String = member "key",
        value: String = member "value",
    }
    JobScanEvent {
        articlenumber: Option<String> = member "articlenumber",
        code: ScanEventType = member "code",
        creation_time: String = member "creationTime",
        creator_user_name: String = member "creatorUserName",
        details: Vec<JobScanDetail> = member "details",
        deviceeventid: Option<String> = member "deviceeventid",
        fromaddress: Option<JobAddress> = member "fromaddress",
        id: ScanEventId = member "id",
        images: Vec<String> = member "images",
        itemid: Option<i64> = member "itemid",
        jobid: FreightJobId = member "jobid",
        latitude: Option<Decimal> = member "latitude",
        locationcode: Option<String> = member "locationcode",
        longitude: Option<Decimal> = member "longitude",
        reason: Option<String> = member "reason",
        row_version: i64 = member "rowVersion",
        scannedeventdatetime: String = member "scannedeventdatetime",
        signature: Option<String> = member "signature",
        signedby: Option<String> = member "signedby",
        warehousecode: Option<String> = member "warehousecode",
    }
    JobScanResult {
        articlenumber: Option<String> = member "articlenumber",
        duplicate: bool = member "duplicate",
        id: Option<ScanEventId> = member "id",
        index: i64 = member "index",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    JobTemplateView {
        costcentre: Option<String> = member "costcentre",
        creation_time: String = member "creationTime",
        customerid: Option<CustomerId> = member "customerid",
        deadlinetime: Option<String> = member "deadlinetime",
        deliveryinstructions: Option<String> = member "deliveryinstructions",
        fromaddress: Option<JobAddress> = member "fromaddress",
        fromdate: Option<String> = member "fromdate",
        id: JobTemplateId = member "id",
        isactive: bool = member "isactive",
        items: Vec<JobItem> = member "items",
        jobtype: JobType = member "jobtype",
        lastdate: Option<String> = member "lastdate",
        lasterror: Option<String> = member "lasterror",
        name: String = member "name",
        nextdates: Vec<String> = member "nextdates",
        readytime: Option<String> = member "readytime",
        reference: Option<String> = member "reference",
        routecode: Option<String> = member "routecode",
        row_version: i64 = member "rowVersion",
        servicecode: Option<String> = member "servicecode",
        servicename: Option<String> = member "servicename",
        skipholidays: bool = member "skipholidays",
        specialinstructions: Option<String> = member "specialinstructions",
        timeslot: Option<String> = member "timeslot",
        toaddress: Option<JobAddress> = member "toaddress",
        untildate: Option<String> = member "untildate",
        weekdays: Vec<Weekday> = member "weekdays",
    }
    JobWithLegs {
        allowed_operations: Vec<FreightOperation> = member "allowedOperations",
        bookingid: Option<BookingId> = member "bookingid",
        carrieraccount: Option<String> = member "carrieraccount",
        carrierbookingid: Option<BookingId> = member "carrierbookingid",
        carrierid: Option<CarrierAccountId> = member "carrierid",
        childjobs: Vec<FreightJobView> = member "childjobs",
        connoteno: Option<String> = member "connoteno",
        costcentre: Option<String> = member "costcentre",
        creation_time: String = member "creationTime",
        customerid: Option<CustomerId> = member "customerid",
        deadline: Option<String> = member "deadline",
        deliveryinstructions: Option<String> = member "deliveryinstructions",
        drivercharges: Vec<JobDriverCharge> = member "drivercharges",
        driverid: Option<DriverId> = member "driverid",
        duetime: Option<String> = member "duetime",
        fees: Vec<JobFee> = member "fees",
        finishedtime: Option<String> = member "finishedtime",
        fromaddress: Option<JobAddress> = member "fromaddress",
        haslegs: bool = member "haslegs",
        id: FreightJobId = member "id",
        invoiceid: Option<i64> = member "invoiceid",
        invoiceno: Option<String> = member "invoiceno",
        isallocatedtodeliveryagent: bool = member "isallocatedtodeliveryagent",
        islinehaul: bool = member "islinehaul",
        isonforwarding: bool = member "isonforwarding",
        ispickupready: bool = member "ispickupready",
        items: Vec<JobItem> = member "items",
        jobno: String = member "jobno",
        jobstatus: JobStatus = member "jobstatus",
        jobtype: JobType = member "jobtype",
        lastscanevent: Option<LastScanEvent> = member "lastscanevent",
        lateness: Option<Lateness> = member "lateness",
        leg: i64 = member "leg",
        linkedjobs: Vec<FreightJobId> = member "linkedjobs",
        manifestno: Option<String> = member "manifestno",
        parentid: Option<FreightJobId> = member "parentid",
        pickupdate: Option<String> = member "pickupdate",
        pickupreadydatetime: Option<String> = member "pickupreadydatetime",
        plannedarrival: Option<String> = member "plannedarrival",
        pricingdetails: JobPricing = member "pricingdetails",
        ratenotes: Option<String> = member "ratenotes",
        reference: Option<String> = member "reference",
        routecode: Option<String> = member "routecode",
        row_version: i64 = member "rowVersion",
        servicecode: Option<String> = member "servicecode",
        servicename: Option<String> = member "servicename",
        specialinstructions: Option<String> = member "specialinstructions",
        templatedate: Option<String> = member "templatedate",
        templateid: Option<JobTemplateId> = member "templateid",
        timeslot: Option<String> = member "timeslot",
        toaddress: Option<JobAddress> = member "toaddress",
        totalquantity: i64 = member "totalquantity",
        totalvolume: Decimal = member "totalvolume",
        totalweight: Decimal = member "totalweight",
    }
    MarkedDriverMessages {
        read: i64 = member "read",
    }
    OneDriverMessage {
        message: DriverMessage = member "message",
    }
    OneFreightJob {
        job: FreightJobView = member "job",
    }
    OneJobScanEvent {
        duplicate: bool = member "duplicate",
        scanevent: JobScanEvent = member "scanevent",
    }
    OneJobTemplate {
        jobtemplate: JobTemplateView = member "jobtemplate",
    }
    PageOfDriverMessage {
        items: Vec<DriverMessage> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfFreightJobView {
        items: Vec<FreightJobView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfJobOperationLog {
        items: Vec<JobOperationLog> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfJobScanEvent {
        items: Vec<JobScanEvent> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfJobTemplateView {
        items: Vec<JobTemplateView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfJobWithLegs {
        items: Vec<JobWithLegs> = member "items",
        total_count: i64 = member "totalCount",
    }
    ProcessedFreightJob {
        duplicate: bool = member "duplicate",
        id: FreightJobId = member "id",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    SplitFreightJobResult {
        job: FreightJobView = member "job",
        newjob: FreightJobView = member "newjob",
    }
}
