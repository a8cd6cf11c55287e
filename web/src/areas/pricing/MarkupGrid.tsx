// Markup grid: accounts by services.
import { useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Percent } from 'lucide-react';
import {
  Badge,
  Button,
  cn,
  EmptyState,
  errorMessage,
  ErrorNote,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useMutate } from '../../kit/mutate.ts';
import { carrierAccountsQuery } from '../../lib/carrier-accounts.ts';
import { useT } from '../../lib/i18n.ts';
import { dayText } from './days.ts';
import {
  ALL,
  cellKey,
  cellProblem,
  entriesToSave,
  entryOn,
  pasted,
  plannedDays,
  stored,
  unsent,
  withoutPlan,
  type Edits,
  type Level,
} from './markup-grid.ts';
import { MarkupDay } from './MarkupDay.tsx';
import { MarkupPreview } from './MarkupPreview.tsx';
import { markupsKey, markupsQuery, previewMarkups, saveMarkups, servicesQuery } from './queries.ts';

const ROW_HEIGHT = 36;
/** Rows beyond the view, for the keyboard. */
const BEYOND = 8;
const VISIBLE = 24;

interface Place {
  account: number;
  service: number;
}

export function MarkupGrid({
  level,
  customerId = null,
}: {
  level: Level;
  customerId?: number | null;
}) {
  const t = useT();
  const format = useFormat();
  const { has: may } = usePermissions();
  const accounts = useQuery(carrierAccountsQuery);
  const services = useQuery(servicesQuery);
  const markups = useQuery(markupsQuery(level, customerId));
  const [edits, setEdits] = useState<Edits>(new Map());
  const [at, setAt] = useState<Place | null>(null);
  const [top, setTop] = useState(0);
  /** Start day; null: today. */
  const [planned, setPlanned] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const today = format.toLocalInput(new Date()).slice(0, 10);
  const day = planned ?? today;

  const lines = useMemo(() => {
    const all = (accounts.data ?? []).flatMap((one) =>
      one.id
        ? [
            {
              id: one.id,
              name: one.name ?? '',
              carrier: one.carrierCode ?? '',
              owner: one.customerId ?? null,
            },
          ]
        : [],
    );
    const usable = all.filter(
      (one) => one.owner === null || customerId === null || one.owner === customerId,
    );
    if (level !== 1) return usable;
    // Represents its carrier.
    return usable.filter(
      (one) =>
        one.id ===
        Math.min(
          ...usable.filter((other) => other.carrier === one.carrier).map((other) => other.id),
        ),
    );
  }, [accounts.data, customerId, level]);
  const columns = useMemo(
    () =>
      (services.data ?? []).filter((one) => lines.some((line) => line.carrier === one.carrierCode)),
    [services.data, lines],
  );
  const carriers = useMemo(
    () => new Map(columns.map((one) => [one.carrierCode, one.carrierName])),
    [columns],
  );
  const columnIds = [ALL, ...columns.map((one) => one.id)];
  const carrierOf = useMemo(
    () => new Map(columns.map((one) => [one.id, one.carrierCode])),
    [columns],
  );
  const lineOf = useMemo(() => new Map(lines.map((one) => [one.id, one.carrier])), [lines]);
  const has = (account: number, service: number) =>
    service === ALL || carrierOf.get(service) === lineOf.get(account);
  const entries = markups.data ?? [];
  const textOf = (account: number, service: number) =>
    edits.get(cellKey(account, service)) ?? stored(entryOn(entries, account, day), service);
  const problem = [...edits.values()].map((text) => cellProblem(text, t)).find(Boolean);

  const change = (cells: Iterable<[string, string]>) => {
    const next = new Map(edits);
    for (const [key, text] of cells) {
      const [account = 0, service = 0] = key.split('/').map(Number);
      const isStored = text.trim() === stored(entryOn(entries, account, day), service);
      // A value being saved will differ from the one stored now.
      const isBeingSaved = save.isPending && save.variables.has(key);
      if (isStored && !isBeingSaved) next.delete(key);
      else next.set(key, text);
    }
    setEdits(next);
    preview.reset();
  };
  const preview = useMutation({
    mutationFn: () =>
      previewMarkups(level, customerId, entriesToSave(entries, edits, day, planned !== null)),
  });
  const save = useMutate({
    call: (sent: Edits) =>
      saveMarkups(level, customerId, entriesToSave(entries, sent, day, planned !== null)),
    stale: [markupsKey],
    notice: t('Markups saved'),
    after: (_, sent) => {
      setEdits((present) => unsent(present, sent));
      preview.reset();
    },
  });

  const takeBack = useMutate({
    call: () => saveMarkups(level, customerId, withoutPlan(entries, day)),
    stale: [markupsKey],
    notice: t('Planned change removed'),
    after: () => setPlanned(null),
  });

  const focus = (place: Place) => {
    setAt(place);
    const row = lines.findIndex((one) => one.id === place.account);
    if (row < first || row >= first + VISIBLE)
      box.current?.scrollTo({ top: Math.max(0, row - 2) * ROW_HEIGHT });
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLInputElement>(`[data-cell="${cellKey(place.account, place.service)}"]`)
        ?.focus(),
    );
  };
  const move = (place: Place, down: number, right: number) => {
    let row = lines.findIndex((one) => one.id === place.account);
    let column = columnIds.indexOf(place.service);
    for (;;) {
      row += down;
      column += right;
      const [line, service] = [lines[row], columnIds[column]];
      if (!line || service === undefined) return;
      if (has(line.id, service)) return focus({ account: line.id, service });
    }
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, place: Place) => {
    const { selectionStart: start, selectionEnd: end, value } = event.currentTarget;
    const isWhole = start === 0 && end === value.length;
    if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)) move(place, 1, 0);
    else if (event.key === 'ArrowUp' || event.key === 'Enter') move(place, -1, 0);
    else if (event.key === 'ArrowLeft' && (isWhole || end === 0)) move(place, 0, -1);
    else if (event.key === 'ArrowRight' && (isWhole || start === value.length)) move(place, 0, 1);
    else if (event.key === 'Escape')
      change([
        [
          cellKey(place.account, place.service),
          stored(entryOn(entries, place.account, day), place.service),
        ],
      ]);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, place: Place) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    change(
      pasted(
        text,
        lines.map((one) => one.id),
        columnIds,
        place,
        has,
      ),
    );
  };

  const failed = [accounts, services, markups].find((one) => one.isLoadingError);
  if (failed) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!accounts.data || !services.data || !markups.data) return <Skeleton className="h-64" />;
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<Percent />}
        title={t('No carrier accounts yet')}
        description={t('Add a carrier account to set its markups.')}
      />
    );
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - BEYOND);
  const shown = lines.slice(first, first + VISIBLE + 2 * BEYOND);
  const gap = (rows: number) =>
    rows > 0 && <tr aria-hidden style={{ height: rows * ROW_HEIGHT }} />;
  return (
    <div className="grid gap-3">
      <p className="text-[13px] text-muted-foreground">
        {t(
          'Type a percentage (12.5%), an amount to add (+4.20) or a price (=15). Paste a table ' +
            'from a spreadsheet into any cell.',
        )}
      </p>
      <MarkupDay
        day={planned}
        today={today}
        days={plannedDays(entries, today)}
        disabled={edits.size > 0 || save.isPending || takeBack.isPending}
        onDay={(next) => {
          setPlanned(next);
          preview.reset();
        }}
        onTakeBack={() => takeBack.mutateAsync()}
      />
      {save.isError && <ErrorNote message={errorMessage(save.error)} />}
      {problem && <ErrorNote message={problem} />}
      <div
        ref={box}
        className="max-h-[65vh] overflow-auto rounded-md border"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <table
          role="grid"
          aria-label={t('Markups')}
          aria-rowcount={lines.length + 1}
          className="border-separate border-spacing-0 text-[13px]"
        >
          <thead>
            <tr>
              <th
                scope="col"
                className={cn(
                  'sticky start-0 top-0 z-20 min-w-48 border-e border-b bg-muted px-2',
                  'py-1.5 text-start font-medium',
                )}
              >
                {level === 1 ? t('Carrier') : t('Carrier account')}
              </th>
              <th
                scope="col"
                className="sticky top-0 z-10 min-w-28 border-b bg-muted px-2 py-1.5 text-start font-medium"
              >
                {t('All services')}
              </th>
              {columns.map((one) => (
                <th
                  key={one.id}
                  scope="col"
                  className="sticky top-0 z-10 min-w-28 border-b bg-muted px-2 py-1.5 text-start font-medium"
                >
                  {one.name}
                  {carriers.size > 1 && (
                    <span className="block text-xs font-normal text-muted-foreground">
                      {one.carrierName}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gap(first)}
            {shown.map((line, index) => {
              const name = level === 1 ? (carriers.get(line.carrier) ?? line.carrier) : line.name;
              const begins = plannedDays(
                entries.filter((one) => one.carrierAccountId === line.id),
                day,
              )[0];
              const until = entryOn(entries, line.id, day)?.expireDate;
              return (
                <tr key={line.id} aria-rowindex={first + index + 2} style={{ height: ROW_HEIGHT }}>
                  <th
                    scope="row"
                    className="sticky start-0 z-10 border-e border-b bg-card px-2 text-start font-normal"
                  >
                    <span className="flex items-center gap-2">
                      <span className="truncate">{name}</span>
                      {begins ? (
                        <Badge tone="info">{t('Changes on {day}', { day: dayText(begins) })}</Badge>
                      ) : (
                        until && <Badge>{t('Until {day}', { day: dayText(until) })}</Badge>
                      )}
                    </span>
                  </th>
                  {columnIds.map((service, column) => {
                    if (!has(line.id, service))
                      return (
                        <td
                          key={service}
                          aria-label={t('Not offered')}
                          className="border-b bg-muted/50"
                        />
                      );
                    const key = cellKey(line.id, service);
                    const text = textOf(line.id, service);
                    const isWrong = edits.has(key) && cellProblem(text, t) !== undefined;
                    const isActive = at
                      ? at.account === line.id && at.service === service
                      : first + index === 0 && column === 0;
                    return (
                      <td key={service} className="border-b p-0">
                        <input
                          data-cell={key}
                          aria-label={`${name}, ${
                            service === ALL ? t('All services') : (columns[column - 1]?.name ?? '')
                          }`}
                          aria-invalid={isWrong || undefined}
                          tabIndex={isActive ? 0 : -1}
                          value={text}
                          autoComplete="off"
                          dir="ltr"
                          className={cn(
                            'h-8 w-full min-w-28 bg-transparent px-2 text-end tabular-nums',
                            'focus-visible:outline-2 focus-visible:-outline-offset-2',
                            'focus-visible:outline-ring',
                            edits.has(key) && 'bg-accent font-medium',
                            isWrong && 'text-destructive-text',
                          )}
                          onFocus={(event) => {
                            setAt({ account: line.id, service });
                            event.currentTarget.select();
                          }}
                          onChange={(event) => change([[key, event.target.value]])}
                          onKeyDown={(event) => onKey(event, { account: line.id, service })}
                          onPaste={(event) => onPaste(event, { account: line.id, service })}
                        />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {gap(lines.length - first - shown.length)}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={edits.size === 0 || problem !== undefined || save.isPending}
          onClick={() => save.mutate(edits)}
        >
          {t('Save')}
        </Button>
        {edits.size > 0 && (
          <>
            {may('Pages.Administration.Markups') && (
              <Button
                variant="outline"
                disabled={problem !== undefined || preview.isPending}
                onClick={() => preview.mutate()}
              >
                {t("Preview on yesterday's quotes")}
              </Button>
            )}
            <Button
              variant="ghost"
              disabled={save.isPending}
              onClick={() => {
                setEdits(new Map());
                preview.reset();
              }}
            >
              {t('Discard')}
            </Button>
            <span role="status" className="text-[13px] text-muted-foreground">
              {t('{count} cells changed', { count: edits.size }, '{count} cell changed')}
            </span>
          </>
        )}
      </div>
      {preview.isError && <ErrorNote message={errorMessage(preview.error)} />}
      {preview.data && <MarkupPreview preview={preview.data} />}
    </div>
  );
}
