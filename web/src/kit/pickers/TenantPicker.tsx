// Chooses a tenant of the platform by its name.
import { Combobox } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { quoted } from '../../lib/odata.ts';

export interface PickedTenant {
  id: number;
  name: string;
}

/** Needed to see the tenants at all. */
export const TENANTS_PERMISSION = 'Pages.Tenants';
const MAX_SHOWN = 25;

async function findTenants(text: string, signal: AbortSignal): Promise<PickedTenant[]> {
  const filter = text ? `contains(tolower(name),${quoted(text.toLowerCase())})` : undefined;
  return (
    await api.get(
      '/api/core/platform/gettenants',
      { ...(filter ? { filter } : {}), sorting: 'name, id', maxResultCount: MAX_SHOWN },
      { signal },
    )
  ).items;
}

export function TenantPicker({
  value,
  onChange,
  disabled,
  placeholder,
}: {
  value: PickedTenant | null;
  onChange: (tenant: PickedTenant | null) => void;
  disabled?: boolean;
  placeholder: string;
}) {
  return (
    <Combobox<PickedTenant>
      value={value}
      disabled={disabled ?? false}
      onChange={onChange}
      clearable
      minLength={0}
      placeholder={placeholder}
      search={findTenants}
      getKey={(one) => one.id}
      getLabel={(one) => one.name}
    />
  );
}
