// The line over the list: search text, status, carrier, customer, days.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Button, Input, words } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { CustomerPicker } from '../../../shell/CustomerPicker.tsx';
import { useCarrierName } from '../../carriers/names.ts';
import type { StatusCounts } from '../model.ts';
import { carrierCodesQuery } from '../queries.ts';
import { changed, listOf, type BookingSearch } from '../search.ts';
import { allStatuses } from '../status.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { SearchBox } from './SearchBox.tsx';

export interface FilterBarProps {
  search: BookingSearch;
  onSearch: (search: BookingSearch) => void;
  counts: StatusCounts | undefined;
  isTenant: boolean;
  /** The carriers on the page, for someone who may not ask for the list of all. */
  seenCarriers: readonly string[];
}

function DayInput({ label, value, onChange }: { label: string; value: string | undefined; onChange: (day: string) => void }) {
  return (
    <label className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
      {label}
      <Input type="date" value={value ?? ''} onChange={(event) => onChange(event.target.value)} className="w-36" />
    </label>
  );
}

export function FilterBar({ search, onSearch, counts, isTenant, seenCarriers }: FilterBarProps) {
  const t = useT();
  const carrierName = useCarrierName();
  const carriers = useQuery({ ...carrierCodesQuery, enabled: usePermissions().has('Pages.Carrier') });
  const set = (change: Parameters<typeof changed>[1]) => onSearch(changed(search, change));
  const carrierCodes = [...new Set([...(carriers.data ?? []), ...seenCarriers, ...listOf(search.carrier)])].sort();
  const statusCounts = new Map(counts?.statuses.map((entry) => [entry.bookingStatus, entry.count]));
  const isFiltered = Boolean(search.q || search.status || search.carrier || search.customer || search.from || search.to);
  return (
    <div role="search" aria-label={t('Filter bookings')} className="flex flex-wrap items-center gap-2">
      <SearchBox label={t('Search bookings')} placeholder={t('Connote, reference, customer, suburb')} className="sm:w-64" value={search.q ?? ''} onChange={(q) => set({ q })} />
      <FilterMenu
        label={t('Status')}
        options={allStatuses.map((status) => ({ value: status, label: words(status), ...(counts ? { count: statusCounts.get(status) ?? 0 } : {}) }))}
        chosen={listOf(search.status)}
        onChange={(status) => set({ status, group: undefined })}
      />
      <FilterMenu
        label={t('Carrier')}
        options={carrierCodes.map((code) => ({ value: code, label: carrierName(code) }))}
        chosen={listOf(search.carrier)}
        onChange={(carrier) => set({ carrier })}
      />
      {isTenant && (
        <div className="w-full sm:w-56">
          <CustomerPicker aria-label={t('Customer')} value={search.customer ?? null} onChange={(customer) => set({ customer: customer?.id })} />
        </div>
      )}
      <span className="flex flex-wrap gap-2">
        <DayInput label={t('From')} value={search.from} onChange={(from) => set({ from })} />
        <DayInput label="to" value={search.to} onChange={(to) => set({ to })} />
      </span>
      {isFiltered && (
        <Button variant="ghost" onClick={() => set({ q: undefined, status: undefined, carrier: undefined, customer: undefined, from: undefined, to: undefined })}>
          <X aria-hidden />{' '}{t('Clear')}
        </Button>
      )}
    </div>
  );
}
