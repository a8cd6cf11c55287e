// The audit log: who changed what and when, with the values before and after.
import { Fragment, useId, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, ScrollText, VenetianMask, X } from 'lucide-react';
import { Badge, Button, cn, EmptyState, ErrorNote, Input, Pagination, Select, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat, words } from '@waybill/plugin';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { SearchBox } from '../../bookings/list/SearchBox.tsx';
import { SectionHeading } from '../../tenancy/settings/SectionHeading.tsx';
import { isRowClick, useAddressState } from '../users/section.ts';
import { Changes } from './Changes.tsx';
import { changeTypes, entityName, placeOf, type AuditEntry } from './model.ts';
import { entityTypesQuery, entriesQuery } from './queries.ts';
import { entriesPerPage, parseAuditSearch, type AuditSearch } from './search.ts';

const path = '/settings/audit-log';

export default function AuditLog() {
  const t = useT();
  const format = useFormat();
  const [search, set] = useAddressState(path, parseAuditSearch);
  const startOfDay = (day: string) => format.fromLocalInput(`${day}T00:00`) ?? `${day}T00:00:00Z`;
  const list = useQuery(entriesQuery(search, startOfDay));
  const { skip = 0, ...narrowing } = search;
  const narrowed = Object.keys(narrowing).length > 0;
  const clear = () => set({ who: undefined, type: undefined, id: undefined, change: undefined, from: undefined, to: undefined });
  const total = list.data?.totalCount ?? 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SectionHeading title={t('Audit log')} description={t('Every change and every sign-in, the latest first.')} />
      <Filters search={search} onChange={set} {...(narrowed ? { onClear: clear } : {})} />
      {list.isError && <ErrorNote title={t('The audit log could not be loaded')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 ? (
        <EmptyState
          icon={<ScrollText />}
          title={narrowed ? t('No entry matches') : t('Nothing has been recorded yet')}
          description={narrowed ? t('Widen the days, or look for somebody else.') : t('From now on every change is listed here.')}
          action={
            narrowed && (
              <Button variant="outline" onClick={clear}>
                {t('Show all entries')}
              </Button>
            )
          }
        />
      ) : (
        (list.data || list.isPending) && <Entries entries={list.data?.items} stale={list.isPlaceholderData} onWho={(who) => set({ who })} />
      )}
      {total > 0 && <Pagination skip={skip} take={entriesPerPage} total={total} onChange={(next) => set({ skip: next }, false)} />}
    </div>
  );
}

function Filters({ search, onChange, onClear }: { search: AuditSearch; onChange: (change: Partial<Record<keyof AuditSearch, unknown>>) => void; onClear?: () => void }) {
  const t = useT();
  const types = useQuery(entityTypesQuery);
  const known = [...new Set([...(types.data ?? []), ...(search.type ? [search.type] : [])])].sort();
  const day = (label: string, edge: 'from' | 'to') => (
    <label className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
      {label}
      <Input type="date" value={search[edge] ?? ''} onChange={(event) => onChange({ [edge]: event.target.value })} className="w-36" />
    </label>
  );
  return (
    <div role="search" aria-label={t('Filter the audit log')} className="flex flex-wrap items-center gap-2">
      <SearchBox label={t('Who')} placeholder={t('Who: a name')} className="sm:w-56" value={search.who ?? ''} onChange={(who) => onChange({ who })} />
      <div className="w-44">
        <Select aria-label={t('Of what')} value={search.type ?? ''} onChange={(event) => onChange({ type: event.target.value, id: undefined })}>
          <option value="">{t('Everything')}</option>
          {known.map((type) => (
            <option key={type} value={type}>
              {t(entityName(type))}
            </option>
          ))}
        </Select>
      </div>
      {search.type && (
        <SearchBox label={t('Its number')} placeholder={t('Its number')} className="sm:w-32" value={search.id ? String(search.id) : ''} onChange={(id) => onChange({ id })} />
      )}
      <div className="w-52">
        <Select aria-label={t('What happened')} value={search.change ?? ''} onChange={(event) => onChange({ change: event.target.value })}>
          <option value="">{t('Whatever happened')}</option>
          {Object.entries(changeTypes).map(([type, { text }]) => (
            <option key={type} value={type}>
              {t(text)}
            </option>
          ))}
        </Select>
      </div>
      <span className="flex flex-wrap gap-2">
        {day(t('From'), 'from')}
        {day(t('to'), 'to')}
      </span>
      {onClear && (
        <Button variant="ghost" onClick={onClear}>
          <X aria-hidden /> {t('Clear')}
        </Button>
      )}
    </div>
  );
}

