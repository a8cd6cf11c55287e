// Carriers that can be reconciled.
import { useAllCarrierAccounts } from '../../lib/carrier-accounts.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { useRegistry } from '../../plugins/registry.ts';

export interface CarrierChoice {
  code: string;
  name: string;
}

/** Carriers with accounts first; all if accounts aren't visible. */
export function useCarriers(): {
  carriers: readonly CarrierChoice[];
  accounts: readonly { id: number; name: string; carrierCode: string }[];
} {
  const name = useCarrierName();
  const accounts = useAllCarrierAccounts();
  const installed = useRegistry().data?.names;
  const codes =
    accounts.length > 0
      ? [...new Set(accounts.map(({ carrierCode }) => carrierCode))]
      : [...(installed?.keys() ?? [])];
  return {
    carriers: codes
      .map((code) => ({ code, name: name(code) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    accounts,
  };
}
