// A fee: form, overrides, charges.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FlaskConical, Percent } from 'lucide-react';
import { Badge, useFormat } from '@waybill/plugin';
import { DateCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { useGo } from '../../../lib/go.ts';
import { statusColumn } from '../../../kit/list/status.tsx';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { CustomerFees } from './CustomerFees.tsx';
import { FeeForm } from './FeeForm.tsx';
import { FEE_TYPES, type Fee, type FeeEntry } from './model.ts';
import { feeQuery, feesKey, fetchFeeEntries } from './queries.ts';

const route = getRouteApi('/shell/finance/fees/$id');
const crumbs = () => [{ text: translate('Fees'), href: leftList('/finance/fees') }];
/** Id of a fee that is not stored yet. */
const NEW_ID = 0;

export const NewFee = screen(
  {
    needs: 'Pages.Finance.Fees',
    title: msg('New fee'),
    to: msg('see fees'),
    breadcrumbs: crumbs,
  },
  NewScreen,
);

function NewScreen() {
  const t = useT();
  const go = useGo();
  const navigate = useNavigate();
  const options = useQuery(feeQuery(NEW_ID));
  return (
    <RecordOf
      id={NEW_ID}
      query={options}
      title={t('New fee')}
      breadcrumbs={crumbs()}
      icon={<Percent />}
      missing={t('Fee not found')}
      failed={t('The fee could not be loaded')}
      to={msg('see fees')}
    >
      {({ feeTypeEvents }) => (
        <>
          <PageHeading title={t('New fee')} breadcrumbs={crumbs()} />
          <FeeForm
            fee={null}
            types={feeTypeEvents}
            onSaved={({ id }) =>
              void navigate({
                to: '/finance/fees/$id',
                params: { id: String(id) },
                replace: true,
                ignoreBlocker: true,
              })
            }
            onCancel={() => void go(leftList('/finance/fees'))}
          />
        </>
      )}
    </RecordOf>
  );
}

export const FeePage = screen(
  { needs: 'Pages.Finance.Fees', title: msg('Fee'), to: msg('see fees') },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const fee = useQuery({ ...feeQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={fee}
      title={t('Fee')}
      breadcrumbs={crumbs()}
      icon={<Percent />}
      missing={t('Fee not found')}
      failed={t('The fee could not be loaded')}
      to={msg('see fees')}
    >
      {({ fee: found, feeTypeEvents }) => (
        <RecordPage
          key={found.id}
          kind={t('Fee')}
          title={found.name}
          breadcrumbs={crumbs()}
          badge={
            <Badge tone={found.isActive ? 'success' : 'neutral'} dot>
              {found.isActive ? t('Active') : t('Inactive')}
            </Badge>
          }
          description={t(FEE_TYPES[found.feeType])}
          actions={[
            {
              text: t('Test a booking'),
              href: '/finance/fees/test',
              icon: <FlaskConical aria-hidden />,
              primary: true,
            },
          ]}
          tabs={[
            {
              id: 'details',
              label: t('Details'),
              content: <FeeForm fee={found} types={feeTypeEvents} />,
            },
            { id: 'customers', label: t('Customers'), content: <CustomerFees fee={found} /> },
            { id: 'charged', label: t('Charged so far'), content: <Entries fee={found} /> },
          ]}
          history={{ entityType: 'Fee', entityId: found.id }}
        />
      )}
    </RecordOf>
  );
}

function Entries({ fee }: { fee: Fee }) {
  const t = useT();
  const format = useFormat();
  const list = useList<FeeEntry>({
    id: 'finance.fee-entries',
    key: [...feesKey, 'entries', fee.id],
    fetch: fetchFeeEntries,
    rowKey: ({ id }) => id,
    name: ({ name, referenceNo }) => referenceNo ?? name,
    href: ({ invoiceId, bookingId }) =>
      invoiceId !== null
        ? `/finance/invoices/${invoiceId}`
        : bookingId !== null
          ? `/bookings-beta/details/${bookingId}`
          : null,
    columns: [
      {
        id: 'reference',
        header: t('Reference'),
        cell: (one) => one.referenceNo ?? one.name,
        csv: (one) => one.referenceNo,
        sort: 'referenceNo',
        fixed: true,
      },
      statusColumn(
        t,
        ({ invoiceId }) =>
          invoiceId === null
            ? { text: msg('To invoice'), tone: 'info' }
            : { text: msg('Invoiced'), tone: 'success' },
        { id: 'state' },
      ),
      {
        id: 'customer',
        header: t('Customer'),
        cell: (one) => <TextCell>{one.customerName || NOTHING}</TextCell>,
        csv: (one) => one.customerName,
        narrow: 'line',
      },
      {
        id: 'day',
        header: t('Day'),
        cell: (one) => <DateCell value={one.day} />,
        csv: (one) => one.day,
        sort: 'day',
        narrow: 'line',
      },
      {
        id: 'net',
        header: t('Before tax'),
        cell: (one) => format.money(one.taxExclusiveAmount),
        csv: (one) => one.taxExclusiveAmount,
        sort: 'taxExclusiveAmount',
        numeric: true,
      },
      {
        id: 'amount',
        header: t('Total'),
        cell: (one) => format.money(one.amount),
        csv: (one) => one.amount,
        sort: 'amount',
        numeric: true,
        narrow: 'line',
      },
    ],
    search: { fields: ['referenceNo', 'name'] },
    always: () => `feeId eq ${fee.id}`,
    sort: '-day',
    pageSize: 50,
    state: 'here',
  });
  return (
    <RecordList
      list={list}
      title={t('Charged so far')}
      texts={{
        failed: t('The charges could not be loaded'),
        search: { label: t('Search entries') },
        empty: {
          icon: <Percent />,
          title: t('Not charged yet'),
          description: t('It shows here as soon as it arises, and waits for its invoice.'),
        },
        none: { title: t('No matching entries'), clear: t('Show all') },
      }}
    />
  );
}
