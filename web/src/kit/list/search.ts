// Router part of list state; small, since it is in the first page's bundle.

/** Keeps valid search parameters; the list validates its filters. */
export function listSearch(raw: Record<string, unknown>): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      params[name] = value;
    else if (typeof value === 'boolean') params[name] = String(value);
    else if (Array.isArray(value)) params[name] = value.map(String).join(',');
  }
  return params;
}
