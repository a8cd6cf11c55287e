// The world's time zones in groups, as a choice that can be found one's way in.

export interface ZoneGroup {
  region: string;
  zones: { name: string; text: string }[];
}

export function zoneGroups(names: readonly string[]): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup>();
  for (const name of names) {
    const [region = '', ...rest] = name.split('/');
    // A zone without a region (`UTC`) gets a group.
    const group = groups.get(region) ?? { region, zones: [] };
    group.zones.push({
      name,
      text: (rest.length > 0 ? rest.join(' / ') : region).replaceAll('_', ' '),
    });
    groups.set(region, group);
  }
  return [...groups.values()];
}

/** The browser's zones plus `kept`, which may be an alias the browser lacks. */
export function allZones(kept: string | null): string[] {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  return [...new Set(kept ? [...known, kept] : known)].sort();
}
