//! Calls and types of linehaul, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct LinehaulCalls<'a>(pub(super) &'a Client);

impl<'a> LinehaulCalls<'a> {
    /// `POST /api/jobs/linehaul-job-allocation/allocate-articles`
    pub fn allocate_articles(self, body: AllocateLineHaulArticles) -> Call<'a, Vec<LineHaulArticleResult>> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul-job-allocation/allocate-articles").body(body.into())
    }
    /// `POST /api/jobs/linehaul-job-allocation/allocate-jobs`
    pub fn allocate_jobs(self, body: AllocateLineHaulJobs) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul-job-allocation/allocate-jobs").body(body.into())
    }
    /// `GET /api/jobs/linehaul-job-allocation/allocated-jobs`
    pub fn allocated_jobs(self, job_id: impl IntoField<LineHaulId>) -> Call<'a, PageOfLineHaulJob, LinehaulAllocatedJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul-job-allocation/allocated-jobs").parameter("jobId", job_id.into_field())
    }
    /// `POST /api/jobs/linehaul-job-allocation/un-allocate-articles`
    pub fn un_allocate_articles(self, body: UnallocateLineHaulArticles) -> Call<'a, Vec<LineHaulArticleResult>> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul-job-allocation/un-allocate-articles").body(body.into())
    }
    /// `POST /api/jobs/linehaul-job-allocation/un-allocate-jobs`
    pub fn un_allocate_jobs(self, body: UnallocateLineHaulJobs) -> Call<'a, Vec<AllocatedFreightJob>> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul-job-allocation/un-allocate-jobs").body(body.into())
    }
    /// `POST /api/jobs/linehaul/carrier-quotes`
    pub fn carrier_quotes(self, body: QuoteLineHaul) -> Call<'a, LineHaulQuotes> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul/carrier-quotes").body(body.into())
    }
    /// `GET /api/jobs/linehaul/job-articles`
    pub fn job_articles(self, job_id: impl IntoField<FreightJobId>) -> Call<'a, JobArticles> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul/job-articles").parameter("jobId", job_id.into_field())
    }
    /// `DELETE /api/jobs/linehaul/line-haul`
    pub fn delete_line_haul(self, id: impl IntoField<LineHaulId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/linehaul/line-haul").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/linehaul/line-haul`
    pub fn get_line_haul(self, job_id: impl IntoField<LineHaulId>) -> Call<'a, WholeLineHaul> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul/line-haul").parameter("jobId", job_id.into_field())
    }
    /// `POST /api/jobs/linehaul/line-haul`
    pub fn post_line_haul(self, body: SaveLineHaul) -> Call<'a, OneLineHaul> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul/line-haul").body(body.into())
    }
    /// `PUT /api/jobs/linehaul/line-haul`
    pub fn put_line_haul(self, body: SaveLineHaul) -> Call<'a, OneLineHaul> {
        Call::new(self.0, Method::PUT, "/api/jobs/linehaul/line-haul").body(body.into())
    }
    /// `GET /api/jobs/linehaul/line-haul-jobs`
    pub fn line_haul_jobs(self, destination_head_port: impl IntoField<String>, start_head_port: impl IntoField<String>) -> Call<'a, LoadableJobs, LinehaulLineHaulJobs> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul/line-haul-jobs").parameter("destinationHeadPort", destination_head_port.into_field()).parameter("startHeadPort", start_head_port.into_field())
    }
    /// `GET /api/jobs/linehaul/line-hauls`
    pub fn line_hauls(self) -> Call<'a, PageOfLineHaulView, LinehaulLineHauls> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul/line-hauls")
    }
    /// `GET /api/jobs/linehaul/loading-sheet`
    pub fn loading_sheet(self, id: impl IntoField<LineHaulId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul/loading-sheet").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/linehaul/manifest`
    pub fn manifest(self, id: impl IntoField<LineHaulId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul/manifest").parameter("id", id.into_field()).unwrapped()
    }
    /// `POST /api/jobs/linehaul/processlinehauls`
    pub fn process_linehauls(self, body: ProcessLineHauls) -> Call<'a, Vec<ProcessedLineHaul>> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul/processlinehauls").body(body.into())
    }
    /// `GET /api/jobs/linehaul/stream`
    pub fn stream(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/linehaul/stream").unwrapped()
    }
    /// `POST /api/jobs/linehaul/un-unload-articles`
    pub fn un_unload_articles(self, body: UndoLineHaulUnloading) -> Call<'a, Vec<LineHaulArticleResult>> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul/un-unload-articles").body(body.into())
    }
    /// `POST /api/jobs/linehaul/unload-articles`
    pub fn unload_articles(self, body: UnloadLineHaulArticles) -> Call<'a, Vec<LineHaulArticleResult>> {
        Call::new(self.0, Method::POST, "/api/jobs/linehaul/unload-articles").body(body.into())
    }
    /// `GET /api/jobs/look-up/line-haul-statuses`
    pub fn line_haul_statuses(self) -> Call<'a, Vec<String>> {
        Call::new(self.0, Method::GET, "/api/jobs/look-up/line-haul-statuses")
    }
}

