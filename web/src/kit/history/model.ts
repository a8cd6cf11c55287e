// Audit log entries: types and labels.
import { words, type Tone } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';

export type Change = Schema<'PropertyChange'>;

/** Without a user: the system or a guest. Entity id 0: none. */
export type AuditEntry = Schema<'ChangeItem'>;

export const changeTypes: Record<string, { text: string; tone: Tone }> = {
  Created: { text: msg('Created'), tone: 'success' },
  Updated: { text: msg('Changed'), tone: 'info' },
  Deleted: { text: msg('Deleted'), tone: 'danger' },
  SignedIn: { text: msg('Signed in'), tone: 'neutral' },
  SignInRefused: { text: msg('Sign-in refused'), tone: 'warning' },
  SignedOut: { text: msg('Signed out'), tone: 'neutral' },
  ImpersonationStarted: { text: msg('Impersonation started'), tone: 'warning' },
  ImpersonationEnded: { text: msg('Impersonation ended'), tone: 'neutral' },
};

const entityNames: Record<string, string> = {
  ApiKey: msg('API key'),
  Booking: msg('Booking'),
  CarrierAccount: msg('Carrier account'),
  Customer: msg('Customer'),
  OrganizationUnit: msg('Organisation unit'),
  PluginVersion: msg('Version of a plugin'),
  Rate: msg('Rate'),
  RateCard: msg('Rate card'),
  RateService: msg('Service'),
  RateZone: msg('Zone'),
  RateZoneLocation: msg('Place in a zone'),
  Role: msg('Role'),
  Session: msg('Session'),
  User: msg('User'),
  UserProfile: msg('User profile'),
};

/** Label of an entity type; unknown types keep their name. */
export const entityName = (type: string): string => entityNames[type] ?? words(type);

const places: Record<string, (id: number) => string> = {
  User: (id) => `/settings/users/${id}`,
  Role: (id) => `/settings/roles/${id}`,
  OrganizationUnit: (id) => `/settings/organization-units?unit=${id}`,
  Booking: (id) => `/bookings-beta/details/${id}`,
  Customer: (id) => `/customers/${id}/details`,
  RateCard: (id) => `/rates/${id}`,
  CarrierAccount: (id) => `/carriers/accounts/${id}`,
};

/** Page of the entity unless deleted. */
export function placeOf(
  entry: Pick<AuditEntry, 'entityType' | 'entityId' | 'changeType'>,
): string | null {
  if (entry.entityId <= 0 || entry.changeType === 'Deleted') return null;
  return places[entry.entityType]?.(entry.entityId) ?? null;
}
