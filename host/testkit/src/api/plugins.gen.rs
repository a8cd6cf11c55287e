//! Calls and types of plugins, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct PluginsCalls<'a>(pub(super) &'a Client);

impl<'a> PluginsCalls<'a> {
    /// `POST /api/plugins/agreetoversion`
    pub fn agree_to_version(self, body: AgreedVersion) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/agreetoversion").body(body.into())
    }
    /// `DELETE /api/plugins/deleterecording`
    pub fn delete_recording(self, id: impl IntoField<i64>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/plugins/deleterecording").parameter("id", id.into_field())
    }
    /// `POST /api/plugins/disableforcustomer`
    pub fn disable_for_customer(self, body: PluginOfCustomer) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/disableforcustomer").body(body.into())
    }
    /// `POST /api/plugins/disableplugin`
    pub fn disable_plugin(self, body: OfPlugin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/disableplugin").body(body.into())
    }
    /// `GET /api/plugins/downloadrecording`
    pub fn download_recording(self, id: impl IntoField<i64>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/plugins/downloadrecording").parameter("id", id.into_field()).unwrapped()
    }
    /// `POST /api/plugins/enableforcustomer`
    pub fn enable_for_customer(self, body: PluginOfCustomer) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/enableforcustomer").body(body.into())
    }
    /// `POST /api/plugins/enableplugin`
    pub fn enable_plugin(self, body: Enable) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/enableplugin").body(body.into())
    }
    /// `GET /api/plugins/getcustomers`
    pub fn get_customers(self, id: impl IntoField<String>) -> Call<'a, PageOfCustomerState, PluginsGetCustomers> {
        Call::new(self.0, Method::GET, "/api/plugins/getcustomers").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/getdeliveries`
    pub fn get_deliveries(self, id: impl IntoField<String>) -> Call<'a, PageOfDeliveryView, PluginsGetDeliveries> {
        Call::new(self.0, Method::GET, "/api/plugins/getdeliveries").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/getlimits`
    pub fn plugins_get_limits(self, id: impl IntoField<String>) -> Call<'a, Vec<Limit>> {
        Call::new(self.0, Method::GET, "/api/plugins/getlimits").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/getpluginhealth`
    pub fn get_plugin_health(self, id: impl IntoField<String>) -> Call<'a, Health> {
        Call::new(self.0, Method::GET, "/api/plugins/getpluginhealth").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/getpluginlog`
    pub fn get_plugin_log(self) -> Call<'a, PageOfLogLine, PluginsGetPluginLog> {
        Call::new(self.0, Method::GET, "/api/plugins/getpluginlog")
    }
    /// `GET /api/plugins/getplugins`
    pub fn get_plugins(self) -> Call<'a, Vec<InstalledView>> {
        Call::new(self.0, Method::GET, "/api/plugins/getplugins")
    }
    /// `GET /api/plugins/getrecordings`
    pub fn get_recordings(self, id: impl IntoField<String>) -> Call<'a, PageOfRecordingView, PluginsGetRecordings> {
        Call::new(self.0, Method::GET, "/api/plugins/getrecordings").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/getrecordingswitch`
    pub fn get_recording_switch(self, id: impl IntoField<String>) -> Call<'a, SwitchView> {
        Call::new(self.0, Method::GET, "/api/plugins/getrecordingswitch").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/getsettings`
    pub fn get_settings(self, id: impl IntoField<String>) -> Call<'a, SettingsView, PluginsGetSettings> {
        Call::new(self.0, Method::GET, "/api/plugins/getsettings").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/getversions`
    pub fn get_versions(self, id: impl IntoField<String>) -> Call<'a, Vec<VersionView>> {
        Call::new(self.0, Method::GET, "/api/plugins/getversions").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/manifest`
    pub fn manifest(self) -> Call<'a, Manifest> {
        Call::new(self.0, Method::GET, "/api/plugins/manifest")
    }
    /// `DELETE /api/plugins/platform/deletepackage`
    pub fn delete_package(self, id: impl IntoField<i64>) -> Call<'a, Empty, PluginsDeletePackage> {
        Call::new(self.0, Method::DELETE, "/api/plugins/platform/deletepackage").parameter("id", id.into_field())
    }
    /// `GET /api/plugins/platform/getcanary`
    pub fn get_canary(self, plugin: impl IntoField<String>) -> Call<'a, CanaryView> {
        Call::new(self.0, Method::GET, "/api/plugins/platform/getcanary").parameter("plugin", plugin.into_field())
    }
    /// `GET /api/plugins/platform/gethealth`
    pub fn get_health(self, plugin: impl IntoField<String>) -> Call<'a, Health> {
        Call::new(self.0, Method::GET, "/api/plugins/platform/gethealth").parameter("plugin", plugin.into_field())
    }
    /// `GET /api/plugins/platform/getlimits`
    pub fn platform_get_limits(self, plugin: impl IntoField<String>) -> Call<'a, Vec<Limit>, PluginsPlatformGetLimits> {
        Call::new(self.0, Method::GET, "/api/plugins/platform/getlimits").parameter("plugin", plugin.into_field())
    }
    /// `GET /api/plugins/platform/getpackages`
    pub fn get_packages(self) -> Call<'a, Vec<PackageView>> {
        Call::new(self.0, Method::GET, "/api/plugins/platform/getpackages")
    }
    /// `GET /api/plugins/platform/getpins`
    pub fn get_pins(self, plugin: impl IntoField<String>) -> Call<'a, Vec<PinView>> {
        Call::new(self.0, Method::GET, "/api/plugins/platform/getpins").parameter("plugin", plugin.into_field())
    }
    /// `GET /api/plugins/platform/getsigners`
    pub fn get_signers(self) -> Call<'a, Vec<SignerView>> {
        Call::new(self.0, Method::GET, "/api/plugins/platform/getsigners")
    }
    /// `POST /api/plugins/platform/install`
    pub fn install(self, body: PackageToInstall) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/install").body(body.into())
    }
    /// `POST /api/plugins/platform/liftpin`
    pub fn lift_pin(self, body: LiftedPin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/liftpin").body(body.into())
    }
    /// `POST /api/plugins/platform/promotecanary`
    pub fn promote_canary(self, body: OfPlatformPlugin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/promotecanary").body(body.into())
    }
    /// `POST /api/plugins/platform/recordfaults`
    pub fn platform_record_faults(self, body: RecordFor) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/recordfaults").body(body.into())
    }
    /// `POST /api/plugins/platform/remove`
    pub fn remove(self, body: OfPlatformPlugin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/remove").body(body.into())
    }
    /// `POST /api/plugins/platform/resume`
    pub fn resume(self, body: OfPlatformPlugin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/resume").body(body.into())
    }
    /// `DELETE /api/plugins/platform/revokesigner`
    pub fn revoke_signer(self, id: impl IntoField<i64>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/plugins/platform/revokesigner").parameter("id", id.into_field())
    }
    /// `POST /api/plugins/platform/rollback`
    pub fn rollback(self, body: OfPlatformPlugin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/rollback").body(body.into())
    }
    /// `POST /api/plugins/platform/setlimits`
    pub fn set_limits(self, body: SetLimits) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/setlimits").body(body.into())
    }
    /// `POST /api/plugins/platform/startcanary`
    pub fn start_canary(self, body: NewCanary) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/startcanary").body(body.into())
    }
    /// `POST /api/plugins/platform/stopcanary`
    pub fn stop_canary(self, body: OfPlatformPlugin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/stopcanary").body(body.into())
    }
    /// `POST /api/plugins/platform/suspend`
    pub fn suspend(self, body: OfPlatformPlugin) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/suspend").body(body.into())
    }
    /// `POST /api/plugins/platform/trustsigner`
    pub fn trust_signer(self, body: NewSigner) -> Call<'a, CreatedSigner> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/trustsigner").body(body.into())
    }
    /// `POST /api/plugins/platform/upload`
    pub fn upload(self) -> Call<'a, UploadedPackage> {
        Call::new(self.0, Method::POST, "/api/plugins/platform/upload")
    }
    /// `POST /api/plugins/recordfaults`
    pub fn plugins_record_faults(self, body: Record) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/recordfaults").body(body.into())
    }
    /// `POST /api/plugins/retrydelivery`
    pub fn retry_delivery(self, body: RetryDeliveryBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/plugins/retrydelivery").body(body.into())
    }
    /// `POST /api/plugins/savesettings`
    pub fn save_settings(self, body: SavePluginSettings) -> Call<'a, SettingsView> {
        Call::new(self.0, Method::POST, "/api/plugins/savesettings").body(body.into())
    }
    /// `PUT /api/plugins/setversion`
    pub fn set_version(self, body: ChosenVersion) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/plugins/setversion").body(body.into())
    }
    /// `POST /api/plugins/testsettings`
    pub fn test_settings(self, body: SavePluginSettings) -> Call<'a, TestedSettings> {
        Call::new(self.0, Method::POST, "/api/plugins/testsettings").body(body.into())
    }
    /// `GET /api/reports/reports`
    pub fn reports(self) -> Call<'a, PageOfReportView> {
        Call::new(self.0, Method::GET, "/api/reports/reports")
    }
    /// `POST /api/reports/run`
    pub fn run(self, id: impl IntoField<String>, body: Value) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::POST, "/api/reports/run").parameter("id", id.into_field()).body(body).unwrapped()
    }
}

