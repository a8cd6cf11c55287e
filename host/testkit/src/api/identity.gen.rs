//! Calls and types of identity, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct IdentityCalls<'a>(pub(super) &'a Client);

impl<'a> IdentityCalls<'a> {
    /// `POST /api/auth/_log`
    pub fn log(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::POST, "/api/auth/_log").unwrapped()
    }
    /// `GET /api/auth/csrf`
    pub fn csrf(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/auth/csrf").unwrapped()
    }
    /// `GET /api/auth/error`
    pub fn error(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/auth/error").unwrapped()
    }
    /// `POST /api/auth/passkey`
    pub fn passkey(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::POST, "/api/auth/passkey").unwrapped()
    }
    /// `GET /api/auth/providers`
    pub fn providers(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/auth/providers").unwrapped()
    }
    /// `GET /api/auth/session`
    pub fn get_session(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/auth/session").unwrapped()
    }
    /// `POST /api/auth/session`
    pub fn post_session(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::POST, "/api/auth/session").unwrapped()
    }
    /// `GET /api/auth/signin`
    pub fn sign_in(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/auth/signin").unwrapped()
    }
    /// `GET /api/auth/signout`
    pub fn get_signout(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/auth/signout").unwrapped()
    }
    /// `POST /api/auth/signout`
    pub fn post_signout(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::POST, "/api/auth/signout").unwrapped()
    }
    /// `POST /api/core/account/activateemail`
    pub fn activate_email(self, body: ActivateEmail) -> Call<'a, Activated> {
        Call::new(self.0, Method::POST, "/api/core/account/activateemail").body(body.into())
    }
    /// `GET /api/core/account/getpasswordcomplexity`
    pub fn get_password_complexity(self) -> Call<'a, PasswordComplexity> {
        Call::new(self.0, Method::GET, "/api/core/account/getpasswordcomplexity")
    }
    /// `POST /api/core/account/resetpassword`
    pub fn reset_password(self, body: ResetPassword) -> Call<'a, CanLogin> {
        Call::new(self.0, Method::POST, "/api/core/account/resetpassword").body(body.into())
    }
    /// `POST /api/core/account/sendemailactivationlink`
    pub fn send_email_activation_link(self, body: EmailQuestion) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/account/sendemailactivationlink").body(body.into())
    }
    /// `POST /api/core/account/sendpasswordresetcode`
    pub fn send_password_reset_code(self, body: EmailQuestion) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/account/sendpasswordresetcode").body(body.into())
    }
    /// `POST /api/core/organizationunit/adduserstoorganizationunit`
    pub fn add_users_to_organization_unit(self, body: NewMembers) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/organizationunit/adduserstoorganizationunit").body(body.into())
    }
    /// `POST /api/core/organizationunit/createorganizationunit`
    pub fn create_organization_unit(self, body: NewUnit) -> Call<'a, UnitItem> {
        Call::new(self.0, Method::POST, "/api/core/organizationunit/createorganizationunit").body(body.into())
    }
    /// `DELETE /api/core/organizationunit/deleteorganizationunit`
    pub fn delete_organization_unit(self, id: impl IntoField<OrganizationUnitId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/organizationunit/deleteorganizationunit").parameter("id", id.into_field())
    }
    /// `GET /api/core/organizationunit/getorganizationunits`
    pub fn get_organization_units(self) -> Call<'a, PageOfUnitItem> {
        Call::new(self.0, Method::GET, "/api/core/organizationunit/getorganizationunits")
    }
    /// `GET /api/core/organizationunit/getorganizationunitusers`
    pub fn get_organization_unit_users(self, id: impl IntoField<OrganizationUnitId>) -> Call<'a, PageOfMemberItem, IdentityGetOrganizationUnitUsers> {
        Call::new(self.0, Method::GET, "/api/core/organizationunit/getorganizationunitusers").parameter("id", id.into_field())
    }
    /// `POST /api/core/organizationunit/moveorganizationunit`
    pub fn move_organization_unit(self, body: MovedUnit) -> Call<'a, UnitItem> {
        Call::new(self.0, Method::POST, "/api/core/organizationunit/moveorganizationunit").body(body.into())
    }
    /// `DELETE /api/core/organizationunit/removeuserfromorganizationunit`
    pub fn remove_user_from_organization_unit(self, organization_unit_id: impl IntoField<OrganizationUnitId>, user_id: impl IntoField<UserId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/organizationunit/removeuserfromorganizationunit").parameter("organizationUnitId", organization_unit_id.into_field()).parameter("userId", user_id.into_field())
    }
    /// `PUT /api/core/organizationunit/updateorganizationunit`
    pub fn update_organization_unit(self, body: RenamedUnit) -> Call<'a, UnitItem> {
        Call::new(self.0, Method::PUT, "/api/core/organizationunit/updateorganizationunit").body(body.into())
    }
    /// `GET /api/core/permission/getallpermissions`
    pub fn get_all_permissions(self) -> Call<'a, PageOfPermissionItem> {
        Call::new(self.0, Method::GET, "/api/core/permission/getallpermissions")
    }
    /// `GET /api/core/permission/getallpermissionsforcustomer`
    pub fn get_all_permissions_for_customer(self) -> Call<'a, PageOfPermissionItem> {
        Call::new(self.0, Method::GET, "/api/core/permission/getallpermissionsforcustomer")
    }
    /// `POST /api/core/platform/activate`
    pub fn activate(self, body: ActivateBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/platform/activate").body(body.into())
    }
    /// `POST /api/core/platform/createtenant`
    pub fn create_tenant(self, body: CreateTenant) -> Call<'a, CreatedTenant> {
        Call::new(self.0, Method::POST, "/api/core/platform/createtenant").body(body.into())
    }
    /// `DELETE /api/core/platform/deletetenant`
    pub fn delete_tenant(self, id: impl IntoField<TenantId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/platform/deletetenant").parameter("id", id.into_field())
    }
    /// `POST /api/core/platform/enter`
    pub fn enter(self, body: EnterTenant) -> Call<'a, TenantAccess> {
        Call::new(self.0, Method::POST, "/api/core/platform/enter").body(body.into())
    }
    /// `POST /api/core/platform/suspend`
    pub fn suspend(self, body: SuspendBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/platform/suspend").body(body.into())
    }
    /// `POST /api/core/profile/addpasskey`
    pub fn add_passkey(self, body: NewPasskey) -> Call<'a, PasskeyItem> {
        Call::new(self.0, Method::POST, "/api/core/profile/addpasskey").body(body.into())
    }
    /// `POST /api/core/profile/changepassword`
    pub fn change_password(self, body: ChangePassword) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/profile/changepassword").body(body.into())
    }
    /// `POST /api/core/profile/confirmidentity`
    pub fn confirm_identity(self, body: ConfirmIdentity) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/profile/confirmidentity").body(body.into())
    }
    /// `POST /api/core/profile/confirmtwofactor`
    pub fn confirm_two_factor(self, body: CodeInput) -> Call<'a, RecoveryCodes> {
        Call::new(self.0, Method::POST, "/api/core/profile/confirmtwofactor").body(body.into())
    }
    /// `DELETE /api/core/profile/deleteothersessions`
    pub fn deleteothersessions(self) -> Call<'a, Ended> {
        Call::new(self.0, Method::DELETE, "/api/core/profile/deleteothersessions")
    }
    /// `DELETE /api/core/profile/deletepasskey`
    pub fn delete_passkey(self, id: impl IntoField<i64>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/profile/deletepasskey").parameter("id", id.into_field())
    }
    /// `DELETE /api/core/profile/deleteprofilepicture`
    pub fn delete_profile_picture(self) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/profile/deleteprofilepicture")
    }
    /// `DELETE /api/core/profile/deletesession`
    pub fn delete_session(self, id: impl IntoField<SessionId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/profile/deletesession").parameter("id", id.into_field())
    }
    /// `POST /api/core/profile/disabletwofactor`
    pub fn disable_two_factor(self, body: PasswordInput) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/profile/disabletwofactor").body(body.into())
    }
    /// `DELETE /api/core/profile/forgetbrowsers`
    pub fn for_get_browsers(self) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/profile/forgetbrowsers")
    }
    /// `GET /api/core/profile/getconfirmation`
    pub fn get_confirmation(self) -> Call<'a, Confirmation> {
        Call::new(self.0, Method::GET, "/api/core/profile/getconfirmation")
    }
    /// `GET /api/core/profile/getpasskeys`
    pub fn get_passkeys(self) -> Call<'a, PasskeyList> {
        Call::new(self.0, Method::GET, "/api/core/profile/getpasskeys")
    }
    /// `GET /api/core/profile/getprofile`
    pub fn get_profile(self) -> Call<'a, Profile> {
        Call::new(self.0, Method::GET, "/api/core/profile/getprofile")
    }
    /// `GET /api/core/profile/getprofilepicture`
    pub fn get_profile_picture(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/core/profile/getprofilepicture").unwrapped()
    }
    /// `GET /api/core/profile/getsessions`
    pub fn get_sessions(self) -> Call<'a, SessionList> {
        Call::new(self.0, Method::GET, "/api/core/profile/getsessions")
    }
    /// `GET /api/core/profile/gettwofactor`
    pub fn get_two_factor(self) -> Call<'a, TwoFactorState> {
        Call::new(self.0, Method::GET, "/api/core/profile/gettwofactor")
    }
    /// `POST /api/core/profile/newrecoverycodes`
    pub fn new_recovery_codes(self, body: CodeInput) -> Call<'a, RecoveryCodes> {
        Call::new(self.0, Method::POST, "/api/core/profile/newrecoverycodes").body(body.into())
    }
    /// `PUT /api/core/profile/renamepasskey`
    pub fn re_name_passkey(self, body: RenamedPasskey) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/profile/renamepasskey").body(body.into())
    }
    /// `POST /api/core/profile/sendtwofactorcode`
    pub fn send_two_factor_code(self, body: EmptyRequest) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/profile/sendtwofactorcode").body(body.into())
    }
    /// `POST /api/core/profile/startconfirmation`
    pub fn start_confirmation(self, body: EmptyRequest) -> Call<'a, PasskeyOffer> {
        Call::new(self.0, Method::POST, "/api/core/profile/startconfirmation").body(body.into())
    }
    /// `POST /api/core/profile/startpasskey`
    pub fn start_passkey(self, body: EmptyRequest) -> Call<'a, PasskeyOffer> {
        Call::new(self.0, Method::POST, "/api/core/profile/startpasskey").body(body.into())
    }
    /// `POST /api/core/profile/starttwofactor`
    pub fn start_two_factor(self, body: StartTwoFactor) -> Call<'a, TwoFactorOffer> {
        Call::new(self.0, Method::POST, "/api/core/profile/starttwofactor").body(body.into())
    }
    /// `PUT /api/core/profile/updateprofile`
    pub fn update_profile(self, body: UpdateProfile) -> Call<'a, Profile> {
        Call::new(self.0, Method::PUT, "/api/core/profile/updateprofile").body(body.into())
    }
    /// `POST /api/core/profile/uploadprofilepicture`
    pub fn upload_profile_picture(self, file: (&str, &[u8])) -> Call<'a, Picture> {
        Call::new(self.0, Method::POST, "/api/core/profile/uploadprofilepicture").file(file)
    }
    /// `POST /api/core/role/createorupdaterole`
    pub fn create_or_update_role(self, body: SaveRole) -> Call<'a, SavedRole> {
        Call::new(self.0, Method::POST, "/api/core/role/createorupdaterole").body(body.into())
    }
    /// `DELETE /api/core/role/deleterole`
    pub fn delete_role(self, id: impl IntoField<RoleId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/role/deleterole").parameter("id", id.into_field())
    }
    /// `GET /api/core/role/getcustomerroles`
    pub fn get_customer_roles(self, customer_id: impl IntoField<CustomerId>) -> Call<'a, PageOfRoleItem, IdentityGetCustomerRoles> {
        Call::new(self.0, Method::GET, "/api/core/role/getcustomerroles").parameter("customerId", customer_id.into_field())
    }
    /// `GET /api/core/role/getroleforedit`
    pub fn get_role_for_edit(self) -> Call<'a, RoleForEdit, IdentityGetRoleForEdit> {
        Call::new(self.0, Method::GET, "/api/core/role/getroleforedit")
    }
    /// `GET /api/core/role/getroles`
    pub fn get_roles(self) -> Call<'a, PageOfRoleItem, IdentityGetRoles> {
        Call::new(self.0, Method::GET, "/api/core/role/getroles")
    }
    /// `POST /api/core/user/CreateAPIKey`
    pub fn create_api_key(self, body: KeyFor) -> Call<'a, NewKey> {
        Call::new(self.0, Method::POST, "/api/core/user/CreateAPIKey").body(body.into())
    }
    /// `DELETE /api/core/user/DeleteAPIKey`
    pub fn delete_api_key(self, id: impl IntoField<ApiKeyId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/user/DeleteAPIKey").parameter("id", id.into_field())
    }
    /// `DELETE /api/core/user/DeleteUser`
    pub fn delete_user(self, id: impl IntoField<UserId>) -> Call<'a, Empty> {
        Call::new(self.0, Method::DELETE, "/api/core/user/DeleteUser").parameter("id", id.into_field())
    }
    /// `GET /api/core/user/GetUserPermissionsForEdit`
    pub fn get_user_permissions_for_edit(self, id: impl IntoField<UserId>) -> Call<'a, UserPermissions> {
        Call::new(self.0, Method::GET, "/api/core/user/GetUserPermissionsForEdit").parameter("id", id.into_field())
    }
    /// `GET /api/core/user/GetUsersForExcel`
    pub fn get_users_for_excel(self) -> Call<'a, ApiResponse, IdentityGetUsersForExcel> {
        Call::new(self.0, Method::GET, "/api/core/user/GetUsersForExcel").unwrapped()
    }
    /// `POST /api/core/user/UnlockUser`
    pub fn unlock_user(self, body: UnlockUserBody) -> Call<'a, Empty> {
        Call::new(self.0, Method::POST, "/api/core/user/UnlockUser").body(body.into())
    }
    /// `POST /api/core/user/createorupdateuser`
    pub fn create_or_update_user(self, body: SaveUser) -> Call<'a, SavedUser> {
        Call::new(self.0, Method::POST, "/api/core/user/createorupdateuser").body(body.into())
    }
    /// `GET /api/core/user/getapikeyforedit`
    pub fn get_api_key_for_edit(self, user_id: impl IntoField<UserId>) -> Call<'a, KeyForEdit> {
        Call::new(self.0, Method::GET, "/api/core/user/getapikeyforedit").parameter("userId", user_id.into_field())
    }
    /// `GET /api/core/user/getapikeys`
    pub fn get_api_keys(self) -> Call<'a, PageOfKeyItem, IdentityGetApiKeys> {
        Call::new(self.0, Method::GET, "/api/core/user/getapikeys")
    }
    /// `GET /api/core/user/getcustomerusers`
    pub fn get_customer_users(self, customer_id: impl IntoField<CustomerId>) -> Call<'a, PageOfUserItem, IdentityGetCustomerUsers> {
        Call::new(self.0, Method::GET, "/api/core/user/getcustomerusers").parameter("customerId", customer_id.into_field())
    }
    /// `GET /api/core/user/getuserforedit`
    pub fn get_user_for_edit(self) -> Call<'a, UserForEdit, IdentityGetUserForEdit> {
        Call::new(self.0, Method::GET, "/api/core/user/getuserforedit")
    }
    /// `GET /api/core/user/getusers`
    pub fn get_users(self) -> Call<'a, PageOfUserItem, IdentityGetUsers> {
        Call::new(self.0, Method::GET, "/api/core/user/getusers")
    }
    /// `PUT /api/core/user/updateUserPermissions`
    pub fn update_user_permissions(self, body: SaveUserPermissions) -> Call<'a, Empty> {
        Call::new(self.0, Method::PUT, "/api/core/user/updateUserPermissions").body(body.into())
    }
    /// `GET /api/impersonate/end`
    pub fn end(self) -> Call<'a, WayBack> {
        Call::new(self.0, Method::GET, "/api/impersonate/end")
    }
    /// `POST /api/impersonate/start`
    pub fn start(self, body: Impersonate) -> Call<'a, Passage> {
        Call::new(self.0, Method::POST, "/api/impersonate/start").body(body.into())
    }
    /// `POST /token`
    pub fn token(self) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::POST, "/token").unwrapped()
    }
}

