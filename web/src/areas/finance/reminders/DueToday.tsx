// /finance/reminders/due: today's reminders, to send now.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, Send, Settings2 } from 'lucide-react';
import { Badge, ConfirmDialog, useFormat, WarningNote } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { NoMailServer } from '../../../kit/emails/NoMailServer.tsx';
import { NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { localPage, localSearch, localSorting } from '../../../kit/list/local.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { toast } from '../../../shell/toast.tsx';
import { DueInvoices } from './DueInvoices.tsx';
import type { DueNotice } from './model.ts';
import { dueKey, dueQuery, MAX_CUSTOMERS, remindersKey, sendNotices } from './queries.ts';
import { Address } from './ReminderList.tsx';

const crumbs = () => [{ text: translate('Reminders'), href: '/finance/reminders' }];

export const DueToday = screen(
  {
    needs: 'Pages.Finance.Settings',
    title: msg('Due today'),
    to: msg('send reminders'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function ReminderPreview({ of }: { of: DueNotice }) {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
      <section
        aria-label={t('Email preview')}
        dir="auto"
        className="grid content-start gap-2 rounded-md border border-border bg-card px-3 py-2.5 text-[13px]"
      >
        <p className="font-medium">{of.subject}</p>
        <p className="break-words whitespace-pre-line">{of.text}</p>
      </section>
      <DueInvoices invoices={of.invoices} currency={of.currency} />
    </div>
  );
}

function Screen() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const { data } = useQuery(dueQuery);
  const list = useList<DueNotice>({
    id: 'finance.reminders-due',
    key: [...dueKey, 'list'],
    fetch: async (query) =>
      localPage((await queryClient.fetchQuery(dueQuery)).items, query, {
        text: (one) => `${one.customerName} ${one.stepName} ${one.emailAddress ?? ''}`,
        fields: {
          customerName: (one) => one.customerName,
          amount: (one) => one.amount,
          stepName: (one) => one.stepName,
          daysOverdue: (one) => one.daysOverdue,
        },
      }),
    rowKey: ({ customerId, currency }) => `${customerId}-${currency}`,
    name: ({ customerName }) => customerName,
    href: ({ customerId }) => `/finance/statements/${customerId}`,
    columns: [
      {
        id: 'customer',
        header: t('Customer'),
        cell: (one) => one.customerName,
        csv: (one) => one.customerName,
        sort: 'customerName',
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
        numeric: true,
        extra: true,
      },
      {
        id: 'toPay',
        header: t('Amount to pay'),
        cell: (one) => format.money(one.amountToPay, one.currency),
        csv: (one) => one.amountToPay,
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
        id: 'credit',
        header: t('Credit'),
        cell: (one) =>
          one.stopsCredit ? <Badge tone="danger">{t('Will be stopped')}</Badge> : NOTHING,
        csv: (one) => (one.stopsCredit ? t('Will be stopped') : ''),
        narrow: 'line',
      },
      {
        id: 'invoices',
        header: t('Invoices'),
        cell: (one) => format.number(one.invoices.length),
        csv: (one) => one.invoices.length,
        numeric: true,
      },
      {
        id: 'address',
        header: t('Address'),
        cell: (one) => <Address of={one} />,
        csv: (one) => one.emailAddress,
        narrow: 'line',
      },
    ],
    search: localSearch,
    sorting: localSorting,
    sort: '-amount',
  });
  const items = data?.items ?? [];
  const [count, mails, stops] = [
    items.length,
    items.filter(({ emailAddress }) => emailAddress).length,
    items.filter(({ stopsCredit }) => stopsCredit).length,
  ];
  const maySend = data?.isActive === true && count > 0;
  return (
    <>
      <RecordList
        list={list}
        title={t('Due today')}
        heading={{
          breadcrumbs: crumbs(),
          description: t('Reminders that will be sent tonight.'),
          actions: [
            {
              text: t('Send now…'),
              icon: <Send aria-hidden />,
              primary: true,
              disabled: !maySend,
              onClick: () => setSending(true),
            },
            {
              text: t('Steps'),
              icon: <Settings2 aria-hidden />,
              href: '/settings/reminders',
              primary: true,
            },
          ],
        }}
        details={(one) => <ReminderPreview of={one} />}
        texts={{
          failed: t('The due invoices could not be loaded'),
          search: { label: t('Search customers'), placeholder: t('Customer, step, address') },
          empty: {
            icon: <CircleCheck />,
            title: t('No reminders due today'),
            description: t('No new reminders are due.'),
          },
          none: { title: t('No matching customers'), clear: t('Show all customers') },
        }}
      >
        <NoMailServer />
        {data && !data.isActive && (
          <WarningNote role="note">
            {t('Reminders are off. Nothing is sent until you turn them on in the settings.')}
          </WarningNote>
        )}
        {data && data.totalCount > MAX_CUSTOMERS && (
          <WarningNote role="note">
            {t('The first {count} customers are shown. All of them are sent theirs.', {
              count: MAX_CUSTOMERS,
            })}
          </WarningNote>
        )}
      </RecordList>
      <ConfirmDialog
        open={sending}
        onOpenChange={setSending}
        title={t('Send {count} reminders now?', { count }, 'Send {count} reminder now?')}
        description={[
          t(
            '{count} are emailed with the customer’s statement.',
            { count: mails },
            '{count} is emailed with the customer’s statement.',
          ),
          ...(mails < count
            ? [
                t(
                  '{count} have no email address and are only recorded.',
                  { count: count - mails },
                  '{count} has no email address and is only recorded.',
                ),
              ]
            : []),
          ...(stops > 0
            ? [
                t(
                  '{count} customers can no longer book on account.',
                  { count: stops },
                  '{count} customer can no longer book on account.',
                ),
              ]
            : []),
        ].join(' ')}
        confirmLabel={t('Send now')}
        cancelLabel={t('Cancel')}
        onConfirm={async () => {
          await sendNotices();
          toast({ title: t('The reminders are being prepared') });
          await queryClient.invalidateQueries({ queryKey: remindersKey });
          void navigate({ to: '/finance/reminders' });
        }}
      />
    </>
  );
}
