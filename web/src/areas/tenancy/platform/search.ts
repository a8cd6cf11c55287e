// The state of the list of tenants as it stands in the address; small, since the router reads it at the start.

export interface TenantsSearch {
  q?: string;
  state?: 'Available' | 'InActive';
  skip?: number;
}

export function parseTenantsSearch(raw: Record<string, unknown>): TenantsSearch {
  const q = raw.q === undefined || raw.q === null ? '' : String(raw.q).trim().slice(0, 200);
  const skip = Number(raw.skip);
  return {
    ...(q ? { q } : {}),
    ...(raw.state === 'Available' || raw.state === 'InActive' ? { state: raw.state } : {}),
    ...(Number.isSafeInteger(skip) && skip > 0 ? { skip } : {}),
  };
}
