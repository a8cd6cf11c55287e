// A carrier's name for people: its plugin's name, with a face or without one; a carrier that is gone is its code in words.
import { words } from '@waybill/plugin';
import { useRegistry } from './registry.ts';

export function useCarrierName(): (code: string) => string {
  const { data } = useRegistry();
  return (code) => data?.names.get(code) ?? words(code);
}
