// The fee list.
import { FlaskConical, Percent, Plus } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { Badge, buttonClass, useFormat } from '@waybill/plugin';
import { DateCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { dayIn } from '../../../lib/days.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { choices } from '../model.ts';
import {
  CUSTOMER_TYPES,
  EVENTS,
  FEE_TYPES,
  holdsOn,
  METHODS,
  ratesText,
  type Fee,
} from './model.ts';
import { feesKey, fetchFees } from './queries.ts';

export const FeeList = screen(
  { needs: 'Pages.Finance.Fees', title: msg('Fees'), to: msg('see fees') },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const today = dayIn(format.timezone);
  const rates = (fee: Fee) =>
    ratesText(
      fee,
      format.money,
      (value) => t('{percent} %', { percent: format.number(value, 4) }),
      t,
    );
  const types = ({ customerTypes }: Fee) =>
    customerTypes.map((type) => t(CUSTOMER_TYPES[type])).join(', ');
  const customers = (fee: Fee) => types(fee) || t('Only customers with their own terms');
  const list = useList<Fee>({
    id: 'finance.fees',
    key: feesKey,
    fetch: fetchFees,
    rowKey: ({ id }) => id,
    name: ({ name }) => name,
    href: ({ id }) => `/finance/fees/${id}`,
    columns: [
      {
        id: 'name',
        header: t('Fee'),
        cell: ({ name }) => name,
        csv: ({ name }) => name,
        sort: 'name',
        fixed: true,
      },
      {
        id: 'state',
        header: t('Status'),
        narrow: 'badge',
        csv: (fee) => (holdsOn(fee, today) ? t('Charged') : t('Not charged')),
        cell: (fee) => (
          <Badge tone={holdsOn(fee, today) ? 'success' : 'neutral'} dot>
            {holdsOn(fee, today)
              ? t('Charged')
              : !fee.isActive
                ? t('Inactive')
                : fee.effectiveDate !== null && fee.effectiveDate > today
                  ? t('Planned')
                  : t('Ended')}
          </Badge>
        ),
      },
      {
        id: 'type',
        header: t('For'),
        cell: (fee) => t(FEE_TYPES[fee.feeType]),
        csv: (fee) => t(FEE_TYPES[fee.feeType]),
        sort: 'feeType',
        narrow: 'line',
      },
      {
        id: 'on',
        header: t('Triggered by'),
        priority: 4,
        cell: (fee) => t(EVENTS[fee.applyOn].text),
        csv: (fee) => t(EVENTS[fee.applyOn].text),
        sort: 'applyOn',
        narrow: 'line',
      },
      {
        id: 'rates',
        header: t('Rates'),
        cell: (fee) => <TextCell>{rates(fee) || NOTHING}</TextCell>,
        csv: rates,
        narrow: 'line',
      },
      {
        id: 'customers',
        header: t('Customers'),
        priority: 3,
        cell: (fee) => <TextCell>{customers(fee)}</TextCell>,
        csv: customers,
      },
      {
        id: 'from',
        header: t('First day'),
        priority: 2,
        cell: (fee) => <DateCell value={fee.effectiveDate} />,
        csv: (fee) => fee.effectiveDate,
        sort: 'effectiveDate',
      },
      {
        id: 'to',
        header: t('Last day'),
        priority: 1,
        cell: (fee) => <DateCell value={fee.expireDate} />,
        csv: (fee) => fee.expireDate,
        sort: 'expireDate',
      },
      {
        id: 'method',
        header: t('Method'),
        cell: (fee) => t(METHODS[fee.calcMethod].text),
        csv: (fee) => t(METHODS[fee.calcMethod].text),
        sort: 'calcMethod',
        extra: true,
      },
      {
        id: 'minimum',
        header: t('Minimum'),
        cell: (fee) => (fee.minimum === 0 ? NOTHING : format.money(fee.minimum)),
        csv: (fee) => fee.minimum,
        sort: 'minimum',
        numeric: true,
        extra: true,
      },
    ],
    filters: [
      {
        kind: 'choice',
        id: 'type',
        label: t('For'),
        pinned: true,
        field: 'feeType',
        options: choices(FEE_TYPES).map(([value, text]) => ({ value, label: t(text) })),
      },
      {
        kind: 'choice',
        id: 'on',
        label: t('Triggered by'),
        pinned: true,
        field: 'applyOn',
        options: choices(EVENTS).map(([value, { text }]) => ({ value, label: t(text) })),
      },
      { kind: 'yesNo', id: 'active', label: t('Active'), field: 'isActive' },
    ],
    search: { fields: ['name'], number: 'id' },
    sort: 'name',
  });
  return (
    <RecordList
      list={list}
      title={t('Fees')}
      heading={{
        actions: [
          {
            text: t('New fee'),
            keyName: 'new' as const,
            href: '/finance/fees/new',
            icon: <Plus aria-hidden />,
            primary: true,
          },
          {
            text: t('Test a booking'),
            href: '/finance/fees/test',
            icon: <FlaskConical aria-hidden />,
            primary: true,
          },
        ],
      }}
      texts={{
        failed: t('The fees could not be loaded'),
        search: { label: t('Search fees'), placeholder: t('Name') },
        filter: t('Filter fees'),
        empty: {
          icon: <Percent />,
          title: t('No fees yet'),
          description: t(
            'Add what you charge in addition to freight: a tail lift, storage, late payment. ' +
              'Each is charged automatically, once.',
          ),
          action: (
            <Link to="/finance/fees/new" className={buttonClass()}>
              {t('New fee')}
            </Link>
          ),
        },
        none: { title: t('No matching fees'), clear: t('Show all fees') },
      }}
    />
  );
}
