// /reconciliation/:id: decides invoice lines by keyboard.
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileDown, FileX2, MessageSquareWarning, ReceiptText, Scale } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import type { Binding } from '../../../kit/keys.ts';
import type { ListFilter } from '../../../kit/list/declare.ts';
import { oneOf } from '../../../lib/odata.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import type { RowKey } from '../../../kit/list/selection.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { placeOf, type WorkHandle } from '../../../kit/list/work.ts';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { failure } from '../../../kit/mutate.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { useCarrierName } from '../../../plugins/carrier-names.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import {
  HOLDS,
  LINE_STATUSES,
  lineName,
  type Line,
  type LineStatus,
  type Reconciliation,
} from '../model.ts';
import {
  bookingHref,
  countReasons,
  fetchLines,
  heldQuery,
  linesKey,
  saveAllLines,
  saveDispute,
  saveDisputeLetter,
  saveFile,
  viewQuery,
} from '../queries.ts';
import { NotReady } from './NotReady.tsx';
import { lineColumns } from './columns.tsx';
import { Panel } from './Panel.tsx';
import { ACTIONS, needsInput, type Action } from './rules.ts';
import { DecisionProgress, Totals } from './Totals.tsx';
import { NOTHING_SAID, useDecisions, type Marks, type DecisionInput } from './use-decisions.ts';

const route = getRouteApi('/shell/reconciliation/$id');
const crumbs = () => [{ text: translate('Reconciliation'), href: '/reconciliation' }];
const PAGE_SIZE = 500;
/** Other users change totals too. */
const POLL_INTERVAL_MS = 15_000;
const READING_MS = 1000;
const WAITING: readonly LineStatus[] = [
  'Unmatched',
  'Held',
  'Overcharged',
  'Undercharged',
  'WithinTolerance',
  'Matched',
  'PreAuthorised',
];

export const Workbench = screen(
  {
    needs: 'Pages.Booking.Reconcile',
    title: msg('Reconciliation'),
    to: msg('reconcile carrier invoices'),
  },
  Screen,
);

const isOnItsWay = (one: Reconciliation | undefined) =>
  one?.status === 'Uploaded' || one?.status === 'Processing';

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const view = useQuery({
    ...viewQuery(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? READING_MS : POLL_INTERVAL_MS),
  });
  return (
    <RecordOf
      id={id}
      query={view}
      title={t('Reconciliation')}
      breadcrumbs={crumbs()}
      icon={<Scale />}
      missing={t('Reconciliation not found')}
      failed={t('The reconciliation could not be loaded')}
      to={msg('reconcile carrier invoices')}
    >
      {(found) =>
        isOnItsWay(found) || found.status === 'Failed' ? (
          <>
            <PageHeading title={found.fileName} breadcrumbs={crumbs()} />
            <NotReady of={found} />
          </>
        ) : (
          <Work key={found.id} of={found} />
        )
      }
    </RecordOf>
  );
}

/** Tabs by status; held lines also by reason. */
function useTabs(of: Reconciliation) {
  const t = useT();
  const countOf = (status: LineStatus) =>
    of.statuses.find((one) => one.status === status)?.count ?? 0;
  const held = useQuery({ ...heldQuery(of.id), enabled: countOf('Held') > 0 });
  const reasons = countReasons(countOf('Held') > 0 ? (held.data ?? []) : []);
  const waiting = WAITING.reduce((sum, status) => sum + countOf(status), 0);
  const statuses = Object.entries(LINE_STATUSES) as [LineStatus, { text: string }][];
  return [
    { value: '', label: t('All'), count: of.totals.count },
    { value: 'waiting', label: t('To decide'), count: waiting },
    ...statuses.flatMap(([status, { text }]) => [
      ...(countOf(status) > 0
        ? [
            {
              value: status,
              label: t(text),
              count: countOf(status),
              alarming: status === 'Unmatched',
            },
          ]
        : []),
      ...(status === 'Held' && reasons.size > 1
        ? [...reasons].map(([hold, count]) => ({
            value: `Held/${hold}`,
            label: t(HOLDS[hold]),
            count,
          }))
        : []),
    ]),
  ];
}

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: '',
    hidden: true,
    single: true,
    open: true,
    options: [],
    odata: (value) => oneOf('status', value === 'waiting' ? WAITING : [value]),
  },
  {
    kind: 'choice',
    id: 'reason',
    label: '',
    hidden: true,
    single: true,
    open: true,
    options: [],
    query: (reason) => ({ reason }),
  },
];