function Who({ entry, onWho }: { entry: AuditEntry; onWho: (who: string) => void }) {
  const t = useT();
  const name = entry.userName;
  return (
    <span className="block max-w-48">
      {name ? (
        <button type="button" title={t('Show what {name} did', { name })} onClick={() => onWho(name)} className="block max-w-full cursor-pointer truncate rounded text-start hover:underline focus-visible:outline-2 focus-visible:outline-ring">
          {name}
        </button>
      ) : (
        <span className="text-muted-foreground">{t('The system')}</span>
      )}
      {entry.impersonatorName && (
        <span className="flex items-center gap-1 text-xs text-warning-text">
          <VenetianMask aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">{t('in truth {name}', { name: entry.impersonatorName })}</span>
        </span>
      )}
    </span>
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const place = placeOf(entry);
  const name = entry.entityName || (entry.entityId > 0 && entry.entityType !== 'Session' ? `#${entry.entityId}` : '');
  return (
    <span className="block max-w-40 md:max-w-64">
      <span className="block text-xs text-muted-foreground">{t(entityName(entry.entityType))}</span>
      {place ? (
        <Link {...target(place)} className="block truncate text-link underline-offset-2 hover:underline">
          {name}
        </Link>
      ) : (
        <span className="block truncate">{name}</span>
      )}
    </span>
  );
}

/** The names of the first few values that changed. */
function Summary({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const names = entry.changes.map((change) => t(words(change.propertyName)));
  if (names.length === 0) return null;
  return <span className="block max-w-md truncate text-muted-foreground">{[names.slice(0, 3).join(', '), names.length > 3 && t('{count} more', { count: names.length - 3 }, '{count} more')].filter(Boolean).join(', ')}</span>;
}

function Entries({ entries, stale, onWho }: { entries: AuditEntry[] | undefined; stale: boolean; onWho: (who: string) => void }) {
  const t = useT();
  const format = useFormat();
  const base = useId();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const when = (entry: AuditEntry): ReactNode => <time dateTime={entry.creationTime}>{format.dateTime(entry.creationTime)}</time>;
  return (
    <Table label={t('Audit log')} aria-busy={!entries || stale} className={cn(stale && 'opacity-60 transition-opacity')}>
      <THead>
        <tr>
          <Th className="w-9 pe-0">
            <span className="sr-only">{t('Details')}</span>
          </Th>
          <Th className="max-xl:hidden">{t('When')}</Th>
          <Th className="max-xl:hidden">{t('Who')}</Th>
          <Th>{t('What happened')}</Th>
          <Th>{t('Of what')}</Th>
          <Th className="max-2xl:hidden">{t('Values')}</Th>
        </tr>
      </THead>
      <TBody>
        {entries
          ? entries.map((entry) => {
              const kind = changeTypes[entry.changeType];
              const isOpen = open.has(entry.id);
              const details = `${base}-${entry.id}`;
              return (
                <Fragment key={entry.id}>
                  <Tr
                    className="cursor-pointer"
                    onClick={(event) => isRowClick(event) && toggle(entry.id)}
                  >
                    <Td className="pe-0">
                      <Button variant="ghost" size="icon" aria-expanded={isOpen} aria-controls={isOpen ? details : undefined} aria-label={t('Details of {time}', { time: format.dateTime(entry.creationTime) })} onClick={() => toggle(entry.id)} className="size-7">
                        <ChevronRight aria-hidden className={cn('transition-transform rtl:-scale-x-100', isOpen && 'rotate-90 rtl:-rotate-90')} />
                      </Button>
                    </Td>
                    <Td className="whitespace-nowrap tabular-nums max-xl:hidden">{when(entry)}</Td>
                    <Td className="max-xl:hidden">
                      <Who entry={entry} onWho={onWho} />
                    </Td>
                    <Td>
                      <Badge tone={kind?.tone ?? 'neutral'} dot>
                        {t(kind?.text ?? words(entry.changeType))}
                      </Badge>
                      <span className="mt-1 block text-xs text-muted-foreground xl:hidden">
                        {when(entry)}
                        <Who entry={entry} onWho={onWho} />
                      </span>
                    </Td>
                    <Td>
                      <What entry={entry} />
                    </Td>
                    <Td className="max-2xl:hidden">
                      <Summary entry={entry} />
                    </Td>
                  </Tr>
                  {isOpen && (
                    <tr id={details}>
                      <td colSpan={6} className="bg-muted/40 px-3 py-3 md:ps-12">
                        <Changes entry={entry} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })
          : Array.from({ length: 10 }, (_, index) => (
              <tr key={index}>
                <Td colSpan={6}>
                  <Skeleton className="w-full" />
                </Td>
              </tr>
            ))}
      </TBody>
    </Table>
  );
}
