// /finance/ledger: all ledger entries.
import { useState } from 'react';
import { BookOpen, FileDown, Lock, Scale } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { DateCell, TextCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { choices } from '../model.ts';
import { JournalDialog } from './JournalDialog.tsx';
import { ACCOUNTS, lineHref, MOVEMENTS, partyOf, type Line } from './model.ts';
import { fetchLines, ledgerKey } from './queries.ts';

export const LedgerList = screen(
  { needs: 'Pages.Finance.Ledger', title: msg('Ledger'), to: msg('see the ledger') },
  Screen,
);

const lineName = ({ reference, entryId }: Line) => reference ?? `#${entryId}`;

function Screen() {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const [exporting, setExporting] = useState(false);
  const list = useList<Line>({
    id: 'finance.ledger',
    key: [...ledgerKey, 'lines'],
    fetch: fetchLines,
    rowKey: ({ id }) => id,
    name: lineName,
    href: lineHref,
    columns: [
      { id: 'reference', header: t('Document'), cell: lineName, csv: lineName, fixed: true },
      {
        id: 'day',
        header: t('Day'),
        cell: (line) => <DateCell value={line.day} />,
        csv: (line) => line.day,
        sort: 'day',
        narrow: 'line',
      },
      {
        id: 'movement',
        header: t('Movement'),
        cell: (line) => t(MOVEMENTS[line.movement]),
        csv: (line) => t(MOVEMENTS[line.movement]),
        narrow: 'line',
      },
      {
        id: 'customer',
        header: t('Customer or driver'),
        cell: (line) => <TextCell>{partyOf(line)}</TextCell>,
        csv: partyOf,
        narrow: 'line',
      },
      {
        id: 'debit',
        header: t('Debit account'),
        cell: (line) => t(ACCOUNTS[line.debitAccount].text),
        csv: (line) => t(ACCOUNTS[line.debitAccount].text),
        sort: 'debitAccount',
      },
      {
        id: 'credit',
        header: t('Credit account'),
        cell: (line) => t(ACCOUNTS[line.creditAccount].text),
        csv: (line) => t(ACCOUNTS[line.creditAccount].text),
        sort: 'creditAccount',
      },
      {
        id: 'amount',
        header: t('Amount'),
        cell: (line) => format.money(line.amount),
        csv: (line) => line.amount,
        sort: 'amount',
        numeric: true,
        fixed: true,
        narrow: 'badge',
      },
      {
        id: 'entry',
        header: t('Entry'),
        cell: (line) => `#${line.entryId}`,
        csv: (line) => line.entryId,
        sort: 'entryId',
        extra: true,
      },
    ],
    filters: [
      {
        kind: 'choice',
        id: 'account',
        label: t('Account'),
        pinned: true,
        single: true,
        options: choices(ACCOUNTS).map(([value, { text }]) => ({ value, label: t(text) })),
        query: (account) => ({ account }),
      },
      ...(has('Pages.Customer')
        ? [
            {
              kind: 'reference' as const,
              id: 'customer',
              label: t('Customer'),
              pinned: true,
              field: 'customerId',
              ...customerReference,
            },
          ]
        : []),
      { kind: 'days', id: 'day', label: t('Day'), pinned: true, field: 'day', dayOnly: true },
      { kind: 'number', id: 'amount', label: t('Amount'), field: 'amount' },
      { kind: 'number', id: 'entry', label: t('Entry'), field: 'entryId' },
    ],
    sort: '-day',
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Ledger')}
        heading={{
          actions: [
            {
              text: t('Balances and verification'),
              icon: <Scale aria-hidden />,
              href: '/finance/ledger/accounts',
              primary: true,
            },
            {
              text: t('Download journal…'),
              icon: <FileDown aria-hidden />,
              primary: true,
              onClick: () => setExporting(true),
            },
            {
              text: t('Locked periods'),
              icon: <Lock aria-hidden />,
              href: '/finance/ledger/locks',
            },
          ],
        }}
        texts={{
          failed: t('The ledger could not be loaded'),
          filter: t('Filter the ledger'),
          empty: {
            icon: <BookOpen />,
            title: t('No entries yet'),
            description: t(
              'Posted invoices, payments and credit notes are entered in the ledger automatically.',
            ),
          },
          none: { title: t('No matching lines'), clear: t('Show all lines') },
        }}
      />
      {exporting && <JournalDialog onClose={() => setExporting(false)} />}
    </>
  );
}
