// Slots: their names, the props the host promises to each, and the manifest that says who fills them.
import type { ComponentType } from 'react';

/** A carrier account as the carrier area keeps it. A secret comes back as `{value: '', isSet: 'true'}`. */
export interface CarrierAccount {
  id?: number;
  name: string;
  code: string;
  carrierCode: string;
  customerId?: number | null;
  isActive: boolean;
  customerCount?: number;
  publicLogo?: string | null;
  privateLogo?: string | null;
  useManualRates?: boolean;
  availableForGuest?: boolean;
  availableForPayg?: boolean;
  attributes: CarrierAccountAttribute[];
  rowVersion?: string | number;
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
  carrierId?: number;
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

/** Names carry their major version: a new prop is a minor of the SDK, a changed prop is a new name. */
export interface SlotProps {
  'booking.detail.panel@1': { bookingId: number; carrier: string; booking: SlotBooking };
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
  'dashboard.widget@1': Record<never, never>;
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

export interface PluginManifest {
  id: string;
  name: string;
  version: string;
  /** The range of this SDK that the plugin was built for. */
  sdk: string;
  entry: string;
  integrity?: Record<string, string>;
  contributes: { slots?: SlotContribution[]; routes?: unknown[]; nav?: unknown[] };
}

export interface PluginManifestResponse {
  schema: 1;
  tenant: string | number;
  generation: string | number;
  plugins: PluginManifest[];
}

/** This SDK's own version, compared with each plugin's `sdk` before any of its code runs. */
export const SDK_VERSION = '1.0.0';
