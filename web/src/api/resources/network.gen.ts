// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const HeadPortRequest = {
  schema: 'HeadPortRequest',
  edit: 'Pages.Job.Zones',
  create: 'Pages.Job.Zones',
  fields: {
    addressline1: { label: "Street and number", kind: "text", nullable: true, maxLength: 128 },
    addressline2: { label: "Unit, floor or building", kind: "text", nullable: true, maxLength: 128 },
    addressline3: { label: "Further address", kind: "text", nullable: true, maxLength: 128 },
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 32 },
    countrycode: { label: "Country", kind: "text" },
    latitude: { label: "Latitude", kind: "number", nullable: true },
    longitude: { label: "Longitude", kind: "number", nullable: true },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    postcode: { label: "Postcode", kind: "text", nullable: true, maxLength: 16 },
    suburb: { label: "Suburb", kind: "text", nullable: true, maxLength: 64 },
  },
} as const satisfies Resource<'HeadPortRequest'>;

export const JobZoneLocationRequest = {
  schema: 'JobZoneLocationRequest',
  fields: {
    countryCode: { label: "Country", kind: "text", nullable: true },
    postCode: { label: "Postcode", kind: "text", nullable: true },
    suburb: { label: "Suburb", kind: "text", nullable: true },
    zoneId: { label: "Zone", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'JobZoneLocationRequest'>;

export const JobZoneRequest = {
  schema: 'JobZoneRequest',
  edit: 'Pages.Job.Zones',
  create: 'Pages.Job.Zones',
  fields: {
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 32 },
    headportid: { label: "Head port", kind: "number", integer: true, preset: 0 },
    isActive: { label: "Active", kind: "flag", preset: true },
    isonforwarding: { label: "On-forwarding", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    parentid: { label: "Within", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'JobZoneRequest'>;
