//! Calls and types of tenancy, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct TenancyCalls<'a>(pub(super) &'a Client);

impl<'a> TenancyCalls<'a> {
    /// `POST /api/core/ViewConfiguration/CreateOrUpdateViewConfiguration`
    pub fn create_or_update_view_configuration(self, body: SaveView) -> Call<'a, OneView> {
        Call::new(self.0, Method::POST, "/api/core/ViewConfiguration/CreateOrUpdateViewConfiguration").body(body.into())
    }
    /// `DELETE /api/core/ViewConfiguration/DeleteViewConfiguration`
    pub fn delete_view_configuration(self, id: impl IntoField<ViewConfigurationId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/ViewConfiguration/DeleteViewConfiguration").parameter("id", id.into_field())
    }
    /// `GET /api/core/ViewConfiguration/GetViewConfigurations`
    pub fn get_view_configurations(self) -> Call<'a, PageOfViewConfiguration, TenancyGetViewConfigurations> {
        Call::new(self.0, Method::GET, "/api/core/ViewConfiguration/GetViewConfigurations")
    }
    /// `POST /api/core/account/isTenantAvailable`
    pub fn is_tenant_available(self, body: TenantQuestion) -> Call<'a, TenantAnswer> {
        Call::new(self.0, Method::POST, "/api/core/account/isTenantAvailable").body(body.into())
    }
    /// `GET /api/core/auditlog/getentitychanges`
    pub fn get_entity_changes(self) -> Call<'a, PageOfChangeItem, TenancyGetEntityChanges> {
        Call::new(self.0, Method::GET, "/api/core/auditlog/getentitychanges")
    }
    /// `GET /api/core/auditlog/getentitytypes`
    pub fn get_entity_types(self) -> Call<'a, Vec<String>> {
        Call::new(self.0, Method::GET, "/api/core/auditlog/getentitytypes")
    }
    /// `GET /api/core/configuration/getconfiguration`
    pub fn get_configuration(self) -> Call<'a, Configuration> {
        Call::new(self.0, Method::GET, "/api/core/configuration/getconfiguration")
    }
    /// `GET /api/core/email/getemails`
    pub fn get_emails(self, record_id: impl IntoField<i64>, record_type: impl IntoField<String>) -> Call<'a, PageOfRecordEmail, TenancyGetEmails> {
        Call::new(self.0, Method::GET, "/api/core/email/getemails").parameter("recordId", record_id.into_field()).parameter("recordType", record_type.into_field())
    }
    /// `POST /api/core/email/sendagain`
    pub fn sendagain(self, body: SendagainBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/email/sendagain").body(body.into())
    }
    /// `GET /api/core/feature/gettenantfeatuers`
    pub fn get_tenant_featuers(self) -> Call<'a, Features, TenancyGetTenantFeatuers> {
        Call::new(self.0, Method::GET, "/api/core/feature/gettenantfeatuers")
    }
    /// `PUT /api/core/feature/updatetenantfeatures`
    pub fn update_tenant_features(self, body: FeatureChanges) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/feature/updatetenantfeatures").body(body.into())
    }
    /// `POST /api/core/jobs/canceljob`
    pub fn cancel_job(self, body: CancelJobBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/jobs/canceljob").body(body.into())
    }
    /// `GET /api/core/jobs/getjob`
    pub fn get_job(self, id: impl IntoField<JobId>) -> Call<'a, OneWatchedJob> {
        Call::new(self.0, Method::GET, "/api/core/jobs/getjob").parameter("id", id.into_field())
    }
    /// `GET /api/core/jobs/getjobs`
    pub fn get_jobs(self) -> Call<'a, PageOfBackgroundJob, TenancyGetJobs> {
        Call::new(self.0, Method::GET, "/api/core/jobs/getjobs")
    }
    /// `GET /api/core/jobs/getjobssummary`
    pub fn get_jobs_summary(self) -> Call<'a, JobCounts> {
        Call::new(self.0, Method::GET, "/api/core/jobs/getjobssummary")
    }
    /// `GET /api/core/jobs/getmyjobs`
    pub fn get_my_jobs(self) -> Call<'a, PageOfWatchedJob, TenancyGetMyJobs> {
        Call::new(self.0, Method::GET, "/api/core/jobs/getmyjobs")
    }
    /// `GET /api/core/jobs/gettenantjobs`
    pub fn get_tenant_jobs(self) -> Call<'a, PageOfTenantJob, TenancyGetTenantJobs> {
        Call::new(self.0, Method::GET, "/api/core/jobs/gettenantjobs")
    }
    /// `POST /api/core/jobs/processjobs`
    pub fn process_jobs(self, body: ProcessJobs) -> Call<'a, Vec<ProcessedJob>> {
        Call::new(self.0, Method::POST, "/api/core/jobs/processjobs").body(body.into())
    }
    /// `POST /api/core/language/createorupdatelanguage`
    pub fn create_or_update_language(self, body: SaveLanguage) -> Call<'a, OneLanguage> {
        Call::new(self.0, Method::POST, "/api/core/language/createorupdatelanguage").body(body.into())
    }
    /// `DELETE /api/core/language/deletelanguage`
    pub fn delete_language(self, id: impl IntoField<i64>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/language/deletelanguage").parameter("id", id.into_field())
    }
    /// `GET /api/core/language/exportLanguageTexts`
    pub fn export_language_texts(self, language_name: impl IntoField<String>) -> Call<'a, ApiResponse, TenancyExportLanguageTexts> {
        Call::new(self.0, Method::GET, "/api/core/language/exportLanguageTexts").parameter("languageName", language_name.into_field()).unwrapped()
    }
    /// `GET /api/core/language/getlanguageforedit`
    pub fn get_language_for_edit(self, id: impl IntoField<i64>) -> Call<'a, OneLanguage> {
        Call::new(self.0, Method::GET, "/api/core/language/getlanguageforedit").parameter("id", id.into_field())
    }
    /// `GET /api/core/language/getlanguages`
    pub fn get_languages(self) -> Call<'a, Languages> {
        Call::new(self.0, Method::GET, "/api/core/language/getlanguages")
    }
    /// `GET /api/core/language/getlanguagetexts`
    pub fn get_language_texts(self, target_language_name: impl IntoField<String>) -> Call<'a, PageOfTextPair, TenancyGetLanguageTexts> {
        Call::new(self.0, Method::GET, "/api/core/language/getlanguagetexts").parameter("targetLanguageName", target_language_name.into_field())
    }
    /// `POST /api/core/language/importLanguageTexts`
    pub fn import_language_texts(self, file: (&str, &[u8])) -> Call<'a, Imported, TenancyImportLanguageTexts> {
        Call::new(self.0, Method::POST, "/api/core/language/importLanguageTexts").file(file)
    }
    /// `GET /api/core/language/texts`
    pub fn texts(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/core/language/texts").unwrapped()
    }
    /// `PUT /api/core/language/updateLanguageTexts`
    pub fn language_update_language_texts(self, body: ChangeText) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/language/updateLanguageTexts").body(body.into())
    }
    /// `POST /api/core/platform/createorupdateedition`
    pub fn create_or_update_edition(self, body: SaveEdition) -> Call<'a, OneEdition> {
        Call::new(self.0, Method::POST, "/api/core/platform/createorupdateedition").body(body.into())
    }
    /// `DELETE /api/core/platform/deleteedition`
    pub fn delete_edition(self, id: impl IntoField<EditionId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/platform/deleteedition").parameter("id", id.into_field())
    }
    /// `GET /api/core/platform/geteditionforedit`
    pub fn get_edition_for_edit(self) -> Call<'a, EditionForEdit, TenancyGetEditionForEdit> {
        Call::new(self.0, Method::GET, "/api/core/platform/geteditionforedit")
    }
    /// `GET /api/core/platform/geteditions`
    pub fn get_editions(self) -> Call<'a, PageOfEdition, TenancyGetEditions> {
        Call::new(self.0, Method::GET, "/api/core/platform/geteditions")
    }
    /// `GET /api/core/platform/getsettings`
    pub fn get_settings(self) -> Call<'a, PlatformSettings> {
        Call::new(self.0, Method::GET, "/api/core/platform/getsettings")
    }
    /// `GET /api/core/platform/gettenantforedit`
    pub fn get_tenant_for_edit(self, id: impl IntoField<TenantId>) -> Call<'a, TenantForEdit> {
        Call::new(self.0, Method::GET, "/api/core/platform/gettenantforedit").parameter("id", id.into_field())
    }
    /// `GET /api/core/platform/gettenants`
    pub fn get_tenants(self) -> Call<'a, PageOfTenantItem, TenancyGetTenants> {
        Call::new(self.0, Method::GET, "/api/core/platform/gettenants")
    }
    /// `POST /api/core/platform/sendtestmail`
    pub fn platform_send_test_mail(self, body: TestMail) -> Call<'a, TestMailAnswer> {
        Call::new(self.0, Method::POST, "/api/core/platform/sendtestmail").body(body.into())
    }
    /// `PUT /api/core/platform/updatefeatures`
    pub fn update_features(self, body: GivenFeatures) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/platform/updatefeatures").body(body.into())
    }
    /// `PUT /api/core/platform/updatelanguagetexts`
    pub fn platform_update_language_texts(self, body: ChangeText) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/platform/updatelanguagetexts").body(body.into())
    }
    /// `PUT /api/core/platform/updatesettings`
    pub fn update_settings(self, body: PlatformSettingsChange) -> Call<'a, PlatformSettings> {
        Call::new(self.0, Method::PUT, "/api/core/platform/updatesettings").body(body.into())
    }
    /// `PUT /api/core/platform/updatetenant`
    pub fn update_tenant(self, body: UpdateTenant) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/platform/updatetenant").body(body.into())
    }
    /// `POST /api/core/tenant/createorupdatesidebarlink`
    pub fn create_or_update_sidebar_link(self, body: SaveLink) -> Call<'a, OneLink> {
        Call::new(self.0, Method::POST, "/api/core/tenant/createorupdatesidebarlink").body(body.into())
    }
    /// `DELETE /api/core/tenant/deletesidebarlink`
    pub fn delete_sidebar_link(self, id: impl IntoField<SidebarLinkId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/tenant/deletesidebarlink").parameter("id", id.into_field())
    }
    /// `GET /api/core/tenant/getSidebarLinkForEdit`
    pub fn get_sidebar_link_for_edit(self, id: impl IntoField<SidebarLinkId>) -> Call<'a, OneLink> {
        Call::new(self.0, Method::GET, "/api/core/tenant/getSidebarLinkForEdit").parameter("id", id.into_field())
    }
    /// `GET /api/core/tenant/getcustomcss`
    pub fn get_custom_css(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/core/tenant/getcustomcss").unwrapped()
    }
    /// `GET /api/core/tenant/getlogo`
    pub fn get_logo(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/core/tenant/getlogo").unwrapped()
    }
    /// `GET /api/core/tenant/getsidebarlinks`
    pub fn get_sidebar_links(self) -> Call<'a, PageOfSidebarLink> {
        Call::new(self.0, Method::GET, "/api/core/tenant/getsidebarlinks")
    }
    /// `GET /api/core/tenantsettings/getallsettings`
    pub fn get_all_settings(self) -> Call<'a, TenantSettings> {
        Call::new(self.0, Method::GET, "/api/core/tenantsettings/getallsettings")
    }
    /// `POST /api/core/tenantsettings/previewnumber`
    pub fn preview_number(self, body: PreviewNumber) -> Call<'a, NumberPreview> {
        Call::new(self.0, Method::POST, "/api/core/tenantsettings/previewnumber").body(body.into())
    }
    /// `DELETE /api/core/tenantsettings/removecustomcss`
    pub fn remove_custom_css(self) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/tenantsettings/removecustomcss")
    }
    /// `DELETE /api/core/tenantsettings/removelogo`
    pub fn remove_logo(self) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/tenantsettings/removelogo")
    }
    /// `POST /api/core/tenantsettings/sendtestmail`
    pub fn tenant_settings_send_test_mail(self, body: TestMail) -> Call<'a, TestMailAnswer> {
        Call::new(self.0, Method::POST, "/api/core/tenantsettings/sendtestmail").body(body.into())
    }
    /// `PUT /api/core/tenantsettings/updateallsettings`
    pub fn update_all_settings(self, body: TenantSettingsChange) -> Call<'a, TenantSettings> {
        Call::new(self.0, Method::PUT, "/api/core/tenantsettings/updateallsettings").body(body.into())
    }
    /// `POST /api/core/tenantsettings/uploadcustomcss`
    pub fn upload_custom_css(self, file: (&str, &[u8])) -> Call<'a, NewCustomCss> {
        Call::new(self.0, Method::POST, "/api/core/tenantsettings/uploadcustomcss").file(file)
    }
    /// `POST /api/core/tenantsettings/uploadlogo`
    pub fn upload_logo(self, file: (&str, &[u8])) -> Call<'a, NewLogo> {
        Call::new(self.0, Method::POST, "/api/core/tenantsettings/uploadlogo").file(file)
    }
}