parameters! { LinehaulAllocatedJobs -> PageOfLineHaulJob {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { LinehaulLineHaulJobs -> LoadableJobs {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { LinehaulLineHauls -> PageOfLineHaulView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    ArticleState {
        Free = "Free",
        Allocated = "Allocated",
        Loaded = "Loaded",
        Unloaded = "Unloaded",
        Short = "Short",
        Over = "Over",
    }
    LineHaulOperation {
        Load = "Load",
        Close = "Close",
        Book = "Book",
        Depart = "Depart",
        Transit = "Transit",
        Arrive = "Arrive",
        Unload = "Unload",
        Complete = "Complete",
        Cancel = "Cancel",
        Edit = "Edit",
        Delete = "Delete",
    }
    LineHaulStatus {
        Draft = "Draft",
        Loading = "Loading",
        Closed = "Closed",
        Departed = "Departed",
        InTransit = "InTransit",
        Arrived = "Arrived",
        Unloading = "Unloading",
        Completed = "Completed",
        Cancelled = "Cancelled",
    }
}

requests! {
    AllocateLineHaulArticles {
        allocation: LineHaulArticleAllocation = "allocation",
    }
    AllocateLineHaulJobs {
        allocation: LineHaulJobAllocation = "allocation",
    }
    LineHaul {
        arrivaldate: String = "arrivaldate",
        capacity: LineHaulCapacityRequest = "capacity",
        carrierid: CarrierAccountId = "carrierid",
        connoteno: String = "connoteno",
        customerid: CustomerId = "customerid",
        departuredate: String = "departuredate",
        destinationheadport: LineHaulHeadPortRequest = "destinationheadport",
        driverid: DriverId = "driverid",
        id: LineHaulId = "id",
        images: Vec<String> = "images",
        linehaulid: LineHaulId = "linehaulid",
        linehaulnote: String = "linehaulnote",
        manifestno: String = "manifestno",
        pickuprequestno: String = "pickuprequestno",
        row_version: i64 = "rowVersion",
        servicecode: String = "servicecode",
        startheadport: LineHaulHeadPortRequest = "startheadport",
        vehicleid: VehicleId = "vehicleid",
    }
    LineHaulArticleAllocation {
        articlenumbers: Vec<String> = "articlenumbers",
        force: bool = "force",
        linehaulid: LineHaulId = "linehaulid",
    }
    LineHaulArticleReversal {
        articlenumbers: Vec<String> = "articlenumbers",
        linehaulid: LineHaulId = "linehaulid",
        reason: String = "reason",
    }
    LineHaulArticleUnloading {
        articlenumbers: Vec<String> = "articlenumbers",
        linehaulid: LineHaulId = "linehaulid",
    }
    LineHaulCapacityRequest {
        palletspaces: Decimal = "palletspaces",
        volume: Decimal = "volume",
        weight: Decimal = "weight",
    }
    LineHaulChosenQuote {
        quoteid: QuoteId = "quoteid",
        resourcetoken: String = "resourcetoken",
    }
    LineHaulHeadPortRequest {
        code: String = "code",
        id: HeadPortId = "id",
        name: String = "name",
    }
    LineHaulJobAllocation {
        force: bool = "force",
        job_ids: Vec<FreightJobId> = "jobIds",
        linehaul_id: LineHaulId = "linehaulId",
    }
    LineHaulJobDeallocation {
        jobids: Vec<FreightJobId> = "jobids",
        linehaulid: LineHaulId = "linehaulid",
        reason: String = "reason",
    }
    LineHaulQuoteRequest {
        carrierid: CarrierAccountId = "carrierid",
        linehaulid: LineHaulId = "linehaulid",
    }
    ProcessLineHauls {
        ids: Vec<LineHaulId> = "ids",
        note: String = "note",
        operation: LineHaulOperation = "operation",
        quote: LineHaulChosenQuote = "quote",
    }
    QuoteLineHaul {
        quote: LineHaulQuoteRequest = "quote",
    }
    SaveLineHaul {
        linehaul: LineHaul = "linehaul",
        note: NoteInput = "note",
    }
    UnallocateLineHaulArticles {
        deallocation: LineHaulArticleReversal = "deallocation",
    }
    UnallocateLineHaulJobs {
        deallocation: LineHaulJobDeallocation = "deallocation",
    }
    UndoLineHaulUnloading {
        unloading: LineHaulArticleReversal = "unloading",
    }
    UnloadLineHaulArticles {
        unloading: LineHaulArticleUnloading = "unloading",
    }
}

responses! {
    ArticlePlace {
        articlenumbers: Vec<String> = member "articlenumbers",
        destinationheadport: Option<LineHaulHeadPort> = member "destinationheadport",
        isleg: bool = member "isleg",
        jobid: FreightJobId = member "jobid",
        jobno: String = member "jobno",
        jobstatus: JobStatus = member "jobstatus",
        linehaulcode: Option<String> = member "linehaulcode",
        linehaulid: Option<LineHaulId> = member "linehaulid",
        linehaulstatus: Option<LineHaulStatus> = member "linehaulstatus",
        startheadport: Option<LineHaulHeadPort> = member "startheadport",
        state: ArticleState = member "state",
    }
    JobArticles {
        places: Vec<ArticlePlace> = member "places",
    }
    LineHaulArticle {
        articlenumber: String = member "articlenumber",
        description: Option<String> = member "description",
        loadedtime: Option<String> = member "loadedtime",
        packagetype: Option<String> = member "packagetype",
        state: ArticleState = member "state",
        unloadedtime: Option<String> = member "unloadedtime",
        weight: Decimal = member "weight",
    }
    LineHaulArticleResult {
        articlenumber: String = member "articlenumber",
        jobarticles: i64 = member "jobarticles",
        jobid: Option<FreightJobId> = member "jobid",
        jobloaded: i64 = member "jobloaded",
        jobno: Option<String> = member "jobno",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        state: ArticleState = member "state",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    LineHaulCapacity {
        palletspaces: Option<Decimal> = member "palletspaces",
        volume: Option<Decimal> = member "volume",
        weight: Option<Decimal> = member "weight",
    }
    LineHaulDetails {
        allowed_operations: Vec<LineHaulOperation> = member "allowedOperations",
        arrivaldate: Option<String> = member "arrivaldate",
        arrivedtime: Option<String> = member "arrivedtime",
        capacity: LineHaulCapacity = member "capacity",
        carrieraccount: Option<String> = member "carrieraccount",
        carrierbookingid: Option<BookingId> = member "carrierbookingid",
        carrierid: Option<CarrierAccountId> = member "carrierid",
        childjobs: Vec<LineHaulJob> = member "childjobs",
        connoteno: Option<String> = member "connoteno",
        creation_time: String = member "creationTime",
        customerid: Option<CustomerId> = member "customerid",
        customername: Option<String> = member "customername",
        departedtime: Option<String> = member "departedtime",
        departuredate: Option<String> = member "departuredate",
        destinationheadport: LineHaulHeadPort = member "destinationheadport",
        driverid: Option<DriverId> = member "driverid",
        drivername: Option<String> = member "drivername",
        id: LineHaulId = member "id",
        images: Vec<String> = member "images",
        iscarrierbooked: bool = member "iscarrierbooked",
        items: Vec<LineHaulItem> = member "items",
        linehaulcode: String = member "linehaulcode",
        linehaulid: LineHaulId = member "linehaulid",
        linehaulnote: Option<String> = member "linehaulnote",
        loadedpalletspaces: Decimal = member "loadedpalletspaces",
        loadedvolume: Decimal = member "loadedvolume",
        loadedweight: Decimal = member "loadedweight",
        manifestno: Option<String> = member "manifestno",
        notes: Vec<LineHaulNote> = member "notes",
        numberofarticles: i64 = member "numberofarticles",
        numberofjobs: i64 = member "numberofjobs",
        numberofloaded: i64 = member "numberofloaded",
        numberofover: i64 = member "numberofover",
        numberofshort: i64 = member "numberofshort",
        numberofunloaded: i64 = member "numberofunloaded",
        palletspaces: Decimal = member "palletspaces",
        pickuprequestno: Option<String> = member "pickuprequestno",
        row_version: i64 = member "rowVersion",
        servicecode: Option<String> = member "servicecode",
        startheadport: LineHaulHeadPort = member "startheadport",
        status: LineHaulStatus = member "status",
        unloading: Unloading = member "unloading",
        vehicleid: Option<VehicleId> = member "vehicleid",
        vehiclename: Option<String> = member "vehiclename",
        volume: Decimal = member "volume",
        weight: Decimal = member "weight",
    }
    LineHaulHeadPort {
        code: String = member "code",
        id: HeadPortId = member "id",
        name: String = member "name",
    }
    LineHaulItem {
        articlenumbers: Vec<String> = member "articlenumbers",
        description: Option<String> = member "description",
        id: i64 = member "id",
        jobid: FreightJobId = member "jobid",
        packagetype: Option<String> = member "packagetype",
        quantity: i64 = member "quantity",
        weight: Decimal = member "weight",
    }
    LineHaulJob {
        articles: Vec<LineHaulArticle> = member "articles",
        connoteno: Option<String> = member "connoteno",
        customerid: Option<CustomerId> = member "customerid",
        deadline: Option<String> = member "deadline",
        destinationheadport: Option<LineHaulHeadPort> = member "destinationheadport",
        fromcompany: Option<String> = member "fromcompany",
        frompostcode: String = member "frompostcode",
        fromsuburb: String = member "fromsuburb",
        isonforwarding: bool = member "isonforwarding",
        jobid: FreightJobId = member "jobid",
        jobno: String = member "jobno",
        jobstatus: JobStatus = member "jobstatus",
        jobtype: JobType = member "jobtype",
        numberofarticles: i64 = member "numberofarticles",
        numberofloaded: i64 = member "numberofloaded",
        numberofunloaded: i64 = member "numberofunloaded",
        palletspaces: Decimal = member "palletspaces",
        reference: Option<String> = member "reference",
        servicecode: Option<String> = member "servicecode",
        servicename: Option<String> = member "servicename",
        startheadport: Option<LineHaulHeadPort> = member "startheadport",
        tocompany: Option<String> = member "tocompany",
        topostcode: String = member "topostcode",
        tosuburb: String = member "tosuburb",
        volume: Decimal = member "volume",
        weight: Decimal = member "weight",
    }
    LineHaulNote {
        comment: String = member "comment",
        creation_time: String = member "creationTime",
        user_name: String = member "userName",
    }
    LineHaulQuote {
        cost: Option<Decimal> = member "cost",
        quoteid: QuoteId = member "quoteid",
        servicecode: String = member "servicecode",
        servicename: String = member "servicename",
        transittime: Option<i64> = member "transittime",
    }
    LineHaulQuotes {
        carrieraccount: String = member "carrieraccount",
        carrierid: CarrierAccountId = member "carrierid",
        quotes: Vec<LineHaulQuote> = member "quotes",
        resourcetoken: String = member "resourcetoken",
    }
    LineHaulView {
        allowed_operations: Vec<LineHaulOperation> = member "allowedOperations",
        arrivaldate: Option<String> = member "arrivaldate",
        arrivedtime: Option<String> = member "arrivedtime",
        capacity: LineHaulCapacity = member "capacity",
        carrieraccount: Option<String> = member "carrieraccount",
        carrierbookingid: Option<BookingId> = member "carrierbookingid",
        carrierid: Option<CarrierAccountId> = member "carrierid",
        connoteno: Option<String> = member "connoteno",
        creation_time: String = member "creationTime",
        customerid: Option<CustomerId> = member "customerid",
        customername: Option<String> = member "customername",
        departedtime: Option<String> = member "departedtime",
        departuredate: Option<String> = member "departuredate",
        destinationheadport: LineHaulHeadPort = member "destinationheadport",
        driverid: Option<DriverId> = member "driverid",
        drivername: Option<String> = member "drivername",
        id: LineHaulId = member "id",
        images: Vec<String> = member "images",
        iscarrierbooked: bool = member "iscarrierbooked",
        linehaulcode: String = member "linehaulcode",
        linehaulid: LineHaulId = member "linehaulid",
        linehaulnote: Option<String> = member "linehaulnote",
        loadedpalletspaces: Decimal = member "loadedpalletspaces",
        loadedvolume: Decimal = member "loadedvolume",
        loadedweight: Decimal = member "loadedweight",
        manifestno: Option<String> = member "manifestno",
        notes: Vec<LineHaulNote> = member "notes",
        numberofarticles: i64 = member "numberofarticles",
        numberofjobs: i64 = member "numberofjobs",
        numberofloaded: i64 = member "numberofloaded",
        numberofover: i64 = member "numberofover",
        numberofshort: i64 = member "numberofshort",
        numberofunloaded: i64 = member "numberofunloaded",
        palletspaces: Decimal = member "palletspaces",
        pickuprequestno: Option<String> = member "pickuprequestno",
        row_version: i64 = member "rowVersion",
        servicecode: Option<String> = member "servicecode",
        startheadport: LineHaulHeadPort = member "startheadport",
        status: LineHaulStatus = member "status",
        vehicleid: Option<VehicleId> = member "vehicleid",
        vehiclename: Option<String> = member "vehiclename",
        volume: Decimal = member "volume",
        weight: Decimal = member "weight",
    }
    LoadableJobs {
        items: Vec<LineHaulJob> = member "items",
        total_count: i64 = member "totalCount",
        unserved: Vec<UnservedJob> = member "unserved",
    }
    OneLineHaul {
        linehaul: LineHaulView = member "linehaul",
    }
    PageOfLineHaulJob {
        items: Vec<LineHaulJob> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfLineHaulView {
        items: Vec<LineHaulView> = member "items",
        total_count: i64 = member "totalCount",
    }
    ProcessedLineHaul {
        id: LineHaulId = member "id",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    Unloading {
        loaded: i64 = member "loaded",
        over: Vec<String> = member "over",
        short: Vec<String> = member "short",
        unloaded: i64 = member "unloaded",
    }
    UnservedJob {
        jobid: FreightJobId = member "jobid",
        jobno: String = member "jobno",
        message: String = member "message",
    }
    WholeLineHaul {
        linehaul: LineHaulDetails = member "linehaul",
    }
}
