// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const NewPosition = {
  schema: 'NewPosition',
  fields: {
    addressline1: { label: "Street and number", kind: "text", nullable: true },
    addressline2: { label: "Unit, floor or building", kind: "text", nullable: true },
    addressline3: { label: "Further address", kind: "text", nullable: true },
    confirm: { label: "Confirm", kind: "flag", preset: false },
    countrycode: { label: "Country", kind: "text" },
    latitude: { label: "Latitude", kind: "number", nullable: true },
    longitude: { label: "Longitude", kind: "number", nullable: true },
    postcode: { label: "Postcode", kind: "text" },
    statecode: { label: "Statecode", kind: "text", nullable: true },
    suburb: { label: "Suburb", kind: "text" },
  },
} as const satisfies Resource<'NewPosition'>;