parameters! { TenancyGetViewConfigurations -> PageOfViewConfiguration {
    view: String = "view",
}}

parameters! { TenancyGetEntityChanges -> PageOfChangeItem {
    entity_id: i64 = "entityId",
    entity_type: String = "entityType",
    from: String = "from",
    to: String = "to",
    user_id: UserId = "userId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { TenancyGetEmails -> PageOfRecordEmail {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { TenancyGetTenantFeatuers -> Features {
    tenant_id: TenantId = "tenantId",
}}

parameters! { TenancyGetJobs -> PageOfBackgroundJob {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { TenancyGetMyJobs -> PageOfWatchedJob {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { TenancyGetTenantJobs -> PageOfTenantJob {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { TenancyExportLanguageTexts -> ApiResponse {
    base_language_name: String = "baseLanguageName",
}}

parameters! { TenancyGetLanguageTexts -> PageOfTextPair {
    base_language_name: String = "baseLanguageName",
    filter_text: String = "filterText",
    source_name: String = "sourceName",
    target_value_filter: String = "targetValueFilter",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { TenancyImportLanguageTexts -> Imported {
    language_name: String = "languageName",
}}

parameters! { TenancyGetEditionForEdit -> EditionForEdit {
    id: EditionId = "id",
}}

parameters! { TenancyGetEditions -> PageOfEdition {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { TenancyGetTenants -> PageOfTenantItem {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    EmailOperation {
        SendAgain = "SendAgain",
    }
    EmailProblem {
        NoServer = "NoServer",
        Unreachable = "Unreachable",
        Refused = "Refused",
        Expired = "Expired",
    }
    JobOperation {
        Retry = "Retry",
        Discard = "Discard",
        Cancel = "Cancel",
    }
    JobState {
        Waiting = "waiting",
        Running = "running",
        Done = "done",
        Dead = "dead",
        Cancelled = "cancelled",
    }
    Security {
        StartTls = "StartTls",
        Tls = "Tls",
        None = "None",
    }
    TenantSettingsBookingsMailedStatuses {
        Booked = "Booked",
        PickedUp = "PickedUp",
        InTransit = "InTransit",
        OutForDelivery = "OutForDelivery",
        DeliveryAttempted = "DeliveryAttempted",
        AwaitingCollection = "AwaitingCollection",
        Delayed = "Delayed",
        Delivered = "Delivered",
        ReturnedToSender = "ReturnedToSender",
        Cancelled = "Cancelled",
    }
    TenantSettingsCardPaymentEnvironment {
        Sandbox = "Sandbox",
        Production = "Production",
    }
    TenantSettingsChangeBookingsMailedStatuses {
        Booked = "Booked",
        PickedUp = "PickedUp",
        InTransit = "InTransit",
        OutForDelivery = "OutForDelivery",
        DeliveryAttempted = "DeliveryAttempted",
        AwaitingCollection = "AwaitingCollection",
        Delayed = "Delayed",
        Delivered = "Delivered",
        ReturnedToSender = "ReturnedToSender",
        Cancelled = "Cancelled",
    }
    TenantSettingsChangeCardPaymentEnvironment {
        Sandbox = "Sandbox",
        Production = "Production",
    }
    TenantSettingsChangeComplianceFatigueRules {
        Standard = "standard",
        Basic = "basic",
        None = "none",
    }
    TenantSettingsChangeEmailSmtpSecurity {
        StartTls = "StartTls",
        Tls = "Tls",
        None = "None",
    }
    TenantSettingsChangeMapsGeocoder {
        Own = "own",
        Nominatim = "nominatim",
        Photon = "photon",
    }
    TenantSettingsChangeMapsTileKind {
        Raster = "raster",
        Vector = "vector",
    }
    TenantSettingsChangeMapsTiles {
        None = "none",
        Server = "server",
        File = "file",
    }
    TenantSettingsChangePricingRounding {
        Nearest = "Nearest",
        Up = "Up",
        Down = "Down",
    }
    TenantSettingsChangeRoutingSource {
        StraightLine = "straightLine",
        Osrm = "osrm",
        Valhalla = "valhalla",
        Own = "own",
    }
    TenantSettingsComplianceFatigueRules {
        Standard = "standard",
        Basic = "basic",
        None = "none",
    }
    TenantSettingsEmailSmtpSecurity {
        StartTls = "StartTls",
        Tls = "Tls",
        None = "None",
    }
    TenantSettingsMapsGeocoder {
        Own = "own",
        Nominatim = "nominatim",
        Photon = "photon",
    }
    TenantSettingsMapsTileKind {
        Raster = "raster",
        Vector = "vector",
    }
    TenantSettingsMapsTiles {
        None = "none",
        Server = "server",
        File = "file",
    }
    TenantSettingsPricingRounding {
        Nearest = "Nearest",
        Up = "Up",
        Down = "Down",
    }
    TenantSettingsRoutingSource {
        StraightLine = "straightLine",
        Osrm = "osrm",
        Valhalla = "valhalla",
        Own = "own",
    }
    TenantState {
        Available = "Available",
        InActive = "InActive",
    }
}

requests! {
    CancelJobBody {
        id: JobId = "id",
    }
    ChangeText {
        key: String = "key",
        language_name: String = "languageName",
        source_name: String = "sourceName",
        value: String = "value",
    }
    EditionRequest {
        creation_time: String = "creationTime",
        display_name: String = "displayName",
        feature_values: Vec<FeatureValueRequest> = "featureValues",
        id: EditionId = "id",
        name: String = "name",
        row_version: i64 = "rowVersion",
    }
    EmailRequest {
        default_from_address: String = "defaultFromAddress",
        default_from_display_name: String = "defaultFromDisplayName",
        has_password: bool = "hasPassword",
        smtp_host: String = "smtpHost",
        smtp_password: String = "smtpPassword",
        smtp_port: i64 = "smtpPort",
        smtp_security: Security = "smtpSecurity",
        smtp_user_name: String = "smtpUserName",
        use_host_default: bool = "useHostDefault",
    }
    FeatureChanges {
        feature_values: Vec<FeatureValueRequest> = "featureValues",
    }
    FeatureValueRequest {
        name: String = "name",
        value: String = "value",
    }
    GivenFeatures {
        feature_values: Vec<FeatureValueRequest> = "featureValues",
        tenant_id: TenantId = "tenantId",
    }
    LanguageForm {
        display_name: String = "displayName",
        icon: String = "icon",
        id: i64 = "id",
        is_default: bool = "isDefault",
        is_disabled: bool = "isDisabled",
        is_right_to_left: bool = "isRightToLeft",
        name: String = "name",
        row_version: i64 = "rowVersion",
    }
    Numbering {
        default_type: String = "defaultType",
        end: i64 = "end",
        format: String = "format",
        is_manual: bool = "isManual",
        max_length: i64 = "maxLength",
        postfix: String = "postfix",
        prefix: String = "prefix",
        start: i64 = "start",
    }
    PlatformSettingsChange {
        email: EmailRequest = "email",
        row_version: i64 = "rowVersion",
    }
    PreviewNumber {
        numbering: Numbering = "numbering",
        series: String = "series",
    }
    ProcessJobs {
        filter: String = "filter",
        ids: Vec<JobId> = "ids",
        operation: JobOperation = "operation",
    }
    SaveEdition {
        edition: EditionRequest = "edition",
    }
    SaveLanguage {
        language: LanguageForm = "language",
    }
    SaveLink {
        sidebar_link: SidebarLinkRequest = "sidebarLink",
    }
    SaveView {
        view_configuration: ViewConfigurationRequest = "viewConfiguration",
    }
    SendagainBody {
        id: EmailId = "id",
    }
    SidebarLinkRequest {
        icon: String = "icon",
        id: SidebarLinkId = "id",
        is_external: bool = "isExternal",
        row_version: i64 = "rowVersion",
        sort_order: i64 = "sortOrder",
        title: String = "title",
        url: String = "url",
    }
    TenantForm {
        edition_id: EditionId = "editionId",
        hosts: Vec<String> = "hosts",
        id: TenantId = "id",
        name: String = "name",
        row_version: i64 = "rowVersion",
        timezone: String = "timezone",
    }
    TenantQuestion {
        tenancy_name: String = "tenancyName",
    }
    TenantSettingsChange {
        audit: TenantSettingsChangeAudit = "audit",
        billing: TenantSettingsChangeBilling = "billing",
        bookings: TenantSettingsChangeBookings = "bookings",
        card_payment: TenantSettingsChangeCardPayment = "cardPayment",
        compliance: TenantSettingsChangeCompliance = "compliance",
        currency: TenantSettingsChangeCurrency = "currency",
        customer: TenantSettingsChangeCustomer = "customer",
        e_commerce: TenantSettingsChangeECommerce = "eCommerce",
        email: TenantSettingsChangeEmail = "email",
        files: TenantSettingsChangeFiles = "files",
        general: TenantSettingsChangeGeneral = "general",
        guests: TenantSettingsChangeGuests = "guests",
        insurance: TenantSettingsChangeInsurance = "insurance",
        invoice: TenantSettingsChangeInvoice = "invoice",
        ldap: TenantSettingsChangeLdap = "ldap",
        maps: TenantSettingsChangeMaps = "maps",
        open_id: Vec<TenantSettingsChangeOpenId> = "openId",
        pricing: TenantSettingsChangePricing = "pricing",
        routing: TenantSettingsChangeRouting = "routing",
        row_version: i64 = "rowVersion",
        security: TenantSettingsChangeSecurity = "security",
        tax: TenantSettingsChangeTax = "tax",
        ui: TenantSettingsChangeUi = "ui",
        user_management: TenantSettingsChangeUserManagement = "userManagement",
    }
    TenantSettingsChangeAudit {
        retention_days: i64 = "retentionDays",
    }
    TenantSettingsChangeBilling {
        address: String = "address",
        legal_name: String = "legalName",
        tax_vat_no: String = "taxVatNo",
    }
    TenantSettingsChangeBookings {
        holidays: Vec<String> = "holidays",
        mailed_statuses: Vec<TenantSettingsChangeBookingsMailedStatuses> = "mailedStatuses",
        mails_customer: bool = "mailsCustomer",
        mails_sender: bool = "mailsSender",
        show_staff_names: bool = "showStaffNames",
        tracking_days: i64 = "trackingDays",
    }
    TenantSettingsChangeCardPayment {
        environment: TenantSettingsChangeCardPaymentEnvironment = "environment",
        has_private_key: bool = "hasPrivateKey",
        merchant_id: String = "merchantId",
        private_key: String = "privateKey",
        provider: String = "provider",
        public_key: String = "publicKey",
        surcharges: Vec<TenantSettingsChangeCardPaymentSurcharges> = "surcharges",
        tokenization_key: String = "tokenizationKey",
    }
    TenantSettingsChangeCardPaymentSurcharges {
        card_type: String = "cardType",
        percent: Decimal = "percent",
    }
    TenantSettingsChangeCompliance {
        checklists: TenantSettingsChangeComplianceChecklists = "checklists",
        fatigue_rules: TenantSettingsChangeComplianceFatigueRules = "fatigueRules",
        position_retention_days: i64 = "positionRetentionDays",
    }
    TenantSettingsChangeComplianceChecklists {
        body: Vec<TenantSettingsChangeComplianceChecklistsBody> = "body",
        driverinsuarancecoverage: Vec<TenantSettingsChangeComplianceChecklistsDriverinsuarancecoverage> = "driverinsuarancecoverage",
        electrical: Vec<TenantSettingsChangeComplianceChecklistsElectrical> = "electrical",
        engine: Vec<TenantSettingsChangeComplianceChecklistsEngine> = "engine",
        safetyequipment: Vec<TenantSettingsChangeComplianceChecklistsSafetyequipment> = "safetyequipment",
        wheelstyres: Vec<TenantSettingsChangeComplianceChecklistsWheelstyres> = "wheelstyres",
    }
    TenantSettingsChangeComplianceChecklistsBody {
        bars: bool = "bars",
        title: String = "title",
    }
    TenantSettingsChangeComplianceChecklistsDriverinsuarancecoverage {
        bars: bool = "bars",
        title: String = "title",
    }
    TenantSettingsChangeComplianceChecklistsElectrical {
        bars: bool = "bars",
        title: String = "title",
    }
    TenantSettingsChangeComplianceChecklistsEngine {
        bars: bool = "bars",
        title: String = "title",
    }
    TenantSettingsChangeComplianceChecklistsSafetyequipment {
        bars: bool = "bars",
        title: String = "title",
    }
    TenantSettingsChangeComplianceChecklistsWheelstyres {
        bars: bool = "bars",
        title: String = "title",
    }
    TenantSettingsChangeCurrency {
        base_currency: String = "baseCurrency",
        factors: Vec<TenantSettingsChangeCurrencyFactors> = "factors",
    }
    TenantSettingsChangeCurrencyFactors {
        currency: String = "currency",
        factor: Decimal = "factor",
    }
    TenantSettingsChangeCustomer {
        default_type: String = "defaultType",
        end: i64 = "end",
        format: String = "format",
        is_manual: bool = "isManual",
        max_length: i64 = "maxLength",
        postfix: String = "postfix",
        prefix: String = "prefix",
        start: i64 = "start",
    }
    TenantSettingsChangeECommerce {
        rate_callback_delay: i64 = "rateCallbackDelay",
    }
    TenantSettingsChangeEmail {
        default_from_address: String = "defaultFromAddress",
        default_from_display_name: String = "defaultFromDisplayName",
        has_password: bool = "hasPassword",
        smtp_host: String = "smtpHost",
        smtp_password: String = "smtpPassword",
        smtp_port: i64 = "smtpPort",
        smtp_security: TenantSettingsChangeEmailSmtpSecurity = "smtpSecurity",
        smtp_user_name: String = "smtpUserName",
        use_host_default: bool = "useHostDefault",
    }
    TenantSettingsChangeFiles {
        allowed_types: Vec<String> = "allowedTypes",
        max_megabytes: i64 = "maxMegabytes",
    }
    TenantSettingsChangeGeneral {
        country_code: String = "countryCode",
        timezone: String = "timezone",
    }
    TenantSettingsChangeGuests {
        can_book: bool = "canBook",
        on_account: bool = "onAccount",
    }
    TenantSettingsChangeInsurance {
        ati: TenantSettingsChangeInsuranceAti = "ati",
        premium: TenantSettingsChangeInsurancePremium = "premium",
        standard: TenantSettingsChangeInsuranceStandard = "standard",
    }
    TenantSettingsChangeInsuranceAti {
        excess: Decimal = "excess",
        excluded_classes: Vec<String> = "excludedClasses",
        maximum_value: Decimal = "maximumValue",
        minimum: Decimal = "minimum",
        minimum_value_limit: Decimal = "minimumValueLimit",
        multiplier: Decimal = "multiplier",
        tax_percent: Decimal = "taxPercent",
    }
    TenantSettingsChangeInsurancePremium {
        excess: Decimal = "excess",
        excluded_classes: Vec<String> = "excludedClasses",
        maximum_value: Decimal = "maximumValue",
        minimum: Decimal = "minimum",
        multiplier: Decimal = "multiplier",
        tax_percent: Decimal = "taxPercent",
    }
    TenantSettingsChangeInsuranceStandard {
        excess: Decimal = "excess",
        excluded_classes: Vec<String> = "excludedClasses",
        maximum_value: Decimal = "maximumValue",
        minimum: Decimal = "minimum",
        multiplier: Decimal = "multiplier",
        tax_percent: Decimal = "taxPercent",
    }
    TenantSettingsChangeInvoice {
        default_type: String = "defaultType",
        end: i64 = "end",
        format: String = "format",
        is_manual: bool = "isManual",
        max_length: i64 = "maxLength",
        postfix: String = "postfix",
        prefix: String = "prefix",
        start: i64 = "start",
    }
    TenantSettingsChangeLdap {
        auto_create: bool = "autoCreate",
        base_dn: String = "baseDn",
        bind_dn: String = "bindDn",
        bind_password: String = "bindPassword",
        default_roles: Vec<String> = "defaultRoles",
        email_attribute: String = "emailAttribute",
        has_password: bool = "hasPassword",
        is_enabled: bool = "isEnabled",
        link_by_email: bool = "linkByEmail",
        name_attribute: String = "nameAttribute",
        start_tls: bool = "startTls",
        surname_attribute: String = "surnameAttribute",
        url: String = "url",
        user_filter: String = "userFilter",
    }
    TenantSettingsChangeMaps {
        geocoder: TenantSettingsChangeMapsGeocoder = "geocoder",
        geocoder_rate: i64 = "geocoderRate",
        geocoder_server: String = "geocoderServer",
        tile_address: String = "tileAddress",
        tile_attribution: String = "tileAttribution",
        tile_file: String = "tileFile",
        tile_kind: TenantSettingsChangeMapsTileKind = "tileKind",
        tile_max_zoom: i64 = "tileMaxZoom",
        tiles: TenantSettingsChangeMapsTiles = "tiles",
    }
    TenantSettingsChangeOpenId {
        auto_create: bool = "autoCreate",
        client_id: String = "clientId",
        client_secret: String = "clientSecret",
        default_roles: Vec<String> = "defaultRoles",
        display_name: String = "displayName",
        has_client_secret: bool = "hasClientSecret",
        id: String = "id",
        is_enabled: bool = "isEnabled",
        issuer: String = "issuer",
        link_by_email: bool = "linkByEmail",
        scopes: Vec<String> = "scopes",
    }
    TenantSettingsChangePricing {
        minimum_margin: Decimal = "minimumMargin",
        round_to: Decimal = "roundTo",
        rounding: TenantSettingsChangePricingRounding = "rounding",
    }
    TenantSettingsChangeRouting {
        profiles: TenantSettingsChangeRoutingProfiles = "profiles",
        runs: TenantSettingsChangeRoutingRuns = "runs",
        server: String = "server",
        source: TenantSettingsChangeRoutingSource = "source",
        time_budget: i64 = "timeBudget",
    }
    TenantSettingsChangeRoutingProfiles {
        auto: TenantSettingsChangeRoutingProfilesAuto = "auto",
        car: TenantSettingsChangeRoutingProfilesCar = "car",
        truck: TenantSettingsChangeRoutingProfilesTruck = "truck",
    }
    TenantSettingsChangeRoutingProfilesAuto {
        detour_percent: i64 = "detourPercent",
        speed: i64 = "speed",
    }
    TenantSettingsChangeRoutingProfilesCar {
        detour_percent: i64 = "detourPercent",
        speed: i64 = "speed",
    }
    TenantSettingsChangeRoutingProfilesTruck {
        detour_percent: i64 = "detourPercent",
        speed: i64 = "speed",
    }
    TenantSettingsChangeRoutingRuns {
        cost_per_hour: Decimal = "costPerHour",
        cost_per_km: Decimal = "costPerKm",
        cost_per_run: Decimal = "costPerRun",
        piece_seconds: i64 = "pieceSeconds",
        shift_end: i64 = "shiftEnd",
        shift_start: i64 = "shiftStart",
        stop_seconds: i64 = "stopSeconds",
    }
    TenantSettingsChangeSecurity {
        password_complexity: TenantSettingsChangeSecurityPasswordComplexity = "passwordComplexity",
        two_factor_login: TenantSettingsChangeSecurityTwoFactorLogin = "twoFactorLogin",
        use_default_password_complexity: bool = "useDefaultPasswordComplexity",
        user_lock_out: TenantSettingsChangeSecurityUserLockOut = "userLockOut",
    }
    TenantSettingsChangeSecurityPasswordComplexity {
        require_digit: bool = "requireDigit",
        require_lowercase: bool = "requireLowercase",
        require_non_alphanumeric: bool = "requireNonAlphanumeric",
        require_uppercase: bool = "requireUppercase",
        required_length: i64 = "requiredLength",
    }
    TenantSettingsChangeSecurityTwoFactorLogin {
        is_authenticator_enabled: bool = "isAuthenticatorEnabled",
        is_email_provider_enabled: bool = "isEmailProviderEnabled",
        is_enabled: bool = "isEnabled",
        is_remember_browser_enabled: bool = "isRememberBrowserEnabled",
        is_required: bool = "isRequired",
    }
    TenantSettingsChangeSecurityUserLockOut {
        default_account_lockout_seconds: i64 = "defaultAccountLockoutSeconds",
        is_enabled: bool = "isEnabled",
        max_failed_access_attempts_before_lockout: i64 = "maxFailedAccessAttemptsBeforeLockout",
    }
    TenantSettingsChangeTax {
        gst: Decimal = "gst",
    }
    TenantSettingsChangeUi {
        custom_css_id: String = "customCssId",
        logo_id: String = "logoId",
        primary_color: String = "primaryColor",
    }
    TenantSettingsChangeUserManagement {
        allow_one_concurrent_session: bool = "allowOneConcurrentSession",
        allow_self_registration: bool = "allowSelfRegistration",
        is_email_confirmation_required_for_login: bool = "isEmailConfirmationRequiredForLogin",
        is_new_registered_user_active_by_default: bool = "isNewRegisteredUserActiveByDefault",
        session_absolute_days: i64 = "sessionAbsoluteDays",
        session_idle_minutes: i64 = "sessionIdleMinutes",
    }
    TestMail {
        email: EmailRequest = "email",
        email_address: String = "emailAddress",
    }
    UpdateTenant {
        tenant: TenantForm = "tenant",
    }
    ViewConfigurationRequest {
        id: ViewConfigurationId = "id",
        is_default: bool = "isDefault",
        is_own: bool = "isOwn",
        key: String = "key",
        row_version: i64 = "rowVersion",
        show_to_all_users: bool = "showToAllUsers",
        show_to_customer_users: bool = "showToCustomerUsers",
        value: String = "value",
        view: String = "view",
    }
}

responses! {
    BackgroundJob {
        allowed_operations: Vec<JobOperation> = member "allowedOperations",
        attempts: i64 = member "attempts",
        cancel_asked: bool = member "cancelAsked",
        creation_time: String = member "creationTime",
        due_time: String = member "dueTime",
        ended_time: Option<String> = member "endedTime",
        id: JobId = member "id",
        impersonator_name: Option<String> = member "impersonatorName",
        kind: String = member "kind",
        last_error: Option<String> = member "lastError",
        priority: i64 = member "priority",
        progress_done: Option<i64> = member "progressDone",
        progress_text: Option<String> = member "progressText",
        progress_total: Option<i64> = member "progressTotal",
        started_time: Option<String> = member "startedTime",
        state: JobState = member "state",
        tenant_id: TenantId = member "tenantId",
        tenant_name: Option<String> = member "tenantName",
        user_id: Option<UserId> = member "userId",
        user_name: Option<String> = member "userName",
    }
    BillingAddress {
        address: String = member "address",
        legal_name: String = member "legalName",
        tax_vat_no: String = member "taxVatNo",
    }
    ChangeItem {
        change_type: String = member "changeType",
        changes: Vec<PropertyChange> = member "changes",
        client_address: String = member "clientAddress",
        creation_time: String = member "creationTime",
        entity_id: i64 = member "entityId",
        entity_name: String = member "entityName",
        entity_type: String = member "entityType",
        id: EntityChangeId = member "id",
        impersonator_id: Option<UserId> = member "impersonatorId",
        impersonator_name: Option<String> = member "impersonatorName",
        request_id: String = member "requestId",
        user_id: Option<UserId> = member "userId",
        user_name: String = member "userName",
    }
    Configuration {
        allow_self_registration: bool = member "allowSelfRegistration",
        base_currency: String = member "baseCurrency",
        country_code: String = member "countryCode",
        guests: GuestSettings = member "guests",
        has_mail_server: bool = member "hasMailServer",
        holidays: Vec<String> = member "holidays",
        tenant_billing_address: BillingAddress = member "tenantBillingAddress",
        tenant_name: String = member "tenantName",
        timezone: String = member "timezone",
        ui: Ui = member "ui",
    }
    Edition {
        creation_time: Option<String> = member "creationTime",
        display_name: String = member "displayName",
        feature_values: Vec<FeatureValue> = member "featureValues",
        id: EditionId = member "id",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
    }
    EditionForEdit {
        edition: Edition = member "edition",
        features: Vec<FeatureInfo> = member "features",
    }
    Email {
        default_from_address: String = member "defaultFromAddress",
        default_from_display_name: String = member "defaultFromDisplayName",
        has_password: bool = member "hasPassword",
        smtp_host: String = member "smtpHost",
        smtp_port: i64 = member "smtpPort",
        smtp_security: Security = member "smtpSecurity",
        smtp_user_name: String = member "smtpUserName",
        use_host_default: bool = member "useHostDefault",
    }
    FeatureValue {
        name: String = member "name",
        value: Option<String> = member "value",
    }
    Features {
        feature_values: Vec<FeatureValue> = member "featureValues",
        features: Vec<FeatureInfo> = member "features",
    }
    GivenFeature {
        edition: Option<String> = member "edition",
        name: String = member "name",
        own: Option<String> = member "own",
        value: String = member "value",
    }
    GuestSettings {
        can_book: bool = member "canBook",
        on_account: bool = member "onAccount",
    }
    Imported {
        inserted: i64 = member "inserted",
        total: i64 = member "total",
        unchanged: i64 = member "unchanged",
        updated: i64 = member "updated",
        validation_errors: Vec<RowError> = member "validationErrors",
    }
    JobCount {
        count: i64 = member "count",
        kind: String = member "kind",
        state: JobState = member "state",
    }
    JobCounts {
        counts: Vec<JobCount> = member "counts",
    }
    Language {
        display_name: String = member "displayName",
        icon: String = member "icon",
        id: i64 = member "id",
        is_built_in: bool = member "isBuiltIn",
        is_default: bool = member "isDefault",
        is_disabled: bool = member "isDisabled",
        is_right_to_left: bool = member "isRightToLeft",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
    }
    Languages {
        default_language_name: String = member "defaultLanguageName",
        items: Vec<Language> = member "items",
    }
    NewCustomCss {
        custom_css_id: String = member "customCssId",
    }
    NewLogo {
        logo_id: String = member "logoId",
    }
    NumberPreview {
        numbers: Vec<String> = member "numbers",
    }
    OneEdition {
        edition: Edition = member "edition",
    }
    OneLanguage {
        language: Language = member "language",
    }
    OneLink {
        sidebar_link: SidebarLink = member "sidebarLink",
    }
    OneView {
        view_configuration: ViewConfiguration = member "viewConfiguration",
    }
    OneWatchedJob {
        allowed_operations: Vec<JobOperation> = member "allowedOperations",
        cancel_asked: bool = member "cancelAsked",
        creation_time: String = member "creationTime",
        done: Option<i64> = member "done",
        ended_time: Option<String> = member "endedTime",
        id: JobId = member "id",
        kind: String = member "kind",
        result: Value = member "result",
        sentence: Option<String> = member "sentence",
        started_time: Option<String> = member "startedTime",
        state: JobState = member "state",
        total: Option<i64> = member "total",
    }
    PageOfBackgroundJob {
        items: Vec<BackgroundJob> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfChangeItem {
        items: Vec<ChangeItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfEdition {
        items: Vec<Edition> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRecordEmail {
        items: Vec<RecordEmail> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfSidebarLink {
        items: Vec<SidebarLink> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfTenantItem {
        items: Vec<TenantItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfTenantJob {
        items: Vec<TenantJob> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfTextPair {
        items: Vec<TextPair> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfViewConfiguration {
        items: Vec<ViewConfiguration> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfWatchedJob {
        items: Vec<WatchedJob> = member "items",
        total_count: i64 = member "totalCount",
    }
    PlatformSettings {
        email: Email = member "email",
        row_version: i64 = member "rowVersion",
    }
    ProcessedJob {
        id: JobId = member "id",
        message: Option<String> = member "message",
        parameters: Option<BTreeMap<String, Value>> = optional "parameters",
        success: bool = member "success",
        template: Option<Option<String>> = optional "template",
    }
    PropertyChange {
        new_value: Value = member "newValue",
        original_value: Value = member "originalValue",
        property_name: String = member "propertyName",
    }
    RecordEmail {
        allowed_operations: Vec<EmailOperation> = member "allowedOperations",
        creation_time: String = member "creationTime",
        id: EmailId = member "id",
        kind: String = member "kind",
        problem: Option<EmailProblem> = member "problem",
        recipient: String = member "recipient",
        sent_time: Option<String> = member "sentTime",
        server_reply: Option<String> = member "serverReply",
        state: EmailState = member "state",
    }
    SidebarLink {
        icon: Option<String> = member "icon",
        id: SidebarLinkId = member "id",
        is_external: bool = member "isExternal",
        row_version: i64 = member "rowVersion",
        sort_order: i64 = member "sortOrder",
        title: String = member "title",
        url: String = member "url",
    }
    TenantAnswer {
        server_root_address: String = member "serverRootAddress",
        state: i64 = member "state",
        tenant_id: Option<TenantId> = member "tenantId",
    }
    TenantFeatures {
        feature_values: Vec<GivenFeature> = member "featureValues",
        features: Vec<FeatureInfo> = member "features",
    }
    TenantForEdit {
        features: TenantFeatures = member "features",
        tenant: TenantItem = member "tenant",
    }
    TenantItem {
        base_currency: String = member "baseCurrency",
        creation_time: String = member "creationTime",
        edition_id: Option<EditionId> = member "editionId",
        edition_name: Option<String> = member "editionName",
        hosts: Vec<String> = member "hosts",
        id: TenantId = member "id",
        is_platform: bool = member "isPlatform",
        name: String = member "name",
        row_version: i64 = member "rowVersion",
        state: TenantState = member "state",
        timezone: String = member "timezone",
    }
    TenantJob {
        allowed_operations: Vec<JobOperation> = member "allowedOperations",
        cancel_asked: bool = member "cancelAsked",
        creation_time: String = member "creationTime",
        done: Option<i64> = member "done",
        ended_time: Option<String> = member "endedTime",
        id: JobId = member "id",
        impersonator_name: Option<String> = member "impersonatorName",
        kind: String = member "kind",
        sentence: Option<String> = member "sentence",
        started_time: Option<String> = member "startedTime",
        state: JobState = member "state",
        total: Option<i64> = member "total",
        user_id: Option<UserId> = member "userId",
        user_name: Option<String> = member "userName",
    }
    TenantSettings {
        audit: TenantSettingsAudit = member "audit",
        billing: TenantSettingsBilling = member "billing",
        bookings: TenantSettingsBookings = member "bookings",
        card_payment: TenantSettingsCardPayment = member "cardPayment",
        compliance: TenantSettingsCompliance = member "compliance",
        currency: TenantSettingsCurrency = member "currency",
        customer: TenantSettingsCustomer = member "customer",
        e_commerce: TenantSettingsECommerce = member "eCommerce",
        email: TenantSettingsEmail = member "email",
        files: TenantSettingsFiles = member "files",
        general: TenantSettingsGeneral = member "general",
        guests: TenantSettingsGuests = member "guests",
        insurance: TenantSettingsInsurance = member "insurance",
        invoice: TenantSettingsInvoice = member "invoice",
        ldap: TenantSettingsLdap = member "ldap",
        maps: TenantSettingsMaps = member "maps",
        open_id: Vec<TenantSettingsOpenId> = member "openId",
        pricing: TenantSettingsPricing = member "pricing",
        routing: TenantSettingsRouting = member "routing",
        row_version: i64 = member "rowVersion",
        security: TenantSettingsSecurity = member "security",
        tax: TenantSettingsTax = member "tax",
        ui: TenantSettingsUi = member "ui",
        user_management: TenantSettingsUserManagement = member "userManagement",
    }
    TenantSettingsAudit {
        retention_days: i64 = member "retentionDays",
    }
    TenantSettingsBilling {
        address: String = member "address",
        legal_name: String = member "legalName",
        tax_vat_no: String = member "taxVatNo",
    }
    TenantSettingsBookings {
        holidays: Vec<String> = member "holidays",
        mailed_statuses: Vec<TenantSettingsBookingsMailedStatuses> = member "mailedStatuses",
        mails_customer: bool = member "mailsCustomer",
        mails_sender: bool = member "mailsSender",
        show_staff_names: bool = member "showStaffNames",
        tracking_days: i64 = member "trackingDays",
    }
    TenantSettingsCardPayment {
        environment: TenantSettingsCardPaymentEnvironment = member "environment",
        has_private_key: bool = member "hasPrivateKey",
        merchant_id: String = member "merchantId",
        provider: String = member "provider",
        public_key: String = member "publicKey",
        surcharges: Vec<TenantSettingsCardPaymentSurcharges> = member "surcharges",
        tokenization_key: String = member "tokenizationKey",
    }
    TenantSettingsCardPaymentSurcharges {
        card_type: String = member "cardType",
        percent: Decimal = member "percent",
    }
    TenantSettingsCompliance {
        checklists: TenantSettingsComplianceChecklists = member "checklists",
        fatigue_rules: TenantSettingsComplianceFatigueRules = member "fatigueRules",
        position_retention_days: i64 = member "positionRetentionDays",
    }
    TenantSettingsComplianceChecklists {
        body: Vec<TenantSettingsComplianceChecklistsBody> = member "body",
        driverinsuarancecoverage: Vec<TenantSettingsComplianceChecklistsDriverinsuarancecoverage> = member "driverinsuarancecoverage",
        electrical: Vec<TenantSettingsComplianceChecklistsElectrical> = member "electrical",
        engine: Vec<TenantSettingsComplianceChecklistsEngine> = member "engine",
        safetyequipment: Vec<TenantSettingsComplianceChecklistsSafetyequipment> = member "safetyequipment",
        wheelstyres: Vec<TenantSettingsComplianceChecklistsWheelstyres> = member "wheelstyres",
    }
    TenantSettingsComplianceChecklistsBody {
        bars: bool = member "bars",
        title: String = member "title",
    }
    TenantSettingsComplianceChecklistsDriverinsuarancecoverage {
        bars: bool = member "bars",
        title: String = member "title",
    }
    TenantSettingsComplianceChecklistsElectrical {
        bars: bool = member "bars",
        title: String = member "title",
    }
    TenantSettingsComplianceChecklistsEngine {
        bars: bool = member "bars",
        title: String = member "title",
    }
    TenantSettingsComplianceChecklistsSafetyequipment {
        bars: bool = member "bars",
        title: String = member "title",
    }
    TenantSettingsComplianceChecklistsWheelstyres {
        bars: bool = member "bars",
        title: String = member "title",
    }
    TenantSettingsCurrency {
        base_currency: String = member "baseCurrency",
        factors: Vec<TenantSettingsCurrencyFactors> = member "factors",
    }
    TenantSettingsCurrencyFactors {
        currency: String = member "currency",
        factor: Decimal = member "factor",
    }
    TenantSettingsCustomer {
        default_type: String = member "defaultType",
        end: Option<i64> = member "end",
        format: String = member "format",
        is_manual: bool = member "isManual",
        max_length: i64 = member "maxLength",
        postfix: String = member "postfix",
        prefix: String = member "prefix",
        start: i64 = member "start",
    }
    TenantSettingsECommerce {
        rate_callback_delay: i64 = member "rateCallbackDelay",
    }
    TenantSettingsEmail {
        default_from_address: String = member "defaultFromAddress",
        default_from_display_name: String = member "defaultFromDisplayName",
        has_password: bool = member "hasPassword",
        smtp_host: String = member "smtpHost",
        smtp_port: i64 = member "smtpPort",
        smtp_security: TenantSettingsEmailSmtpSecurity = member "smtpSecurity",
        smtp_user_name: String = member "smtpUserName",
        use_host_default: bool = member "useHostDefault",
    }
    TenantSettingsFiles {
        allowed_types: Vec<String> = member "allowedTypes",
        max_megabytes: i64 = member "maxMegabytes",
    }
    TenantSettingsGeneral {
        country_code: String = member "countryCode",
        timezone: String = member "timezone",
    }
    TenantSettingsGuests {
        can_book: bool = member "canBook",
        on_account: bool = member "onAccount",
    }
    TenantSettingsInsurance {
        ati: TenantSettingsInsuranceAti = member "ati",
        premium: TenantSettingsInsurancePremium = member "premium",
        standard: TenantSettingsInsuranceStandard = member "standard",
    }
    TenantSettingsInsuranceAti {
        excess: Decimal = member "excess",
        excluded_classes: Vec<String> = member "excludedClasses",
        maximum_value: Option<Decimal> = member "maximumValue",
        minimum: Decimal = member "minimum",
        minimum_value_limit: Decimal = member "minimumValueLimit",
        multiplier: Decimal = member "multiplier",
        tax_percent: Option<Decimal> = member "taxPercent",
    }
    TenantSettingsInsurancePremium {
        excess: Decimal = member "excess",
        excluded_classes: Vec<String> = member "excludedClasses",
        maximum_value: Option<Decimal> = member "maximumValue",
        minimum: Decimal = member "minimum",
        multiplier: Decimal = member "multiplier",
        tax_percent: Option<Decimal> = member "taxPercent",
    }
    TenantSettingsInsuranceStandard {
        excess: Decimal = member "excess",
        excluded_classes: Vec<String> = member "excludedClasses",
        maximum_value: Option<Decimal> = member "maximumValue",
        minimum: Decimal = member "minimum",
        multiplier: Decimal = member "multiplier",
        tax_percent: Option<Decimal> = member "taxPercent",
    }
    TenantSettingsInvoice {
        default_type: String = member "defaultType",
        end: Option<i64> = member "end",
        format: String = member "format",
        is_manual: bool = member "isManual",
        max_length: i64 = member "maxLength",
        postfix: String = member "postfix",
        prefix: String = member "prefix",
        start: i64 = member "start",
    }
    TenantSettingsLdap {
        auto_create: bool = member "autoCreate",
        base_dn: String = member "baseDn",
        bind_dn: String = member "bindDn",
        default_roles: Vec<String> = member "defaultRoles",
        email_attribute: String = member "emailAttribute",
        has_password: bool = member "hasPassword",
        is_enabled: bool = member "isEnabled",
        link_by_email: bool = member "linkByEmail",
        name_attribute: String = member "nameAttribute",
        start_tls: bool = member "startTls",
        surname_attribute: String = member "surnameAttribute",
        url: String = member "url",
        user_filter: String = member "userFilter",
    }
    TenantSettingsMaps {
        geocoder: TenantSettingsMapsGeocoder = member "geocoder",
        geocoder_rate: i64 = member "geocoderRate",
        geocoder_server: String = member "geocoderServer",
        tile_address: String = member "tileAddress",
        tile_attribution: String = member "tileAttribution",
        tile_file: String = member "tileFile",
        tile_kind: TenantSettingsMapsTileKind = member "tileKind",
        tile_max_zoom: Option<i64> = member "tileMaxZoom",
        tiles: TenantSettingsMapsTiles = member "tiles",
    }
    TenantSettingsOpenId {
        auto_create: bool = member "autoCreate",
        client_id: String = member "clientId",
        default_roles: Vec<String> = member "defaultRoles",
        display_name: String = member "displayName",
        has_client_secret: bool = member "hasClientSecret",
        id: String = member "id",
        is_enabled: bool = member "isEnabled",
        issuer: String = member "issuer",
        link_by_email: bool = member "linkByEmail",
        scopes: Vec<String> = member "scopes",
    }
    TenantSettingsPricing {
        minimum_margin: Option<Decimal> = member "minimumMargin",
        round_to: Decimal = member "roundTo",
        rounding: TenantSettingsPricingRounding = member "rounding",
    }
    TenantSettingsRouting {
        profiles: TenantSettingsRoutingProfiles = member "profiles",
        runs: TenantSettingsRoutingRuns = member "runs",
        server: String = member "server",
        source: TenantSettingsRoutingSource = member "source",
        time_budget: i64 = member "timeBudget",
    }
    TenantSettingsRoutingProfiles {
        auto: TenantSettingsRoutingProfilesAuto = member "auto",
        car: TenantSettingsRoutingProfilesCar = member "car",
        truck: TenantSettingsRoutingProfilesTruck = member "truck",
    }
    TenantSettingsRoutingProfilesAuto {
        detour_percent: i64 = member "detourPercent",
        speed: i64 = member "speed",
    }
    TenantSettingsRoutingProfilesCar {
        detour_percent: i64 = member "detourPercent",
        speed: i64 = member "speed",
    }
    TenantSettingsRoutingProfilesTruck {
        detour_percent: i64 = member "detourPercent",
        speed: i64 = member "speed",
    }
    TenantSettingsRoutingRuns {
        cost_per_hour: Decimal = member "costPerHour",
        cost_per_km: Decimal = member "costPerKm",
        cost_per_run: Decimal = member "costPerRun",
        piece_seconds: i64 = member "pieceSeconds",
        shift_end: i64 = member "shiftEnd",
        shift_start: i64 = member "shiftStart",
        stop_seconds: i64 = member "stopSeconds",
    }
    TenantSettingsSecurity {
        password_complexity: TenantSettingsSecurityPasswordComplexity = member "passwordComplexity",
        two_factor_login: TenantSettingsSecurityTwoFactorLogin = member "twoFactorLogin",
        use_default_password_complexity: bool = member "useDefaultPasswordComplexity",
        user_lock_out: TenantSettingsSecurityUserLockOut = member "userLockOut",
    }
    TenantSettingsSecurityPasswordComplexity {
        require_digit: bool = member "requireDigit",
        require_lowercase: bool = member "requireLowercase",
        require_non_alphanumeric: bool = member "requireNonAlphanumeric",
        require_uppercase: bool = member "requireUppercase",
        required_length: i64 = member "requiredLength",
    }
    TenantSettingsSecurityTwoFactorLogin {
        is_authenticator_enabled: bool = member "isAuthenticatorEnabled",
        is_email_provider_enabled: bool = member "isEmailProviderEnabled",
        is_enabled: bool = member "isEnabled",
        is_remember_browser_enabled: bool = member "isRememberBrowserEnabled",
        is_required: bool = member "isRequired",
    }
    TenantSettingsSecurityUserLockOut {
        default_account_lockout_seconds: i64 = member "defaultAccountLockoutSeconds",
        is_enabled: bool = member "isEnabled",
        max_failed_access_attempts_before_lockout: i64 = member "maxFailedAccessAttemptsBeforeLockout",
    }
    TenantSettingsTax {
        gst: Decimal = member "gst",
    }
    TenantSettingsUi {
        custom_css_id: Option<String> = member "customCssId",
        logo_id: Option<String> = member "logoId",
        primary_color: Option<String> = member "primaryColor",
    }
    TenantSettingsUserManagement {
        allow_one_concurrent_session: bool = member "allowOneConcurrentSession",
        allow_self_registration: bool = member "allowSelfRegistration",
        is_email_confirmation_required_for_login: bool = member "isEmailConfirmationRequiredForLogin",
        is_new_registered_user_active_by_default: bool = member "isNewRegisteredUserActiveByDefault",
        session_absolute_days: i64 = member "sessionAbsoluteDays",
        session_idle_minutes: i64 = member "sessionIdleMinutes",
    }
    TestMailAnswer {
        is_sent: bool = member "isSent",
        message: String = member "message",
    }
    TextPair {
        base_value: String = member "baseValue",
        is_own: bool = member "isOwn",
        key: String = member "key",
        target_value: Option<String> = member "targetValue",
    }
    Ui {
        custom_css_id: Option<String> = member "customCssId",
        logo_id: Option<String> = member "logoId",
        primary_color: Option<String> = member "primaryColor",
    }
    ViewConfiguration {
        id: ViewConfigurationId = member "id",
        is_default: bool = member "isDefault",
        is_own: bool = member "isOwn",
        key: String = member "key",
        row_version: i64 = member "rowVersion",
        show_to_all_users: bool = member "showToAllUsers",
        show_to_customer_users: bool = member "showToCustomerUsers",
        value: String = member "value",
        view: String = member "view",
    }
    WatchedJob {
        allowed_operations: Vec<JobOperation> = member "allowedOperations",
        cancel_asked: bool = member "cancelAsked",
        creation_time: String = member "creationTime",
        done: Option<i64> = member "done",
        ended_time: Option<String> = member "endedTime",
        id: JobId = member "id",
        kind: String = member "kind",
        sentence: Option<String> = member "sentence",
        started_time: Option<String> = member "startedTime",
        state: JobState = member "state",
        total: Option<i64> = member "total",
    }
}
