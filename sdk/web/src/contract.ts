// Slot contract: names, props, manifest.
import type { ComponentType } from 'react';

/** A carrier account. A secret comes back as `{value: '', isSet: 'true'}`. */
export interface CarrierAccount {
  id?: number;
  name: string;
  code: string;
  carrierCode: string;
  /** Display name of the carrier. */
  carrierName?: string;
  customerId?: number | null;
  isActive: boolean;
  customerCount?: number;
  publicLogo?: string | null;
  privateLogo?: string | null;
  useManualRates?: boolean;
  availableForGuest?: boolean;
  availableForPayg?: boolean;
  attributes: CarrierAccountAttribute[];
  rowVersion?: number;
}

export interface CarrierAccountAttribute {
  key: string;
  value: string;
  isSet?: string;
}

export interface CarrierService {
  id: number;
  name: string;
  code: string;
  carrierCode: string;
  /** Display name of the carrier. */
  carrierName?: string;
  carrierId?: number | null;
  /** Offered by the tenant at all. */
  isActive: boolean;
  /** Chosen for the account; if none is, all are offered. */
  isAssigned?: boolean;
  isAdditional?: boolean;
  exceptions?: string | null;
  exceptionKeywords?: string | null;
}

/** Result of a saved carrier form. */
export interface CarrierAccountSaved {
  carrierAccount: CarrierAccount;
  carrierServices: CarrierService[];
}

/** Fields of a booking that plugins may rely on. */
export interface SlotBooking {
  id: number;
  consignmentId?: string | number | null;
  bookingStatus: string;
  rowVersion?: string | number;
  [field: string]: unknown;
}

/** Fields of a customer that plugins may rely on. */
export interface SlotCustomer {
  id: number;
  name: string;
  code: string;
  isActive: boolean;
}

/** Fields of a job that plugins may rely on. */
export interface SlotJob {
  id: number;
  jobno: string;
  jobstatus: string;
  jobtype: string;
  driverid?: number | null;
  [field: string]: unknown;
}

/** The price selected while booking. */
export interface SlotQuote {
  /** Quote id; a new request gives new ones. */
  id: string;
  /** Carrier code: the plugin's id. */
  carrier: string;
  serviceCode: string;
  serviceName: string;
  /** Price including tax in the tenant's currency. */
  total: number;
}

/** Single-use token of a card. */
export interface CardNonce {
  nonce: string;
  /** `visa`, as the provider names it. */
  cardType: string | null;
  /** The last digits. */
  endsWith: string | null;
}

/** State of a card while typing. */
export interface CardState {
  /** Complete and plausible. */
  isComplete: boolean;
  /** `visa`, in the provider's term; null until detected. */
  cardType: string | null;
  /** Error message. */
  problem: string | null;
}

/** Mounted card fields. */
export interface CardFields {
  /** Rejects with a user-facing message. */
  nonce: () => Promise<CardNonce>;
  focus: () => void;
}

/** Names carry their major version: a changed prop is a new name. */
export interface SlotProps {
  'booking.detail.panel@1': { bookingId: number; carrier: string; booking: SlotBooking };
  /** Tab titled by the plugin's name. */
  'booking.detail.tab@1': { bookingId: number; carrier: string | null; booking: SlotBooking };
  'carrier.account.form@1': {
    carrierCode: string;
    account: CarrierAccount | null;
    /** Services enabled for the account; none means all. */
    activeCarrierServiceIds?: number[];
    onSaved: (saved: CarrierAccountSaved) => void;
    onCancel: () => void;
    /** Called when unsaved changes appear or end. */
    onDirtyChange?: (dirty: boolean) => void;
  };
  /** Card on a customer's page. */
  'customer.detail.panel@1': { customerId: number; customer: SlotCustomer };
  /** Tab titled by the plugin's name. */
  'customer.detail.tab@1': { customerId: number; customer: SlotCustomer };
  'dashboard.widget@1': Record<never, never>;
  /** Card on a job's page. */
  'job.detail.panel@1': { jobId: number; job: SlotJob };
  /** A payment provider's card fields; card numbers never enter the page. */
  'payment.card.form@1': {
    /** Initial token of the provider's form. */
    tokenizationKey: string;
    /** Amount without surcharge; providers may show it. */
    amount: number;
    /** ISO 4217 code. */
    currency: string;
    /** A payment is in progress. */
    isLocked: boolean;
    /** Called when fields are usable, and with null when removed. */
    onReady: (fields: CardFields | null) => void;
    onChange: (state: CardState) => void;
  };
  /** Below the prices; `customerId` is null without a paying customer. */
  'quote.result.panel@1': { quote: SlotQuote; customerId: number | null };
}

export type SlotName = keyof SlotProps;
export type SlotComponent<S extends SlotName> = ComponentType<SlotProps[S]>;

export interface SlotContribution {
  id: string;
  slot: string;
  module: string;
  order?: number;
  permission?: string | null;
  feature?: string | null;
}

/** A page at `/x/<plugin id>/<path>` and below. */
export interface RouteContribution {
  id: string;
  /** Lower-case words, digits and hyphens between slashes (`zones/map`); may be empty. */
  path: string;
  module: string;
  /** Heading and title. */
  title: string;
  permission?: string | null;
  feature?: string | null;
}

/** Props of a page module. */
export interface RouteProps {
  /** `/x/<plugin id>/<path>`; the page routes everything below. */
  base: string;
  /** The remaining path without leading slash: `12/edit`. */
  rest: string;
}

export type RouteComponent = ComponentType<RouteProps>;

/** Shell entries that plugin entries can follow. */
export const NAV_AREAS = [
  'Booking',
  'Job',
  'Driver',
  'Finance',
  'Customer',
  'Warehouse',
  'Carrier',
  'Reports',
  'Settings',
] as const;
export type NavArea = (typeof NAV_AREAS)[number];

/** Menu entry of a plugin page; shown if both are visible. */
export interface NavContribution {
  id: string;
  title: string;
  /** An icon such as `map` or `truck`; default a puzzle piece. */
  icon?: string | null;
  /** The id of the page. */
  route: string;
  area?: NavArea | null;
  /** Lower first; default 100. */
  order?: number;
  permission?: string | null;
  feature?: string | null;
}

export interface PluginManifest {
  id: string;
  name: string;
  version: string;
  /** SDK range that the plugin was built for. */
  sdk: string;
  entry: string;
  /** Alternative URLs, since browsers cache failures. Missing on older hosts. */
  retries?: string[];
  integrity?: Record<string, string>;
  contributes: {
    slots?: SlotContribution[];
    routes?: RouteContribution[];
    nav?: NavContribution[];
  };
}

export interface PluginManifestResponse {
  schema: 1;
  tenant: string | number;
  generation: string | number;
  /** Names of all plugins by id. Missing on older hosts. */
  names?: Record<string, string>;
  plugins: PluginManifest[];
}

/** Compared with each plugin's `sdk` before its code runs. */
export const SDK_VERSION = '1.0.0';
