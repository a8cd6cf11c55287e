// Slots: their names, the props the host promises to each, and the manifest that says who fills them.
import type { ComponentType } from 'react';

/** A carrier account as the carrier area keeps it. A secret comes back as `{value: '', isSet: 'true'}`. */
export interface CarrierAccount {
  id?: number;
  name: string;
  code: string;
  carrierCode: string;
  /** What people call the carrier. */
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
  /** What people call the carrier. */
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

/** What a carrier's form hands back once the account is saved. */
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

/** The price that somebody has chosen while booking. */
export interface SlotQuote {
  /** As the quote call names it; asking again gives new ones. */
  id: string;
  /** The carrier's code: the id of its plugin. */
  carrier: string;
  serviceCode: string;
  serviceName: string;
  /** What the customer pays, taxes included, in the tenant's currency. */
  total: number;
}

/** What a provider's form made of a card. It stands for the card's number, and serves once. */
export interface CardNonce {
  nonce: string;
  /** `visa`, in the provider's word. */
  cardType: string | null;
  /** The last digits. */
  endsWith: string | null;
}

/** What is known of a card while it is typed. */
export interface CardState {
  /** Everything is there and looks right. */
  isComplete: boolean;
  /** `visa`, in the provider's word; null until the number tells it. */
  cardType: string | null;
  /** What is wrong with what was typed, in a sentence. */
  problem: string | null;
}

/** A card's fields that stand and can be used. */
export interface CardFields {
  /** A new nonce of what is typed; an error whose message is for people when the provider refuses it. */
  nonce: () => Promise<CardNonce>;
  focus: () => void;
}

/** Names carry their major version: a new prop is a minor of the SDK, a changed prop is a new name. */
export interface SlotProps {
  'booking.detail.panel@1': { bookingId: number; carrier: string; booking: SlotBooking };
  /** A tab of its own on a booking's page, called by the plugin's name. */
  'booking.detail.tab@1': { bookingId: number; carrier: string | null; booking: SlotBooking };
  'carrier.account.form@1': {
    carrierCode: string;
    account: CarrierAccount | null;
    /** Ids of the carrier's services that are switched on for the account; none means all of them. */
    activeCarrierServiceIds?: number[];
    onSaved: (saved: CarrierAccountSaved) => void;
    onCancel: () => void;
    /** Told whenever the form starts or stops to hold unsaved changes. */
    onDirtyChange?: (dirty: boolean) => void;
  };
  /** A card of its own on a customer's page, beside what the shell tells about them. */
  'customer.detail.panel@1': { customerId: number; customer: SlotCustomer };
  /** A tab of its own on a customer's page, called by the plugin's name. */
  'customer.detail.tab@1': { customerId: number; customer: SlotCustomer };
  'dashboard.widget@1': Record<never, never>;
  /**
   * The card fields of a payment provider, which are the provider's own: a card's number never comes into the page. What
   * the form leads to (amounts, the button, what came of it) is the page's.
   */
  'payment.card.form@1': {
    /** What the provider's form starts with. */
    tokenizationKey: string;
    /** What will be charged, without a surcharge; providers may show it. */
    amount: number;
    /** ISO 4217 code. */
    currency: string;
    /** A payment is under way: nothing is to be typed. */
    isLocked: boolean;
    /** Told once the fields can be used, and with null when they are there no more. */
    onReady: (fields: CardFields | null) => void;
    onChange: (state: CardState) => void;
  };
  /** Below the prices, once one is chosen; `customerId` is null while no paying customer is chosen. */
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
  /** Lower-case words, digits and hyphens between slashes, such as `zones` or `zones/map`; empty for `/x/<plugin id>` itself. */
  path: string;
  module: string;
  /** The heading of the page, which the shell shows, and the title of the browser's tab. */
  title: string;
  permission?: string | null;
  feature?: string | null;
}

/** What the module of a page is given. */
export interface RouteProps {
  /** Where the page is: `/x/<plugin id>/<path>`. Addresses below it are the page's own to give. */
  base: string;
  /** What follows in the address, without a slash in front: `12/edit` of `/x/ferry/zones/12/edit`. */
  rest: string;
}

export type RouteComponent = ComponentType<RouteProps>;

/** Under which of the shell's entries a plugin's entry stands; without one it stands below all of them. */
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

/** An entry of the menu that leads to a page of the plugin; shown to whoever may see both. */
export interface NavContribution {
  id: string;
  title: string;
  /** One of the icons that links in the menu may have, such as `map` or `truck`; a puzzle piece without one. */
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
  /** Where else the same entry is; a browser may remember an address that failed. An older host does not tell them. */
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
  /** The names of the tenant's plugins, with a face or without one, by their ids; an older host does not tell them. */
  names?: Record<string, string>;
  plugins: PluginManifest[];
}

/** This SDK's own version, compared with each plugin's `sdk` before any of its code runs. */
export const SDK_VERSION = '1.0.0';
