// Slot contract: names, props, manifest.
import type { ComponentType } from 'react';

/**
 * A carrier account as the carrier area keeps it. A secret comes back as `{value: '', isSet:
 * 'true'}`.
 */
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
  /** Chosen for the account; when no service is, all of them are offered. */
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

/** The part of a booking that panels of plugins may rely on. */
export interface SlotBooking {
  id: number;
  consignmentId?: string | number | null;
  bookingStatus: string;
  rowVersion?: string | number;
  [field: string]: unknown;
}

/** The part of a customer that panels of plugins may rely on. */
export interface SlotCustomer {
  id: number;
  name: string;
  code: string;
  isActive: boolean;
}

/** The price selected while booking. */
export interface SlotQuote {
  /** As the quote call names it; asking again gives new ones. */
  id: string;
  /** The carrier's code: the id of its plugin. */
  carrier: string;
  serviceCode: string;
  serviceName: string;
  /** Price including tax in the tenant's currency. */
  total: number;
}

/** Single-use token of a card. */
export interface CardNonce {
  nonce: string;
  /** `visa`, in the provider's word. */
  cardType: string | null;
  /** The last digits. */
  endsWith: string | null;
}

/** State of a card while typing. */
export interface CardState {
  /** Everything is there and looks right. */
  isComplete: boolean;
  /** `visa`, in the provider's term; null until detected. */
  cardType: string | null;
  /** Error message. */
  problem: string | null;
}

/** Mounted card fields. */
export interface CardFields {
  /** Creates a nonce; rejects with a user-facing message. */
  nonce: () => Promise<CardNonce>;
  focus: () => void;
}

/**
 * Names carry their major version: a new prop is a minor of the SDK, a changed prop is a new name.
 */
export interface SlotProps {
  'booking.detail.panel@1': { bookingId: number; carrier: string; booking: SlotBooking };
  /** Tab on a booking's page, titled by the plugin's name. */
  'booking.detail.tab@1': { bookingId: number; carrier: string | null; booking: SlotBooking };
  'carrier.account.form@1': {
    carrierCode: string;
    account: CarrierAccount | null;
    /**
     * Ids of the carrier's services that are switched on for the account; none means all of them.
     */
    activeCarrierServiceIds?: number[];
    onSaved: (saved: CarrierAccountSaved) => void;
    onCancel: () => void;
    /** Called when unsaved changes appear or end. */
    onDirtyChange?: (dirty: boolean) => void;
  };
  /** Card on a customer's page. */
  'customer.detail.panel@1': { customerId: number; customer: SlotCustomer };
  /** Tab on a customer's page, titled by the plugin's name. */
  'customer.detail.tab@1': { customerId: number; customer: SlotCustomer };
  'dashboard.widget@1': Record<never, never>;
  /**
   * A payment provider's card fields; card numbers never enter the page. Amounts, button and result
   * belong to the page.
   */
  'payment.card.form@1': {
    /** Initial token of the provider's form. */
    tokenizationKey: string;
    /** Amount without surcharge; providers may show it. */
    amount: number;
    /** ISO 4217 code. */
    currency: string;
    /** A payment is under way: nothing is to be typed. */
    isLocked: boolean;
    /** Called when fields are usable, and with null when removed. */
    onReady: (fields: CardFields | null) => void;
    onChange: (state: CardState) => void;
  };
  /**
   * Below the prices, once one is chosen; `customerId` is null while no paying customer is chosen.
   */
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

/** A page of the plugin's own, at `/x/<plugin id>/<path>` and everything below it. */
export interface RouteContribution {
  id: string;
  /**
   * Lower-case words, digits and hyphens between slashes, such as `zones` or `zones/map`; empty for
   * `/x/<plugin id>` itself.
   */
  path: string;
  module: string;
  /** The heading of the page, which the shell shows, and the title of the browser's tab. */
  title: string;
  permission?: string | null;
  feature?: string | null;
}

/** Props of a page module. */
export interface RouteProps {
  /** `/x/<plugin id>/<path>`; the page routes everything below. */
  base: string;
  /** The rest of the path without leading slash: `12/edit` of `/x/ferry/zones/12/edit`. */
  rest: string;
}

export type RouteComponent = ComponentType<RouteProps>;

/** Shell entries that plugin entries can be placed below; default is the end. */
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
  /**
   * One of the icons that links in the menu may have, such as `map` or `truck`; a puzzle piece
   * without one.
   */
  icon?: string | null;
  /** The id of the page. */
  route: string;
  area?: NavArea | null;
  /** Lower ones come first; 100 without one. */
  order?: number;
  permission?: string | null;
  feature?: string | null;
}

export interface PluginManifest {
  id: string;
  name: string;
  version: string;
  /** The range of this SDK that the plugin was built for. */
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

/** This SDK's own version, compared with each plugin's `sdk` before any of its code runs. */
export const SDK_VERSION = '1.0.0';
