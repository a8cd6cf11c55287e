// /finance/reminders: reminders by customer and step.
import { BellRing, MailX, Send, Settings2 } from 'lucide-react';
import { Badge, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import Emails from '../../../kit/emails/Emails.tsx';
import { MailState } from '../../../kit/emails/MailState.tsx';
import { mailStates } from '../../../kit/emails/model.ts';
import { DateCell, TextCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { DueInvoices } from './DueInvoices.tsx';
import type { Notice } from './model.ts';
import { fetchNotices, remindersKey } from './queries.ts';

const REFRESH_MS = 10_000;
const crumbs = () => [{ text: translate('Receivables'), href: '/finance/receivables' }];

export const ReminderList = screen(
  {
    needs: 'Pages.Finance.Statements',
    title: msg('Reminders'),
    to: msg('see which reminders customers received'),
    breadcrumbs: crumbs,
  },
  Screen,
);

export function Address({ of }: { of: { emailAddress: string | null } }) {
  const t = useT();
  if (of.emailAddress) return <TextCell dir="ltr">{of.emailAddress}</TextCell>;
  return (
    <Badge tone="warning">
      <MailX aria-hidden className="me-1 inline size-3.5" />
      {t('No address')}
    </Badge>
  );
}

function Screen() {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const maySend = has('Pages.Finance.Settings');
  const list = useList<Notice>({
    id: 'finance.reminders',
    key: [...remindersKey, 'list'],
    fetch: fetchNotices,
    rowKey: ({ id }) => id,
    name: ({ customerName, stepName }) => `${customerName}, ${stepName}`,
    href: ({ customerId }) => `/finance/statements/${customerId}`,
    columns: [
      {
        id: 'customer',
        header: t('Customer'),
        cell: (one) => one.customerName,
        csv: (one) => one.customerName,
        fixed: true,
      },
      {
        id: 'amount',
        header: t('Overdue'),
        cell: (one) => format.money(one.amount, one.currency),
        csv: (one) => one.amount,
        sort: 'amount',
        numeric: true,
        fixed: true,
        narrow: 'badge',
      },
      {
        id: 'unapplied',
        header: t('Unapplied'),
        cell: (one) => format.money(one.unappliedAmount, one.currency),
        csv: (one) => one.unappliedAmount,
        sort: 'unappliedAmount',
        numeric: true,
        extra: true,
      },
      {
        id: 'toPay',
        header: t('Amount to pay'),
        cell: (one) => format.money(one.amountToPay, one.currency),
        csv: (one) => one.amountToPay,
        sort: 'amountToPay',
        numeric: true,
        extra: true,
      },
      {
        id: 'step',
        header: t('Step'),
        cell: (one) => <TextCell>{one.stepName}</TextCell>,
        csv: (one) => one.stepName,
        sort: 'stepName',
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
        id: 'credit',
        header: t('Credit'),
        cell: (one) => one.stopsCredit && <Badge tone="danger">{t('Stopped')}</Badge>,
        csv: (one) => (one.stopsCredit ? t('Stopped') : ''),
        narrow: 'line',
      },
      {
        id: 'address',
        header: t('Address'),
        cell: (one) => <Address of={one} />,
        csv: (one) => one.emailAddress,
      },
      {
        id: 'mailState',
        header: t('Email status'),
        cell: (one) => <MailState state={one.mailState} />,
        csv: (one) => one.mailState && t(mailStates[one.mailState].text),
        sort: 'mailState',
      },
      {
        id: 'subject',
        header: t('Subject'),
        cell: (one) => <TextCell>{one.subject}</TextCell>,
        csv: (one) => one.subject,
        short: true,
        extra: true,
      },
    ],
    filters: [
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
      {
        kind: 'yesNo',
        id: 'stops',
        label: t('Credit'),
        field: 'stopsCredit',
        words: [t('Stopped'), t('Not stopped')],
      },
      { kind: 'number', id: 'amount', label: t('Overdue'), field: 'amount' },
    ],
    search: { fields: ['stepName', 'subject', 'emailAddress'], number: 'id' },
    sort: '-day',
    // Sent in the background.
    refresh: REFRESH_MS,
  });
  return (
    <RecordList
      list={list}
      title={t('Reminders')}
      heading={{
        breadcrumbs: crumbs(),
        actions: maySend
          ? [
              {
                text: t('Due today'),
                icon: <Send aria-hidden />,
                href: '/finance/reminders/due',
                primary: true,
              },
              {
                text: t('Steps'),
                icon: <Settings2 aria-hidden />,
                href: '/settings/reminders',
                primary: true,
              },
            ]
          : [],
      }}
      details={(one) => (
        <div className="grid gap-3">
          <DueInvoices invoices={one.invoices} currency={one.currency} />
          <Emails recordType="DunningNotice" recordId={one.id} stale={[remindersKey]} />
        </div>
      )}
      texts={{
        failed: t('The reminders could not be loaded'),
        search: { label: t('Search reminders'), placeholder: t('Step, subject, address') },
        filter: t('Filter reminders'),
        empty: {
          icon: <BellRing />,
          title: t('No reminders sent yet'),
          description: t(
            'Once reminders are on, customers are emailed each night according to the steps in the settings.',
          ),
        },
        none: { title: t('No matching reminders'), clear: t('Show all reminders') },
      }}
    />
  );
}
