// Time zones by region.

export interface ZoneGroup {
  region: string;
  zones: { name: string; text: string }[];
}

export function zoneGroups(names: readonly string[]): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup>();
  for (const name of names) {
    const [region = '', ...rest] = name.split('/');
    // `UTC` has no region.
    const group = groups.get(region) ?? { region, zones: [] };
    group.zones.push({
      name,
      text: (rest.length > 0 ? rest.join(' / ') : region).replaceAll('_', ' '),
    });
    groups.set(region, group);
  }
  return [...groups.values()];
}

/** `kept` may be an alias the browser lacks. */
export function allZones(stored: string | null): string[] {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  return [...new Set(stored ? [...known, stored] : known)].sort();
}
