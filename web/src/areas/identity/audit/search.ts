// The state of the audit log as it stands in the address, and the query the server gets for it.
import { quoted } from '../../bookings/search.ts';
import { wholeNumber } from '../roles/search.ts';
import { changeTypes } from './model.ts';

export const entriesPerPage = 25;

export interface AuditSearch {
  /** Whose name it was done under. */
  who?: string;
  type?: string;
  /** The number of the thing. */
  id?: number;
  change?: string;
  from?: string;
  to?: string;
  skip?: number;
}

const text = (value: unknown, longest: number): string => (value === undefined || value === null ? '' : String(value).trim().slice(0, longest));
const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Reads an address, which anybody may have typed: what makes no sense is left out. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const search: AuditSearch = {};
  const who = text(raw['who'], 200);
  if (who) search.who = who;
  const type = text(raw['type'], 64);
  if (/^\w+$/.test(type)) search.type = type;
  const id = wholeNumber(raw['id']);
  if (id && search.type) search.id = id;
  const change = text(raw['change'], 64);
  if (change in changeTypes) search.change = change;
  for (const edge of ['from', 'to'] as const) {
    const day = text(raw[edge], 10);
    if (isDay(day)) search[edge] = day;
  }
  const skip = wholeNumber(raw['skip']);
  if (skip) search.skip = skip;
  return search;
}

const nextDay = (day: string): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
};

/** `startOfDay` is the first moment of a day of the tenant's calendar, as a UTC time. */
export function auditFilter(search: AuditSearch, startOfDay: (day: string) => string): string {
  const parts: string[] = [];
  if (search.who) parts.push(`contains(tolower(userName),${quoted(search.who.toLowerCase())})`);
  if (search.type) parts.push(`entityType eq ${quoted(search.type)}`);
  if (search.id) parts.push(`entityId eq ${search.id}`);
  if (search.change) parts.push(`changeType eq ${quoted(search.change)}`);
  if (search.from) parts.push(`creationTime ge ${startOfDay(search.from)}`);
  if (search.to) parts.push(`creationTime lt ${startOfDay(nextDay(search.to))}`);
  return parts.join(' and ');
}

export const auditListQuery = (search: AuditSearch, startOfDay: (day: string) => string) => ({
  filter: auditFilter(search, startOfDay),
  maxResultCount: entriesPerPage,
  skipCount: search.skip ?? 0,
});
