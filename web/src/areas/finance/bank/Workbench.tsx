// /finance/bank/:id: matches lines with invoices.
import { useRef, useState } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileDown, Landmark } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import type { Binding } from '../../../kit/keys.ts';
import type { ListFilter } from '../../../kit/list/declare.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import type { RowKey } from '../../../kit/list/selection.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { placeOf, type WorkHandle } from '../../../kit/list/work.ts';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { download } from '../../../lib/download.ts';
import { failure } from '../../../kit/mutate.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { choices } from '../model.ts';
import { AcceptAll } from './AcceptAll.tsx';
import { lineColumns } from './columns.tsx';
import { LINE_STATUSES, lineName, type Line, type Statement } from './model.ts';
import { Panel } from './Panel.tsx';
import { bankLinesKey, fetchLines, lineCountQuery, statementQuery } from './queries.ts';
import { ACTIONS, ORDINALS, PLACES, type Action } from './rules.ts';
import { useWork, type PaymentTarget } from './use-work.ts';

const route = getRouteApi('/shell/finance/bank/$id');
const crumbs = () => [{ text: translate('Bank statements'), href: leftList('/finance/bank') }];

export const BankWorkbench = screen(
  {
    needs: 'Pages.Finance.Remittance',
    title: msg('Bank statement'),
    to: msg('match bank statements'),
  },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const statement = useQuery({ ...statementQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={statement}
      title={t('Bank statement')}
      breadcrumbs={crumbs()}
      icon={<Landmark />}
      missing={t('Bank statement not found')}
      failed={t('The bank statement could not be loaded')}
      to={msg('match bank statements')}
    >
      {(found) => <Lines key={found.id} of={found} />}
    </RecordOf>
  );
}

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: '',
    hidden: true,
    single: true,
    field: 'status',
    options: choices(LINE_STATUSES).map(([value]) => ({ value, label: '' })),
  },
];

function useTabs({ id, newLines }: Statement) {
  const t = useT();
  const statuses = choices(LINE_STATUSES);
  const counts = useQueries({ queries: statuses.map(([status]) => lineCountQuery(id, status)) });
  return [
    { value: '', label: t('All'), count: newLines },
    ...statuses.map(([value, { text }], at) => ({
      value,
      label: t(text),
      count: counts[at]?.data,
    })),
  ];
}

function Lines({ of }: { of: Statement }) {
  const t = useT();
  const format = useFormat();
  const handle = useRef<WorkHandle>(null);
  const rows = useRef<readonly Line[]>([]);
  const [at, setAt] = useState<RowKey | null>(null);
  const [ticked, setTicked] = useState<readonly Line[]>([]);
  const [choosing, setChoosing] = useState<Line | null>(null);
  const work = useWork(of.id, () => rows.current, handle);
  const list = useList<Line>({
    id: 'finance.bank-lines',
    key: [...bankLinesKey, of.id],
    fetch: (query, signal) => fetchLines(of.id, query, signal),
    rowKey: ({ id }) => id,
    name: lineName,
    columns: lineColumns(format, t, work.marks),
    filters: FILTERS,
    search: { fields: ['payer', 'reference', 'bankReference', 'description'], number: 'amount' },
    sort: 'lineNumber',
    pageSize: 100,
  });
  rows.current = list.rows ?? [];
  const line = rows.current[placeOf(rows.current, at, list.keyOf)] ?? null;
  const start = (action: Action, whose: PaymentTarget = {}) => {
    const chosen = ticked.length > 0 ? ticked : line ? [line] : [];
    if (work.pending || choosing || (action.single && chosen.length > 1)) return;
    const able = chosen.filter(action.able);
    const [first] = able;
    if (!first) return;
    if (action.id === 'customer' && whose.customerId === undefined) setChoosing(first);
    else void work.run(action, able, whose);
  };
  const accept = ACTIONS[0] as Action;
  const take = (place: number) => {
    const proposal = ticked.length === 0 ? line?.proposals[place] : undefined;
    if (proposal)
      start(accept, {
        customerId: proposal.customerId,
        allocatedInvoicePayments: proposal.invoices.map(({ invoiceId, amount }) => ({
          invoiceId,
          amount,
        })),
      });
  };
  const save = () =>
    download('/api/core/file/downloadasset', { assetId: of.assetId }).catch(
      failure(t('The file could not be downloaded')),
    );
  const { status = '' } = list.state.filters;
  return (
    <RecordList
      list={list}
      title={of.fileName}
      heading={{
        breadcrumbs: crumbs(),
        tabs: {
          label: t('Lines by status'),
          value: status,
          entries: useTabs(of),
          onChange: (next) => list.set({ filters: { status: next } }),
        },
        actions: [
          {
            text: t('The bank’s file'),
            icon: <FileDown aria-hidden />,
            onClick: () => void save(),
          },
        ],
      }}
      tools={<AcceptAll of={of} onMarks={work.mark} onClosed={() => handle.current?.back()} />}
      work={{
        at,
        onRow: setAt,
        onTicked: setTicked,
        handle,
        keys: [
          ...ACTIONS.map((action): Binding => ({
            key: action.key,
            text: action.help,
            group: 'record',
            run: () => start(action),
          })),
          ...PLACES.map((key, place): Binding => ({
            key,
            text: ORDINALS[place] ?? '',
            group: 'record',
            run: () => take(place),
          })),
        ],
        marks: work.marks,
        panel: (
          <Panel
            line={line}
            ticked={ticked}
            mark={line ? work.marks.get(line.id) : undefined}
            announcement={work.announcement}
            pending={work.pending}
            choosing={choosing}
            onStart={start}
            onTake={take}
            onChosen={(customerId) => {
              const chosen = choosing;
              setChoosing(null);
              if (chosen) void work.run(accept, [chosen], { customerId });
            }}
            onCancel={() => {
              setChoosing(null);
              handle.current?.back();
            }}
          />
        ),
      }}
      texts={{
        failed: t('The lines could not be loaded'),
        search: { label: t('Search lines'), placeholder: t('Payer, reference, amount') },
        filter: t('Filter lines'),
        selected: (count) => t('{count} lines selected', { count }, '{count} line selected'),
        empty: {
          icon: <Landmark />,
          title: t('No new lines'),
          description: t('All lines of this file had come with another file before.'),
        },
        none: {
          title: status === 'Open' ? t('Every line is matched') : t('No matching lines'),
          clear: t('Show all lines'),
        },
      }}
    />
  );
}
