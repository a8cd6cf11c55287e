// The line-haul list: status groups, lanes, capacity.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus, ScanBarcode, Truck } from 'lucide-react';
import { Button, useFormat } from '@waybill/plugin';
import type { BulkAction } from '../../kit/list/BulkBar.tsx';
import type { ListFilter } from '../../kit/list/declare.ts';
import type { ListTab } from '../../kit/list/ListHeading.tsx';
import { oneOf } from '../../lib/odata.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { msg, useT, type Translate } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { lineHaulColumns } from './columns.tsx';
import { LineHaulDialog } from './LineHaulDialog.tsx';
import {
  ALL_STATUSES,
  allows,
  GROUPS,
  lineHaulStatus,
  minutesLate,
  portName,
  statusesOf,
  statusText,
  type LineHaul,
  type Port,
  type StatusGroup,
} from './model.ts';
import { OPERATIONS } from './operations.tsx';
import {
  fetchLineHauls,
  groupCountsQuery,
  lineHaulsKey,
  portsQuery,
  process,
  SEARCHED_FIELDS,
  useLiveLineHauls,
} from './queries.ts';

export const LineHaulList = screen(
  { needs: 'Pages.Job.LineHaul', title: msg('Line haul'), to: msg('see line hauls') },
  LineHaulListScreen,
);

const STATUS_FILTERS = ['status', 'group'];

function filtersOf(t: Translate, ports: readonly Port[]): ListFilter[] {
  const port = (id: string, label: string, field: string): ListFilter => ({
    kind: 'choice',
    id,
    label,
    pinned: true,
    open: true,
    field,
    options: ports.map((one) => ({ value: one.code, label: portName(one) })),
  });
  return [
    {
      kind: 'choice',
      id: 'group',
      label: t('Status groups'),
      hidden: true,
      single: true,
      clears: ['status'],
      options: GROUPS.map(({ key, label }) => ({ value: key, label: t(label) })),
      odata: (group) => oneOf('status', statusesOf(group as StatusGroup)),
    },
    {
      kind: 'choice',
      id: 'status',
      label: t('Status'),
      field: 'status',
      clears: ['group'],
      options: ALL_STATUSES.map((status) => ({ value: status, label: t(statusText(status)) })),
    },
    { kind: 'days', id: 'departs', label: t('Departs'), pinned: true, field: 'departuredate' },
    port('from', t('From'), 'startheadport/code'),
    port('to', t('To'), 'destinationheadport/code'),
    { kind: 'days', id: 'arrives', label: t('Arrives'), field: 'arrivaldate' },
    { kind: 'text', id: 'manifest', label: t('Manifest'), field: 'manifestno' },
  ];
}

function tabsOf(t: Translate, counts: Record<StatusGroup, number> | undefined): ListTab[] {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    { value: '', label: t('All'), count: total },
    ...GROUPS.map(({ key, label }) => ({ value: key, label: t(label), count: counts?.[key] })),
  ];
}

function bulkOf(t: Translate): BulkAction<LineHaul>[] {
  return OPERATIONS.map(({ question, ...operation }): BulkAction<LineHaul> => ({
    id: operation.name,
    name: t(operation.label),
    done: t(operation.done),
    label: (able, all) =>
      t('{operation}: {able} of {all}', { operation: t(operation.label), able, all }),
    rare: true,
    icon: operation.icon,
    able: (lineHaul) => allows(lineHaul, operation.name),
    reason: (lineHaul) => t(lineHaulStatus(lineHaul).text),
    ...(question
      ? {
          ask: (rows) => ({
            title: t(
              '{operation} {count} line hauls?',
              { operation: t(operation.label), count: rows.length },
              '{operation} {count} line haul?',
            ),
            description: t(question),
            confirm: t(operation.label),
            destructive: operation.name === 'Cancel',
          }),
        }
      : {}),
    run: async (rows) => ({
      rows: (
        await process(
          operation.name,
          rows.map(({ id }) => id),
        )
      ).map(({ id, success, message }) => ({ key: id, ok: success, message })),
    }),
  }));
}

function LineHaulListScreen() {
  const t = useT();
  const format = useFormat();
  const [isAdding, setAdding] = useState(false);
  useLiveLineHauls();
  const ports = useQuery(portsQuery);
  const list = useList<LineHaul>({
    id: 'line-hauls.list',
    key: lineHaulsKey,
    fetch: fetchLineHauls,
    rowKey: ({ id }) => id,
    name: ({ linehaulcode }) => linehaulcode,
    href: ({ id }) => `/jobs/line-haul/${id}`,
    columns: lineHaulColumns(format, t),
    filters: filtersOf(t, ports.data ?? []),
    search: { fields: SEARCHED_FIELDS, number: 'id' },
    sort: '-departuredate',
  });
  const counts = useQuery(groupCountsQuery(list.filter(STATUS_FILTERS)));
  return (
    <>
      <RecordList
        list={list}
        title={t('Line haul')}
        heading={{
          actions: [
            {
              text: t('New line haul'),
              keyName: 'new',
              icon: <Plus aria-hidden />,
              primary: true,
              onClick: () => setAdding(true),
            },
            {
              text: t('Scan station'),
              href: '/jobs/scan',
              icon: <ScanBarcode aria-hidden />,
            },
          ],
          tabs: {
            label: t('Status groups'),
            value: list.state.filters['group'] ?? (list.state.filters['status'] ? '-' : ''),
            entries: tabsOf(t, counts.data),
            onChange: (group) => list.set({ filters: { group, status: '' } }),
          },
        }}
        bulk={bulkOf(t)}
        jumps={[
          {
            keyName: 'exception',
            passes: (lineHaul) =>
              minutesLate(lineHaul, new Date()) > 0 || lineHaul.numberofshort > 0,
            none: t('No late or short line haul on this page'),
          },
        ]}
        texts={{
          failed: t('The line hauls could not be loaded'),
          search: { label: t('Search line hauls'), placeholder: t('Line haul, manifest, connote') },
          filter: t('Filter line hauls'),
          selected: (count) =>
            t('{count} line hauls selected', { count }, '{count} line haul selected'),
          withSelected: t('Actions for the selected line hauls'),
          empty: {
            icon: <Truck />,
            title: t('No line hauls yet'),
            description: t('A line haul carries articles of many jobs from depot to depot.'),
            action: <Button onClick={() => setAdding(true)}>{t('New line haul')}</Button>,
          },
          none: {
            title: t('No matching line hauls'),
            description: t('Try another group or a longer period, or clear the filters.'),
            clear: t('Show all line hauls'),
          },
        }}
      />
      {isAdding && <LineHaulDialog lineHaul={null} onClose={() => setAdding(false)} />}
    </>
  );
}
