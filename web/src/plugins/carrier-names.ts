// Display names of carriers: the plugin's name; an uninstalled carrier is shown by its humanised
// code.
import { words } from '@waybill/plugin';
import { useRegistry } from './registry.ts';

export function useCarrierName(): (code: string) => string {
  const { data } = useRegistry();
  return (code) => data?.names.get(code) ?? words(code);
}
