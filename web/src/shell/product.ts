// Parts with screens: features and permissions of others are hidden.
import { useMemo } from 'react';
import { useRouter } from '@tanstack/react-router';
import { ENTRIES } from './navigation.ts';

/** Declared by the server, with no entry in the sidebar and no screen. */
const NO_ENTRY = ['Communication', 'Entities'];

export function missingAreas(exists: (path: string) => boolean): ReadonlySet<string> {
  const named = ENTRIES.flatMap(({ to, area, place = area }) =>
    place ? [{ place, is: exists(to) }] : [],
  );
  const there = new Set(named.filter(({ is }) => is).map(({ place }) => place));
  return new Set([
    ...NO_ENTRY,
    ...named.map(({ place }) => place).filter((place) => !there.has(place)),
  ]);
}

/** Area of a feature (`Job.Enabled`) or permission (`Pages.Job.Create`). */
const areaIn = (name: string): string => name.replace(/^Pages\./, '').split('.')[0] ?? '';

/** True if a feature or permission has screens. */
export function useProduct(): (name: string) => boolean {
  const router = useRouter();
  return useMemo(() => {
    const missing = missingAreas((path) => path in router.routesByPath);
    return (name) => !missing.has(areaIn(name));
  }, [router]);
}