parameters! { PluginsGetCustomers -> PageOfCustomerState {
    search: String = "search",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { PluginsGetDeliveries -> PageOfDeliveryView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { PluginsGetPluginLog -> PageOfLogLine {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { PluginsGetRecordings -> PageOfRecordingView {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { PluginsGetSettings -> SettingsView {
    customer_id: CustomerId = "customerId",
}}

parameters! { PluginsDeletePackage -> Empty {
    force: bool = "force",
}}

parameters! { PluginsPlatformGetLimits -> Vec<Limit> {
    tenant_id: TenantId = "tenantId",
}}

enums! {
    DeliveryOperation {
        Retry = "Retry",
    }
    DeliveryState {
        Waiting = "Waiting",
        Working = "Working",
        Done = "Done",
        Failed = "Failed",
    }
    NavArea {
        Booking = "Booking",
        Job = "Job",
        Driver = "Driver",
        Finance = "Finance",
        Customer = "Customer",
        Warehouse = "Warehouse",
        Carrier = "Carrier",
        Reports = "Reports",
        Settings = "Settings",
    }
    PackageState {
        Available = "available",
        Active = "active",
        Suspended = "suspended",
        Canary = "canary",
        Previous = "previous",
    }
    ReportComponent {
        Text = "text",
        Number = "number",
        Date = "date",
        Daterange = "daterange",
        Select = "select",
        Multiselect = "multiselect",
        Customer = "customer",
        Carrier = "carrier",
        Boolean = "boolean",
    }
}

requests! {
    AgreedVersion {
        asks: Vec<String> = "asks",
        id: String = "id",
        version: String = "version",
    }
    ChosenVersion {
        id: String = "id",
        version: String = "version",
    }
    Enable {
        asks: Vec<String> = "asks",
        id: String = "id",
    }
    LiftedPin {
        plugin: String = "plugin",
        tenant_id: TenantId = "tenantId",
    }
    NewCanary {
        package_id: i64 = "packageId",
        share: i64 = "share",
    }
    NewSigner {
        key: String = "key",
        name: String = "name",
    }
    OfPlatformPlugin {
        plugin: String = "plugin",
    }
    OfPlugin {
        id: String = "id",
    }
    PackageToInstall {
        downgrade: bool = "downgrade",
        id: i64 = "id",
        new_signer: bool = "newSigner",
    }
    PluginOfCustomer {
        customer_id: CustomerId = "customerId",
        id: String = "id",
    }
    Record {
        id: String = "id",
        is_on: bool = "isOn",
    }
    RecordFor {
        is_on: bool = "isOn",
        plugin: String = "plugin",
        tenant_id: TenantId = "tenantId",
    }
    RetryDeliveryBody {
        id: i64 = "id",
    }
    SavePluginSettings {
        customer_id: CustomerId = "customerId",
        id: String = "id",
        row_version: i64 = "rowVersion",
        secrets: BTreeMap<String, String> = "secrets",
        settings: Value = "settings",
    }
    SetLimits {
        limits: Value = "limits",
        plugin: String = "plugin",
        tenant_id: TenantId = "tenantId",
    }
}

responses! {
    Ask {
        code: String = member "code",
        words: String = member "words",
    }
    BreakerState {
        reason: Option<String> = member "reason",
        state: String = member "state",
        until: Option<String> = member "until",
    }
    CallCounts {
        calls: i64 = member "calls",
        faults: i64 = member "faults",
    }
    CanaryView {
        last: Option<EndedCanary> = member "last",
        running: Option<RunningCanary> = member "running",
    }
    Contributions {
        nav: Vec<NavContribution> = member "nav",
        routes: Vec<RouteContribution> = member "routes",
        slots: Vec<SlotContribution> = member "slots",
    }
    CreatedSigner {
        id: i64 = member "id",
    }
    CustomerState {
        code: String = member "code",
        has_row: bool = member "hasRow",
        has_settings: bool = member "hasSettings",
        id: CustomerId = member "id",
        is_enabled: bool = member "isEnabled",
        name: String = member "name",
    }
    DeliveryView {
        allowed_operations: Vec<DeliveryOperation> = member "allowedOperations",
        attempts: i64 = member "attempts",
        bytes: i64 = member "bytes",
        creation_time: String = member "creationTime",
        customer_id: Option<CustomerId> = member "customerId",
        customer_name: Option<String> = member "customerName",
        event_id: String = member "eventId",
        id: i64 = member "id",
        last_error: Option<String> = member "lastError",
        method: String = member "method",
        next_at: Option<String> = member "nextAt",
        path: String = member "path",
        state: DeliveryState = member "state",
    }
    EndedCanary {
        at: String = member "at",
        begun_at: String = member "begunAt",
        begun_by: String = member "begunBy",
        by: Option<String> = member "by",
        how: String = member "how",
        package_id: i64 = member "packageId",
        share: i64 = member "share",
        version: String = member "version",
        why: Option<String> = member "why",
    }
    Entry {
        contributes: Contributions = member "contributes",
        entry: String = member "entry",
        id: String = member "id",
        integrity: BTreeMap<String, String> = member "integrity",
        name: String = member "name",
        retries: Vec<String> = member "retries",
        sdk: String = member "sdk",
        version: String = member "version",
    }
    FunctionHealth {
        average_cpu_micros: i64 = member "averageCpuMicros",
        average_micros: i64 = member "averageMicros",
        calls: i64 = member "calls",
        declined: i64 = member "declined",
        faulted: i64 = member "faulted",
        function: String = member "function",
        http_calls: i64 = member "httpCalls",
        peak_memory_bytes: i64 = member "peakMemoryBytes",
        retried: i64 = member "retried",
        turned_away: i64 = member "turnedAway",
    }
    Health {
        breaker: Option<BreakerState> = member "breaker",
        functions: Vec<FunctionHealth> = member "functions",
        problems: Vec<String> = member "problems",
    }
    Inherited {
        secrets_set: Vec<String> = member "secretsSet",
        settings: Value = member "settings",
    }
    InstalledView {
        asks: Vec<Ask> = member "asks",
        description: String = member "description",
        id: String = member "id",
        is_bundled: bool = member "isBundled",
        is_enabled: bool = member "isEnabled",
        is_pinned: bool = member "isPinned",
        kind: String = member "kind",
        missing_consents: Vec<String> = member "missingConsents",
        name: String = member "name",
        version: String = member "version",
        waiting: Option<WaitingVersion> = member "waiting",
    }
    Limit {
        default: i64 = member "default",
        most: i64 = member "most",
        name: String = member "name",
        unit: String = member "unit",
        value: Option<i64> = member "value",
    }
    LogLine {
        account: String = member "account",
        call: String = member "call",
        creation_time: String = member "creationTime",
        level: String = member "level",
        message: String = member "message",
        plugin: String = member "plugin",
    }
    Manifest {
        generation: String = member "generation",
        names: BTreeMap<String, String> = member "names",
        plugins: Vec<Entry> = member "plugins",
        schema: i64 = member "schema",
        tenant: i64 = member "tenant",
    }
    NavContribution {
        area: Option<Option<NavArea>> = optional "area",
        feature: Option<Option<String>> = optional "feature",
        icon: Option<Option<String>> = optional "icon",
        id: String = member "id",
        order: Option<i64> = optional "order",
        permission: Option<Option<String>> = optional "permission",
        route: String = member "route",
        title: String = member "title",
    }
    PackageView {
        asks: Vec<Ask> = member "asks",
        creation_time: String = member "creationTime",
        digest: String = member "digest",
        id: i64 = member "id",
        kind: String = member "kind",
        name: String = member "name",
        new_signer: Option<SignerChange> = member "newSigner",
        plugin: String = member "plugin",
        signer_name: Option<String> = member "signerName",
        size: i64 = member "size",
        state: PackageState = member "state",
        uploaded_by: String = member "uploadedBy",
        version: String = member "version",
    }
    PageOfCustomerState {
        items: Vec<CustomerState> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfDeliveryView {
        items: Vec<DeliveryView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfLogLine {
        items: Vec<LogLine> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRecordingView {
        items: Vec<RecordingView> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfReportView {
        items: Vec<ReportView> = member "items",
        total_count: i64 = member "totalCount",
    }
    Parameter {
        choices: Vec<String> = member "choices",
        component: ReportComponent = member "component",
        description: String = member "description",
        name: String = member "name",
        required: bool = member "required",
    }
    PinView {
        by: String = member "by",
        is_held: bool = member "isHeld",
        package_id: i64 = member "packageId",
        since: String = member "since",
        tenant_id: TenantId = member "tenantId",
        tenant_name: String = member "tenantName",
        version: String = member "version",
    }
    Problem {
        members: Vec<String> = member "members",
        message: String = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        template: Option<Option<String>> = optional "template",
    }
    RecordingView {
        account: String = member "account",
        bytes: i64 = member "bytes",
        call: String = member "call",
        creation_time: String = member "creationTime",
        fault: String = member "fault",
        id: i64 = member "id",
        is_whole: bool = member "isWhole",
        message: String = member "message",
        version: String = member "version",
    }
    ReportView {
        created_at: Option<String> = member "createdAt",
        description: String = member "description",
        id: String = member "id",
        name: String = member "name",
        parameters: Vec<Parameter> = member "parameters",
        updated_at: Option<String> = member "updatedAt",
    }
    RouteContribution {
        feature: Option<Option<String>> = optional "feature",
        id: String = member "id",
        module: String = member "module",
        path: String = member "path",
        permission: Option<Option<String>> = optional "permission",
        title: String = member "title",
    }
    RunningCanary {
        active: Option<CallCounts> = member "active",
        active_version: String = member "activeVersion",
        by: String = member "by",
        candidate: Option<CallCounts> = member "candidate",
        failure: Option<String> = member "failure",
        package_id: i64 = member "packageId",
        share: i64 = member "share",
        since: String = member "since",
        version: String = member "version",
    }
    SettingsView {
        callback_urls: Vec<String> = member "callbackUrls",
        inherited: Option<Inherited> = member "inherited",
        problems: Vec<Problem> = member "problems",
        row_version: Option<i64> = member "rowVersion",
        schema: Value = member "schema",
        secrets_set: Vec<String> = member "secretsSet",
        settings: Value = member "settings",
        store_key: Option<String> = member "storeKey",
        version: Option<String> = member "version",
    }
    SignerChange {
        from: String = member "from",
        from_fingerprint: String = member "fromFingerprint",
        to: Option<String> = member "to",
        to_fingerprint: Option<String> = member "toFingerprint",
    }
    SignerView {
        creation_time: String = member "creationTime",
        fingerprint: String = member "fingerprint",
        id: i64 = member "id",
        key: String = member "key",
        name: String = member "name",
        revoked_at: Option<String> = member "revokedAt",
    }
    SlotContribution {
        feature: Option<Option<String>> = optional "feature",
        id: String = member "id",
        module: String = member "module",
        order: i64 = member "order",
        permission: Option<Option<String>> = optional "permission",
        slot: String = member "slot",
    }
    SwitchView {
        switched_by: Option<String> = member "switchedBy",
        until: Option<String> = member "until",
    }
    TestedSettings {
        message: String = member "message",
        ok: bool = member "ok",
    }
    UploadedPackage {
        id: i64 = member "id",
        new_signer: Option<SignerChange> = member "newSigner",
        plugin: String = member "plugin",
        version: String = member "version",
        warnings: Vec<String> = member "warnings",
    }
    VersionView {
        asks: Vec<Ask> = member "asks",
        creation_time: String = member "creationTime",
        is_active: bool = member "isActive",
        is_pinned: bool = member "isPinned",
        is_revoked: bool = member "isRevoked",
        version: String = member "version",
    }
    WaitingVersion {
        asks: Vec<Ask> = member "asks",
        missing_consents: Vec<String> = member "missingConsents",
        new_signer: Option<SignerChange> = member "newSigner",
        version: String = member "version",
    }
}