export function Work({ of }: { of: Reconciliation }) {
  const t = useT();
  const format = useFormat();
  const carrierName = useCarrierName();
  const handle = useRef<WorkHandle>(null);
  const [at, setAt] = useState<RowKey | null>(null);
  const [ticked, setTicked] = useState<readonly Line[]>([]);
  const [openAction, setAsked] = useState<{ action: Action; lines: readonly Line[] } | null>(null);
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const [marks, setMarks] = useState<Marks>(new Map());
  const list = useList<Line>({
    id: 'reconciliation.lines',
    key: linesKey(of.id),
    fetch: (query, signal) => fetchLines(of.id, query, signal),
    rowKey: (line) => line.id,
    name: lineName,
    href: bookingHref,
    columns: lineColumns(format, t, marks),
    filters: FILTERS,
    search: { fields: ['consignmentId', 'reference', 'companyName', 'customerName', 'note'] },
    sort: 'fileLine',
    pageSize: PAGE_SIZE,
  });
  const rows = list.rows ?? [];
  const decisions = useDecisions(of.id, rows, handle, setMarks);
  const line = rows[placeOf(rows, at, list.keyOf)] ?? null;

  // Changed by others: refetches lines.
  const sums = JSON.stringify(of.statuses);
  const known = useRef(sums);
  const { refetch } = list;
  useEffect(() => {
    if (known.current !== sums && decisions.own.current !== sums) refetch();
    known.current = sums;
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sums]);

  const start = (action: Action) => {
    const chosen = ticked.length > 0 ? ticked : line ? [line] : [];
    if (
      chosen.length === 0 ||
      decisions.pending ||
      openAction ||
      (action.single && chosen.length > 1)
    )
      return;
    const able = chosen.filter(action.able);
    if (able.length === 0) return;
    if (needsInput(action, able)) setAsked({ action, lines: able });
    else
      decisions
        .run(action, able, NOTHING_SAID)
        .catch(failure(t('{operation} failed', { operation: t(action.text) })));
  };
  const send = async (input: DecisionInput) => {
    if (!openAction) return;
    await decisions.run(openAction.action, openAction.lines, input);
    setNotes(new Map([...notes, [openAction.action.id, input.note]]));
    setAsked(null);
  };
  const save = (file: Promise<unknown>) =>
    void file.catch(failure(t('The file could not be downloaded')));
  const { status = '', reason = '' } = list.state.filters;
  const keyed = ACTIONS.flatMap((action) => (action.key ? [{ ...action, key: action.key }] : []));
  return (
    <RecordList
      list={list}
      title={of.fileName}
      heading={{
        breadcrumbs: crumbs(),
        tabs: {
          label: t('Lines by status'),
          value: reason ? `Held/${reason}` : status,
          entries: useTabs(of),
          onChange: (value) => {
            const [next = '', why = ''] = value.split('/');
            list.set({ filters: { status: next, reason: why } });
          },
        },
        actions: [
          {
            text: t('All lines (CSV)'),
            icon: <FileDown aria-hidden />,
            onClick: () => save(saveAllLines(of.id)),
          },
          {
            text: t('Lines without booking (CSV)'),
            icon: <FileX2 aria-hidden />,
            disabled: of.invalidBookingFileGuid === null,
            onClick: () => of.invalidBookingFileGuid && save(saveFile(of.invalidBookingFileGuid)),
          },
          {
            text: t('Dispute for the carrier (CSV)'),
            icon: <MessageSquareWarning aria-hidden />,
            onClick: () => save(saveDispute(of.id)),
          },
          {
            text: t('Dispute for the carrier (PDF)'),
            icon: <MessageSquareWarning aria-hidden />,
            onClick: () => save(saveDisputeLetter(of.id)),
          },
          {
            text: t('The file of {carrier}', { carrier: carrierName(of.carrier) }),
            icon: <ReceiptText aria-hidden />,
            onClick: () => save(saveFile(of.fileGuid)),
          },
        ],
      }}
      tools={<DecisionProgress of={of} />}
      work={{
        at,
        onRow: setAt,
        onTicked: setTicked,
        handle,
        keys: keyed.map((action): Binding => ({
          key: action.key,
          text: action.help,
          group: 'record',
          run: () => start(action),
        })),
        marks,
        panel: (
          <Panel
            line={line}
            ticked={ticked}
            mark={line ? marks.get(line.id) : undefined}
            announcement={decisions.announcement}
            pending={decisions.pending}
            openAction={openAction}
            lastNote={({ id }) => notes.get(id) ?? ''}
            onStart={start}
            onSend={send}
            onCancel={() => {
              setAsked(null);
              handle.current?.back();
            }}
          />
        ),
      }}
      texts={{
        failed: t('The lines could not be loaded'),
        search: {
          label: t('Search lines'),
          placeholder: t('Consignment, reference, customer, note'),
        },
        filter: t('Filter lines'),
        selected: (count) => t('{count} lines selected', { count }, '{count} line selected'),
        empty: {
          icon: <Scale />,
          title: t('No lines'),
          description: t('The file has no lines to decide.'),
        },
        none: { title: t('No matching lines'), clear: t('Show all lines') },
      }}
    >
      <Totals of={of} />
    </RecordList>
  );
}
