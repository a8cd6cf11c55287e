// Rate cards, one row a version.
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, BadgeDollarSign, Calculator, Plus } from 'lucide-react';
import { Button, remark, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import type { BulkAction } from '../../kit/list/BulkBar.tsx';
import { DayCell, NOTHING, TextCell } from '../../kit/list/Cells.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { customerReference } from '../../kit/pickers/customers.ts';
import { statusColumn } from '../../kit/list/status.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { cardState, dayIn, dayText } from './CardState.tsx';
import { CustomerName } from '../../kit/pickers/CustomerName.tsx';
import { cardName, choices, kinds, type RateCardLine } from './model.ts';
import { NewCard } from './NewCard.tsx';
import { cardsKey, fetchCards, processCards } from './queries.ts';

export const RateCardList = screen(
  { needs: 'Pages.Rates', title: msg('Rate cards'), to: msg('see rate cards') },
  Screen,
);

function useBulkActions(): BulkAction<RateCardLine>[] {
  const t = useT();
  const queryClient = useQueryClient();
  const run = (operation: 'Retire' | 'Activate') => async (rows: readonly RateCardLine[]) => {
    const results = await processCards(
      operation,
      rows.map(({ id }) => id),
    );
    // The outcome is shown while the list is read again.
    void queryClient.invalidateQueries({ queryKey: cardsKey });
    const back = operation === 'Retire' ? 'Activate' : 'Retire';
    const undo = async () => {
      await processCards(
        back,
        results.filter(({ success }) => success).map(({ id }) => id),
      );
      await queryClient.invalidateQueries({ queryKey: cardsKey });
    };
    return {
      undo,
      rows: results.map(({ id, success, ...outcome }) => ({
        key: id,
        ok: success,
        message: remark(outcome),
      })),
    };
  };
  return [
    {
      id: 'retire',
      name: t('Retire'),
      done: t('retired'),
      keyName: 'retire',
      icon: <Archive aria-hidden />,
      label: (able, chosen) =>
        able === chosen ? t('Retire') : t('Retire {able} of {chosen}', { able, chosen }),
      able: ({ isActive }) => isActive,
      ask: (rows) => ({
        title: t('Retire {count} rate cards?', { count: rows.length }, 'Retire {count} rate card?'),
        description: t('A retired card is not used for prices. You can activate it again.'),
        confirm: t('Retire'),
      }),
      run: run('Retire'),
    },
    {
      id: 'activate',
      name: t('Activate'),
      done: t('activated'),
      keyName: 'activate',
      icon: <ArchiveRestore aria-hidden />,
      label: (able, chosen) =>
        able === chosen ? t('Activate') : t('Activate {able} of {chosen}', { able, chosen }),
      able: ({ isActive }) => !isActive,
      run: run('Activate'),
    },
  ];
}

function Screen() {
  const t = useT();
  const { language, timezone } = useFormat();
  const { has } = usePermissions();
  const mayEdit = has('Pages.Rates.Edit');
  const [adding, setAdding] = useState(false);
  const day = (value: string | null) =>
    value ? (
      <span className="whitespace-nowrap tabular-nums">{dayText(value, language)}</span>
    ) : (
      NOTHING
    );
  const actions = useBulkActions();
  const list = useList<RateCardLine>({
    id: 'rates.cards',
    key: cardsKey,
    fetch: fetchCards,
    rowKey: (card) => card.id,
    name: cardName,
    href: (card) => `/rates/${card.id}`,
    columns: [
      {
        id: 'code',
        header: t('Code'),
        cell: (card) => card.code,
        csv: (card) => card.code,
        sort: 'code',
        fixed: true,
      },
      {
        id: 'version',
        header: t('Version'),
        cell: (card) => `v${card.version}`,
        csv: (card) => card.version,
        sort: 'version',
        narrow: 'line',
      },
      {
        id: 'name',
        header: t('Name'),
        cell: (card) => <TextCell>{card.name}</TextCell>,
        csv: (card) => card.name,
        sort: 'name',
        narrow: 'line',
      },
      {
        id: 'kind',
        header: t('Kind'),
        cell: (card) => t(kinds[card.kind]),
        csv: (card) => t(kinds[card.kind]),
        sort: 'kind',
        narrow: 'line',
      },
      {
        id: 'customer',
        header: t('Customer'),
        cell: (card) =>
          card.customerId === null ? t('All customers') : <CustomerName id={card.customerId} />,
        csv: (card) => card.customerId,
      },
      {
        id: 'currency',
        header: t('Currency'),
        cell: (card) => card.currency,
        csv: (card) => card.currency,
        extra: true,
      },
      {
        id: 'from',
        header: t('Effective'),
        cell: (card) => day(card.effectiveDate),
        csv: (card) => card.effectiveDate,
        sort: 'effectiveDate',
      },
      {
        id: 'until',
        header: t('Ends'),
        cell: (card) => day(card.expireDate),
        csv: (card) => card.expireDate,
        sort: 'expireDate',
      },
      {
        id: 'changed',
        header: t('Changed'),
        cell: (card) => <DayCell value={card.modifiedTime} />,
        csv: (card) => card.modifiedTime,
        sort: 'modifiedTime',
        extra: true,
      },
      statusColumn(t, (card) => cardState(card, dayIn(timezone)), { fixed: true }),
    ],
    filters: [
      {
        kind: 'choice',
        id: 'kind',
        label: t('Kind'),
        pinned: true,
        field: 'kind',
        options: choices(kinds).map(([value, text]) => ({ value, label: t(text) })),
      },
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isActive',
        words: [t('Active'), t('Draft or retired')],
      },
      ...(has('Pages.Customer')
        ? [
            {
              kind: 'reference' as const,
              id: 'customer',
              label: t('Customer'),
              field: 'customerId',
              ...customerReference,
            },
          ]
        : []),
      {
        kind: 'days',
        id: 'effective',
        label: t('Effective'),
        field: 'effectiveDate',
        dayOnly: true,
      },
    ],
    search: { fields: ['code', 'name', 'description'] },
    sort: 'code',
    sorting: (field, direction) => `${field} ${direction}, version desc, id`,
  });
  const add = mayEdit && <Button onClick={() => setAdding(true)}>{t('New rate card')}</Button>;
  return (
    <>
      <RecordList
        list={list}
        title={t('Rate cards')}
        heading={{
          actions: [
            ...(mayEdit
              ? [
                  {
                    text: t('New rate card'),
                    keyName: 'new' as const,
                    icon: <Plus aria-hidden />,
                    primary: true,
                    onClick: () => setAdding(true),
                  },
                ]
              : []),
            {
              text: t('Simulator'),
              icon: <Calculator aria-hidden />,
              primary: true,
              href: '/rates/simulator',
            },
          ],
        }}
        bulk={mayEdit ? actions : []}
        texts={{
          failed: t('The rate cards could not be loaded'),
          search: { label: t('Search rate cards'), placeholder: t('Code, name') },
          filter: t('Filter rate cards'),
          selected: (count) =>
            t('{count} rate cards selected', { count }, '{count} rate card selected'),
          empty: {
            icon: <BadgeDollarSign />,
            title: t('No rate cards yet'),
            description: t('Add a rate card to quote with your own prices.'),
            action: add,
          },
          none: { title: t('No matching rate cards'), clear: t('Show all rate cards') },
        }}
      />
      {adding && <NewCard onClose={() => setAdding(false)} />}
    </>
  );
}
