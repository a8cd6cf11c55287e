// The consignment in the address: written while one types, and read when the address changes.
import { useEffect, useEffectEvent, useRef } from 'react';
import { consignmentOf, searchOf, type Consignment } from './consignment.ts';
import type { SimulatorSearch } from './search.ts';

/** Debounce in milliseconds. */
const PAUSE_MS = 300;

const EMPTY = {
  from: undefined,
  to: undefined,
  items: undefined,
  options: undefined,
  dg: undefined,
  ready: undefined,
  km: undefined,
  minutes: undefined,
  wait: undefined,
};

type InAddress = { [Name in keyof typeof EMPTY]?: SimulatorSearch[Name] | undefined };

/** Syncs form and address in both directions. */
export function useAddress(
  draft: Consignment,
  search: SimulatorSearch,
  reset: (values: Consignment) => void,
  write: (consignment: InAddress) => unknown,
): void {
  const typed = JSON.stringify(searchOf(draft));
  const consignmentJson = JSON.stringify(searchOf(consignmentOf(search)));
  /** The consignment of the address, then those written that the page has not shown yet. */
  const written = useRef([consignmentJson]);
  const send = useEffectEvent((text: string) => {
    if (text === written.current.at(-1)) return;
    written.current.push(text);
    void write({ ...EMPTY, ...searchOf(draft) });
  });
  useEffect(() => {
    const timer = setTimeout(() => send(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const follow = useEffectEvent((text: string) => {
    const place = written.current.lastIndexOf(text);
    if (place === -1) {
      written.current = [text];
      return reset(consignmentOf(search));
    }
    // Written from here: later typing stays.
    written.current = written.current.slice(place);
  });
  useEffect(() => follow(consignmentJson), [consignmentJson]);
}
