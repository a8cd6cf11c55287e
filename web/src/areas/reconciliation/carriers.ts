// Carriers that can be reconciled.
import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '../../api/session.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { useRegistry } from '../../plugins/registry.ts';
import { accountsQuery } from './queries.ts';

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
  const maySee = usePermissions().has('Pages.Carrier');
  const { data } = useQuery({ ...accountsQuery, enabled: maySee });
  const installed = useRegistry().data?.names;
  const accounts = (data ?? []).flatMap((one) =>
    one.id ? [{ id: one.id, name: one.name ?? '', carrierCode: one.carrierCode ?? '' }] : [],
  );
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
