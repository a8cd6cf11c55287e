// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const SearchRequest = {
  schema: 'SearchRequest',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    query: { label: "Query", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SearchRequest'>;
