// What the router keeps of a list's address; small, since it comes with the first page.

/** The router's part: keeps what can be a list's state, and leaves the rest to the list that knows its filters. */
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
