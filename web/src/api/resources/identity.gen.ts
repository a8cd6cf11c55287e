// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const ActivateEmail = {
  schema: 'ActivateEmail',
  fields: {
    confirmationCode: { label: "Confirmation code", kind: "text" },
    userId: { label: "User", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'ActivateEmail'>;

export const ChangePassword = {
  schema: 'ChangePassword',
  fields: {
    currentPassword: { label: "Current password", kind: "text" },
    newPassword: { label: "New password", kind: "text" },
  },
} as const satisfies Resource<'ChangePassword'>;

export const CodeInput = {
  schema: 'CodeInput',
  fields: {
    code: { label: "Code", kind: "text" },
  },
} as const satisfies Resource<'CodeInput'>;

export const ConfirmIdentity = {
  schema: 'ConfirmIdentity',
  fields: {
    code: { label: "Code", kind: "text", nullable: true },
    passkey: { label: "Passkey", kind: "text", nullable: true },
    password: { label: "Password", kind: "text", nullable: true },
  },
} as const satisfies Resource<'ConfirmIdentity'>;

export const EmailQuestion = {
  schema: 'EmailQuestion',
  fields: {
    emailAddress: { label: "Email", kind: "text" },
  },
} as const satisfies Resource<'EmailQuestion'>;

export const EnterTenant = {
  schema: 'EnterTenant',
  fields: {
    tenantId: { label: "Tenant", kind: "number", needed: "Enter a number", integer: true },
    userId: { label: "User", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'EnterTenant'>;

export const FirstAdmin = {
  schema: 'FirstAdmin',
  fields: {
    emailAddress: { label: "Email", kind: "text" },
    name: { label: "Name", kind: "text" },
    password: { label: "Password", kind: "text" },
    surname: { label: "Surname", kind: "text" },
    userName: { label: "User name", kind: "text" },
  },
} as const satisfies Resource<'FirstAdmin'>;

export const Impersonate = {
  schema: 'Impersonate',
  fields: {
    userId: { label: "User", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'Impersonate'>;

export const KeyFor = {
  schema: 'KeyFor',
  fields: {
    addresses: { label: "Addresses", kind: "list", nullable: true, maxItems: 32 },
    expiresAt: { label: "Expires at", kind: "moment", nullable: true },
    name: { label: "Name", kind: "text", maxLength: 128 },
    permissions: { label: "Permissions", kind: "list", nullable: true },
    userId: { label: "User", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'KeyFor'>;

export const MovedUnit = {
  schema: 'MovedUnit',
  fields: {
    newParentId: { label: "New parent", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'MovedUnit'>;

export const NewMembers = {
  schema: 'NewMembers',
  fields: {
    organizationUnitId: { label: "Organization unit", kind: "number", needed: "Enter a number", integer: true },
    userIds: { label: "User", kind: "list" },
  },
} as const satisfies Resource<'NewMembers'>;

export const NewPasskey = {
  schema: 'NewPasskey',
  fields: {
    name: { label: "Name", kind: "text", maxLength: 128 },
  },
} as const satisfies Resource<'NewPasskey'>;

export const NewTenantInput = {
  schema: 'NewTenantInput',
  fields: {
    baseCurrency: { label: "Base currency", kind: "text", nullable: true },
    editionId: { label: "Edition", kind: "number", nullable: true, integer: true },
    hosts: { label: "Hosts", kind: "list" },
    name: { label: "Name", kind: "text" },
    timezone: { label: "Timezone", kind: "text", nullable: true },
  },
} as const satisfies Resource<'NewTenantInput'>;

export const NewUnit = {
  schema: 'NewUnit',
  edit: 'Pages.Administration.OrganizationUnits.ManageOrganizationTree',
  create: 'Pages.Administration.OrganizationUnits.ManageOrganizationTree',
  fields: {
    displayName: { label: "Name", kind: "text", maxLength: 128 },
    parentId: { label: "Parent", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'NewUnit'>;

export const PasswordInput = {
  schema: 'PasswordInput',
  fields: {
    password: { label: "Password", kind: "text" },
  },
} as const satisfies Resource<'PasswordInput'>;

export const RenamedPasskey = {
  schema: 'RenamedPasskey',
  fields: {
    name: { label: "Name", kind: "text", maxLength: 128 },
  },
} as const satisfies Resource<'RenamedPasskey'>;

export const RenamedUnit = {
  schema: 'RenamedUnit',
  edit: 'Pages.Administration.OrganizationUnits.ManageOrganizationTree',
  create: 'Pages.Administration.OrganizationUnits.ManageOrganizationTree',
  fields: {
    displayName: { label: "Name", kind: "text", maxLength: 128 },
  },
} as const satisfies Resource<'RenamedUnit'>;

export const ResetPassword = {
  schema: 'ResetPassword',
  fields: {
    password: { label: "Password", kind: "text" },
    resetCode: { label: "Reset code", kind: "text" },
    returnUrl: { label: "Return url", kind: "text", nullable: true },
    userId: { label: "User", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'ResetPassword'>;

export const RoleInput = {
  schema: 'RoleInput',
  edit: 'Pages.Administration.Roles.Edit',
  create: 'Pages.Administration.Roles.Create',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    displayName: { label: "Name", kind: "text", maxLength: 64 },
    isDefault: { label: "Default", kind: "flag", preset: false },
  },
} as const satisfies Resource<'RoleInput'>;

export const SaveRole = {
  schema: 'SaveRole',
  edit: 'Pages.Administration.Roles.Edit',
  create: 'Pages.Administration.Roles.Create',
  fields: {
    grantedPermissionNames: { label: "Granted permission names", kind: "list", nullable: true },
  },
} as const satisfies Resource<'SaveRole'>;

export const SaveUser = {
  schema: 'SaveUser',
  edit: 'Pages.Administration.Users.Edit',
  create: 'Pages.Administration.Users.Create',
  fields: {
    assignedRoleNames: { label: "Assigned role names", kind: "list", nullable: true },
    organizationUnits: { label: "Organization units", kind: "list", nullable: true },
    profilePictureId: { label: "Profile picture", kind: "number", nullable: true, integer: true },
    sendActivationEmail: { label: "Send activation email", kind: "flag", preset: false },
    setRandomPassword: { label: "Set random password", kind: "flag", preset: false },
    timezone: { label: "Timezone", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SaveUser'>;

export const SaveUserPermissions = {
  schema: 'SaveUserPermissions',
  fields: {
    grantedPermissionNames: { label: "Granted permission names", kind: "list" },
  },
} as const satisfies Resource<'SaveUserPermissions'>;

export const StartTwoFactor = {
  schema: 'StartTwoFactor',
  fields: {
    provider: { label: "Provider", kind: "choice", preset: "Authenticator", enum: ["Authenticator","Email","Passkey"] },
  },
} as const satisfies Resource<'StartTwoFactor'>;

export const UpdateProfile = {
  schema: 'UpdateProfile',
  fields: {
    currentPassword: { label: "Current password", kind: "text", nullable: true },
    emailAddress: { label: "Email", kind: "text", needed: "Enter the email address", minLength: 1, maxLength: 256 },
    language: { label: "Language", kind: "text", nullable: true },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 64 },
    phoneNumber: { label: "Phone number", kind: "text", maxLength: 32 },
    surname: { label: "Surname", kind: "text", maxLength: 64 },
    timezone: { label: "Timezone", kind: "text", nullable: true },
  },
} as const satisfies Resource<'UpdateProfile'>;

export const UserInput = {
  schema: 'UserInput',
  edit: 'Pages.Administration.Users.Edit',
  create: 'Pages.Administration.Users.Create',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    emailAddress: { label: "Email", kind: "text", needed: "Enter the email address", minLength: 1, maxLength: 256 },
    isActive: { label: "Active", kind: "flag", preset: true },
    isDriver: { label: "Driver", kind: "flag", preset: false },
    isLockoutEnabled: { label: "Lockout enabled", kind: "flag", preset: true },
    isTwoFactorEnabled: { label: "Two factor enabled", kind: "flag", nullable: true },
    name: { label: "Name", kind: "text", needed: "Enter the name", minLength: 1, maxLength: 64 },
    password: { label: "Password", kind: "text", nullable: true },
    phoneNumber: { label: "Phone number", kind: "text", maxLength: 32 },
    shouldChangePasswordOnNextLogin: { label: "Should change password on next login", kind: "flag", preset: false },
    surname: { label: "Surname", kind: "text", maxLength: 64 },
    userName: { label: "User name", kind: "text", needed: "Enter a user name", minLength: 1, maxLength: 256 },
  },
} as const satisfies Resource<'UserInput'>;