parameters! { IdentityGetOrganizationUnitUsers -> PageOfMemberItem {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { IdentityGetCustomerRoles -> PageOfRoleItem {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { IdentityGetRoleForEdit -> RoleForEdit {
    customer_id: CustomerId = "customerId",
    id: RoleId = "id",
}}

parameters! { IdentityGetRoles -> PageOfRoleItem {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { IdentityGetUsersForExcel -> ApiResponse {
    customer_id: CustomerId = "customerId",
    permission: String = "permission",
    role: String = "role",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { IdentityGetApiKeys -> PageOfKeyItem {
    user_id: UserId = "userId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { IdentityGetCustomerUsers -> PageOfUserItem {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { IdentityGetUserForEdit -> UserForEdit {
    customer_id: CustomerId = "customerId",
    id: UserId = "id",
}}

parameters! { IdentityGetUsers -> PageOfUserItem {
    permission: String = "permission",
    role: String = "role",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

enums! {
    Provider {
        Authenticator = "Authenticator",
        Email = "Email",
        Passkey = "Passkey",
    }
}

requests! {
    ActivateBody {
        id: TenantId = "id",
    }
    ActivateEmail {
        confirmation_code: String = "confirmationCode",
        user_id: UserId = "userId",
    }
    ChangePassword {
        current_password: String = "currentPassword",
        new_password: String = "newPassword",
    }
    CodeInput {
        code: String = "code",
    }
    ConfirmIdentity {
        code: String = "code",
        passkey: String = "passkey",
        password: String = "password",
    }
    CreateTenant {
        admin: FirstAdmin = "admin",
        tenant: NewTenantInput = "tenant",
    }
    EmailQuestion {
        email_address: String = "emailAddress",
    }
    EnterTenant {
        tenant_id: TenantId = "tenantId",
        user_id: UserId = "userId",
    }
    FirstAdmin {
        email_address: String = "emailAddress",
        name: String = "name",
        password: String = "password",
        surname: String = "surname",
        user_name: String = "userName",
    }
    Impersonate {
        user_id: UserId = "userId",
    }
    KeyFor {
        addresses: Vec<String> = "addresses",
        expires_at: String = "expiresAt",
        name: String = "name",
        permissions: Vec<String> = "permissions",
        user_id: UserId = "userId",
    }
    MovedUnit {
        id: OrganizationUnitId = "id",
        new_parent_id: OrganizationUnitId = "newParentId",
    }
    NewMembers {
        organization_unit_id: OrganizationUnitId = "organizationUnitId",
        user_ids: Vec<UserId> = "userIds",
    }
    NewPasskey {
        credential: Value = "credential",
        name: String = "name",
    }
    NewTenantInput {
        base_currency: String = "baseCurrency",
        edition_id: EditionId = "editionId",
        hosts: Vec<String> = "hosts",
        name: String = "name",
        timezone: String = "timezone",
    }
    NewUnit {
        display_name: String = "displayName",
        parent_id: OrganizationUnitId = "parentId",
    }
    PasswordInput {
        password: String = "password",
    }
    RenamedPasskey {
        id: i64 = "id",
        name: String = "name",
    }
    RenamedUnit {
        display_name: String = "displayName",
        id: OrganizationUnitId = "id",
        row_version: i64 = "rowVersion",
    }
    ResetPassword {
        password: String = "password",
        reset_code: String = "resetCode",
        return_url: String = "returnUrl",
        single_sign_in: Value = "singleSignIn",
        user_id: UserId = "userId",
    }
    RoleInput {
        customer_id: CustomerId = "customerId",
        display_name: String = "displayName",
        id: RoleId = "id",
        is_default: bool = "isDefault",
        row_version: i64 = "rowVersion",
    }
    SaveRole {
        granted_permission_names: Vec<String> = "grantedPermissionNames",
        role: RoleInput = "role",
    }
    SaveUser {
        assigned_role_names: Vec<String> = "assignedRoleNames",
        organization_units: Vec<OrganizationUnitId> = "organizationUnits",
        profile_picture_id: FileId = "profilePictureId",
        send_activation_email: bool = "sendActivationEmail",
        set_random_password: bool = "setRandomPassword",
        timezone: String = "timezone",
        user: UserInput = "user",
    }
    SaveUserPermissions {
        granted_permission_names: Vec<String> = "grantedPermissionNames",
        id: UserId = "id",
        row_version: i64 = "rowVersion",
    }
    StartTwoFactor {
        provider: Provider = "provider",
    }
    SuspendBody {
        id: TenantId = "id",
    }
    UnlockUserBody {
        id: UserId = "id",
    }
    UpdateProfile {
        current_password: String = "currentPassword",
        email_address: String = "emailAddress",
        language: String = "language",
        name: String = "name",
        phone_number: String = "phoneNumber",
        row_version: i64 = "rowVersion",
        surname: String = "surname",
        timezone: String = "timezone",
    }
    UserInput {
        customer_id: CustomerId = "customerId",
        email_address: String = "emailAddress",
        id: UserId = "id",
        is_active: bool = "isActive",
        is_driver: bool = "isDriver",
        is_lockout_enabled: bool = "isLockoutEnabled",
        is_two_factor_enabled: bool = "isTwoFactorEnabled",
        name: String = "name",
        password: String = "password",
        phone_number: String = "phoneNumber",
        row_version: i64 = "rowVersion",
        should_change_password_on_next_login: bool = "shouldChangePasswordOnNextLogin",
        surname: String = "surname",
        user_name: String = "userName",
    }
}

responses! {
    Activated {
        can_login: bool = member "canLogin",
        reset_code: Option<String> = member "resetCode",
        user_name: String = member "userName",
    }
    AssignedRole {
        is_assigned: bool = member "isAssigned",
        is_default: bool = member "isDefault",
        role_display_name: String = member "roleDisplayName",
        role_id: RoleId = member "roleId",
        role_name: String = member "roleName",
    }
    CanLogin {
        can_login: bool = member "canLogin",
        user_name: String = member "userName",
    }
    Confirmation {
        by_code: bool = member "byCode",
        by_passkey: bool = member "byPasskey",
        by_password: bool = member "byPassword",
        mails_codes: bool = member "mailsCodes",
    }
    CreatedTenant {
        id: TenantId = member "id",
    }
    EditedUser {
        api_key: Option<ApiKeyId> = member "apiKey",
        creation_time: Option<String> = member "creationTime",
        customer_id: Option<CustomerId> = member "customerId",
        customer_name: Option<String> = member "customerName",
        email_address: String = member "emailAddress",
        id: Option<UserId> = member "id",
        is_active: bool = member "isActive",
        is_driver: bool = member "isDriver",
        is_locked: bool = member "isLocked",
        is_lockout_enabled: bool = member "isLockoutEnabled",
        is_two_factor_enabled: bool = member "isTwoFactorEnabled",
        last_login_time: Option<String> = member "lastLoginTime",
        name: String = member "name",
        phone_number: String = member "phoneNumber",
        row_version: i64 = member "rowVersion",
        should_change_password_on_next_login: bool = member "shouldChangePasswordOnNextLogin",
        surname: String = member "surname",
        user_guid: Option<String> = member "userGuid",
        user_name: String = member "userName",
    }
    Ended {
        ended: i64 = member "ended",
    }
    KeyForEdit {
        permissions: Vec<PermissionItem> = member "permissions",
    }
    KeyItem {
        addresses: Option<Vec<String>> = member "addresses",
        creation_time: String = member "creationTime",
        expires_at: Option<String> = member "expiresAt",
        id: ApiKeyId = member "id",
        last_used_address: Option<String> = member "lastUsedAddress",
        last_used_time: Option<String> = member "lastUsedTime",
        name: String = member "name",
        permissions: Option<Vec<String>> = member "permissions",
        user_full_name: String = member "userFullName",
        user_id: UserId = member "userId",
        user_name: String = member "userName",
    }
    MemberItem {
        added_time: Option<String> = member "addedTime",
        email_address: String = member "emailAddress",
        id: UserId = member "id",
        name: String = member "name",
        profile_picture_id: Option<FileId> = member "profilePictureId",
        surname: String = member "surname",
        user_name: String = member "userName",
    }
    NewKey {
        api_key: String = member "apiKey",
        id: ApiKeyId = member "id",
    }
    PageOfKeyItem {
        items: Vec<KeyItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfMemberItem {
        items: Vec<MemberItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfPermissionItem {
        items: Vec<PermissionItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfRoleItem {
        items: Vec<RoleItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfUnitItem {
        items: Vec<UnitItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfUserItem {
        items: Vec<UserItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    Passage {
        impersonation_token: String = member "impersonationToken",
    }
    PasskeyItem {
        creation_time: String = member "creationTime",
        id: i64 = member "id",
        last_used_time: Option<String> = member "lastUsedTime",
        name: String = member "name",
        rp_id: String = member "rpId",
    }
    PasskeyList {
        can_add: bool = member "canAdd",
        items: Vec<PasskeyItem> = member "items",
    }
    PasskeyOffer {
        options: Value = member "options",
    }
    PasswordComplexity {
        require_digit: bool = member "requireDigit",
        require_lowercase: bool = member "requireLowercase",
        require_non_alphanumeric: bool = member "requireNonAlphanumeric",
        require_uppercase: bool = member "requireUppercase",
        required_length: i64 = member "requiredLength",
    }
    PermissionItem {
        description: String = member "description",
        display_name: String = member "displayName",
        is_granted_by_default: bool = member "isGrantedByDefault",
        level: i64 = member "level",
        name: String = member "name",
        parent_name: Option<String> = member "parentName",
    }
    Picture {
        image: Option<String> = member "image",
    }
    Profile {
        email_address: String = member "emailAddress",
        has_password: bool = member "hasPassword",
        id: UserId = member "id",
        image: Option<String> = member "image",
        is_email_confirmed: bool = member "isEmailConfirmed",
        is_two_factor_enabled: bool = member "isTwoFactorEnabled",
        language: Option<String> = member "language",
        name: String = member "name",
        phone_number: String = member "phoneNumber",
        row_version: i64 = member "rowVersion",
        surname: String = member "surname",
        timezone: Option<String> = member "timezone",
        user_name: String = member "userName",
    }
    RecoveryCodes {
        recovery_codes: Vec<String> = member "recoveryCodes",
    }
    RoleForEdit {
        granted_permission_names: Vec<String> = member "grantedPermissionNames",
        permissions: Vec<PermissionItem> = member "permissions",
        role: RoleItem = member "role",
    }
    RoleItem {
        creation_time: Option<String> = member "creationTime",
        customer_id: Option<CustomerId> = member "customerId",
        display_name: String = member "displayName",
        id: Option<RoleId> = member "id",
        is_default: bool = member "isDefault",
        is_static: bool = member "isStatic",
        name: String = member "name",
        permission_count: i64 = member "permissionCount",
        permission_names: Vec<String> = member "permissionNames",
        row_version: i64 = member "rowVersion",
        user_count: i64 = member "userCount",
    }
    SavedRole {
        role: RoleItem = member "role",
    }
    SavedUser {
        id: UserId = member "id",
        user: EditedUser = member "user",
    }
    SessionItem {
        address: String = member "address",
        creation_time: String = member "creationTime",
        expires: String = member "expires",
        id: SessionId = member "id",
        impersonator_name: Option<String> = member "impersonatorName",
        is_current: bool = member "isCurrent",
        last_used_time: String = member "lastUsedTime",
        provider: Option<String> = member "provider",
        user_agent: String = member "userAgent",
    }
    SessionList {
        items: Vec<SessionItem> = member "items",
        total_count: i64 = member "totalCount",
    }
    TenantAccess {
        impersonation_token: String = member "impersonationToken",
        url: String = member "url",
    }
    TwoFactorOffer {
        qr_code: Option<String> = member "qrCode",
        secret: Option<String> = member "secret",
        uri: Option<String> = member "uri",
    }
    TwoFactorState {
        can_remember_browser: bool = member "canRememberBrowser",
        can_use_authenticator: bool = member "canUseAuthenticator",
        can_use_email: bool = member "canUseEmail",
        is_authenticator_enabled: bool = member "isAuthenticatorEnabled",
        is_available: bool = member "isAvailable",
        is_email_enabled: bool = member "isEmailEnabled",
        is_enabled: bool = member "isEnabled",
        is_required: bool = member "isRequired",
        recovery_codes_left: i64 = member "recoveryCodesLeft",
        remembered_browsers: i64 = member "rememberedBrowsers",
    }
    UnitItem {
        code: String = member "code",
        creation_time: String = member "creationTime",
        display_name: String = member "displayName",
        id: OrganizationUnitId = member "id",
        last_modification_time: Option<String> = member "lastModificationTime",
        member_count: i64 = member "memberCount",
        parent_id: Option<OrganizationUnitId> = member "parentId",
        row_version: i64 = member "rowVersion",
    }
    UserForEdit {
        all_organization_units: Vec<UnitItem> = member "allOrganizationUnits",
        membered_organization_units: Vec<String> = member "memberedOrganizationUnits",
        profile_picture_id: Option<FileId> = member "profilePictureId",
        roles: Vec<AssignedRole> = member "roles",
        timezone: Option<String> = member "timezone",
        user: EditedUser = member "user",
    }
    UserItem {
        api_key: Option<ApiKeyId> = member "apiKey",
        api_keys: Vec<ApiKeyId> = member "apiKeys",
        creation_time: String = member "creationTime",
        customer_id: Option<CustomerId> = member "customerId",
        customer_name: Option<String> = member "customerName",
        email_address: String = member "emailAddress",
        id: UserId = member "id",
        is_active: bool = member "isActive",
        is_driver: bool = member "isDriver",
        is_locked: bool = member "isLocked",
        is_lockout_enabled: bool = member "isLockoutEnabled",
        is_two_factor_enabled: bool = member "isTwoFactorEnabled",
        last_login_time: Option<String> = member "lastLoginTime",
        name: String = member "name",
        phone_number: String = member "phoneNumber",
        profile_picture_id: Option<FileId> = member "profilePictureId",
        roles: Vec<UserItemRole> = member "roles",
        row_version: i64 = member "rowVersion",
        should_change_password_on_next_login: bool = member "shouldChangePasswordOnNextLogin",
        surname: String = member "surname",
        user_guid: String = member "userGuid",
        user_name: String = member "userName",
    }
    UserItemRole {
        display_name: String = member "displayName",
        role_id: RoleId = member "roleId",
        role_name: String = member "roleName",
    }
    UserPermissions {
        granted_permission_names: Vec<String> = member "grantedPermissionNames",
        permissions: Vec<PermissionItem> = member "permissions",
        role_permission_names: Vec<String> = member "rolePermissionNames",
        row_version: i64 = member "rowVersion",
    }
    WayBack {
        impersonation_token: Option<String> = member "impersonationToken",
        url: Option<String> = member "url",
    }
}
