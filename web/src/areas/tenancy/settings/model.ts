// The tenant's settings as the server answers them. Secrets are never among them; a flag tells that there is one.

export interface Numbering {
  isManual: boolean;
  defaultType: string;
  prefix: string;
  postfix: string;
  /** A run of zeros: as many digits as the counted number has at least. */
  format: string;
  start: number;
  end: number | null;
  maxLength: number;
}

export interface InsuranceRate {
  minimum: number;
  multiplier: number;
}

export interface OpenIdProvider {
  id: string;
  displayName: string;
  issuer: string;
  clientId: string;
  clientSecret?: string | null;
  hasClientSecret: boolean;
  scopes: string[];
  autoCreate: boolean;
  linkByEmail?: boolean;
  defaultRoles: string[];
  isEnabled: boolean;
}

export interface TenantSettings {
  rowVersion: number;
  general: { timezone: string };
  ui: { logoId: string | null; customCssId: string | null; primaryColor: string | null };
  userManagement: {
    allowSelfRegistration: boolean;
    isNewRegisteredUserActiveByDefault: boolean;
    isEmailConfirmationRequiredForLogin: boolean;
    sessionIdleMinutes: number;
    sessionAbsoluteDays: number;
    allowOneConcurrentSession: boolean;
  };
  email: {
    useHostDefault: boolean;
    defaultFromAddress: string;
    defaultFromDisplayName: string;
    smtpHost: string;
    smtpPort: number;
    smtpUserName: string;
    smtpPassword?: string | null;
    hasPassword: boolean;
    smtpSecurity: 'None' | 'StartTls' | 'Tls';
  };
  ldap: {
    isEnabled: boolean;
    url: string;
    startTls: boolean;
    baseDn: string;
    bindDn: string;
    bindPassword?: string | null;
    hasPassword: boolean;
    userFilter: string;
    nameAttribute: string;
    surnameAttribute: string;
    emailAttribute: string;
    defaultRoles: string[];
    autoCreate: boolean;
    linkByEmail?: boolean;
  };
  openId: OpenIdProvider[];
  security: {
    useDefaultPasswordComplexity: boolean;
    passwordComplexity: { requiredLength: number; requireDigit: boolean; requireLowercase: boolean; requireUppercase: boolean; requireNonAlphanumeric: boolean };
    userLockOut: { isEnabled: boolean; maxFailedAccessAttemptsBeforeLockout: number; defaultAccountLockoutSeconds: number };
    twoFactorLogin: { isEnabled: boolean; isRequired: boolean; isEmailProviderEnabled: boolean; isAuthenticatorEnabled: boolean; isRememberBrowserEnabled: boolean };
  };
  billing: { legalName: string; address: string; taxVatNo: string };
  customer: Numbering;
  invoice: Numbering;
  insurance: { standard: InsuranceRate; premium: InsuranceRate; ati: InsuranceRate & { minimumValueLimit: number } };
  tax: { gst: number };
  cardPayment: {
    provider: string;
    environment: 'Sandbox' | 'Production';
    merchantId: string;
    publicKey: string;
    privateKey?: string | null;
    hasPrivateKey: boolean;
    tokenizationKey: string;
  };
  currency: { baseCurrency: string; factors: { factor: number; currency: string }[] };
  eCommerce: { rateCallbackDelay: number };
}

export type Group = Exclude<keyof TenantSettings, 'rowVersion'>;
