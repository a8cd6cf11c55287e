// Router part of list state; small, since it is in the first page's bundle.

/** Keeps valid search parameters; the list validates its filters. */
export function listSearch(raw: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      kept[name] = value;
    else if (typeof value === 'boolean') kept[name] = String(value);
    else if (Array.isArray(value)) kept[name] = value.map(String).join(',');
  }
  return kept;
}
