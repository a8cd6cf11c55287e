// A credit note with its actions.
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BadgeCheck, Ban, Eye, FileDown, HandCoins, ReceiptText, Trash2, X } from 'lucide-react';
import { Card, CardHeader, ConfirmDialog, DefinitionList, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import Emails from '../../../kit/emails/Emails.tsx';
import { leftList } from '../../../kit/list/memory.ts';
import { Notes } from '../../../kit/Notes.tsx';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { dayText } from '../../../lib/days.ts';
import { useGo } from '../../../lib/go.ts';
import { failure, mutate } from '../../../kit/mutate.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { AllocateDialog } from '../payments/AllocateDialog.tsx';
import { STALE } from '../queries.ts';
import { CreditLines } from './CreditLines.tsx';
import { CreditState } from './CreditState.tsx';
import { creditName, isApproved, isCreditPossible, type WholeCreditNote } from './model.ts';
import { OperationDialog, type ConfirmedOperation } from './OperationDialog.tsx';
import {
  creditKey,
  creditQuery,
  deleteCredit,
  downloadCredit,
  processCredit,
  remarkCredit,
} from './queries.ts';

const route = getRouteApi('/shell/finance/credit-notes/$id');
const crumbs = () => [{ text: translate('Credit notes'), href: leftList('/finance/credit-notes') }];
const link = 'rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring';

export const CreditNotePage = screen(
  { needs: 'Pages.Finance.CreditNotes', title: msg('Credit note'), to: msg('see credit notes') },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const note = useQuery({ ...creditQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={note}
      title={t('Credit note')}
      breadcrumbs={crumbs()}
      icon={<ReceiptText />}
      missing={t('Credit note not found')}
      failed={t('The credit note could not be loaded')}
      to={msg('see credit notes')}
    >
      {(found) => <Loaded key={found.id} note={found} />}
    </RecordOf>
  );
}

type Open = ConfirmedOperation | 'approve' | 'apply' | 'delete';

function Loaded({ note }: { note: WholeCreditNote }) {
  const t = useT();
  const format = useFormat();
  const go = useGo();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const [open, setOpen] = useState<Open | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const mayDecide = has('Pages.Finance.CreditNotes.Process');
  const name = creditName(note);
  const money = (value: number) => format.money(value, note.currency);
  const run = async (what: string, failed: string, work: () => Promise<unknown>) => {
    if (running) return;
    setRunning(what);
    await work().catch(failure(failed));
    setRunning(null);
  };
  const review = () =>
    run('review', t('{operation} failed', { operation: t('Start review') }), () =>
      mutate({
        call: () => processCredit({ operation: 'Review', creditNote: { id: note.id } }),
        stale: STALE,
        notice: t('{name} is under review', { name }),
      }),
    );
  const can = (operation: Parameters<typeof isCreditPossible>[0]) =>
    mayDecide && isCreditPossible(operation, note);
  const actions: HeadingAction[] =
    open === 'approve'
      ? []
      : [
          ...(can('Approve')
            ? [
                {
                  text: t('Approve…'),
                  icon: <BadgeCheck aria-hidden />,
                  primary: true,
                  onClick: () => setOpen('approve'),
                },
              ]
            : []),
          ...(can('Apply') && note.unappliedAmount > 0
            ? [
                {
                  text: t('Apply to invoices…'),
                  icon: <HandCoins aria-hidden />,
                  primary: true,
                  onClick: () => setOpen('apply'),
                },
              ]
            : []),
          ...(isApproved(note)
            ? [
                {
                  text: t('PDF'),
                  icon: <FileDown aria-hidden />,
                  primary: true,
                  state: running === 'pdf' ? ('pending' as const) : ('idle' as const),
                  onClick: () =>
                    void run('pdf', t('{name} could not be downloaded', { name }), () =>
                      downloadCredit(note.id),
                    ),
                },
              ]
            : []),
          ...(can('Reject')
            ? [
                {
                  text: t('Reject…'),
                  icon: <X aria-hidden />,
                  primary: true,
                  destructive: true,
                  onClick: () => setOpen('Reject'),
                },
              ]
            : []),
          ...(can('Review')
            ? [
                {
                  text: t('Start review'),
                  icon: <Eye aria-hidden />,
                  state: running === 'review' ? ('pending' as const) : ('idle' as const),
                  onClick: () => void review(),
                },
              ]
            : []),
          ...(can('Void')
            ? [
                {
                  text: t('Void…'),
                  icon: <Ban aria-hidden />,
                  destructive: true,
                  onClick: () => setOpen('Void'),
                },
              ]
            : []),
          ...(note.status === 'Requested'
            ? [
                {
                  text: isTenant ? t('Delete request…') : t('Withdraw request…'),
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setOpen('delete'),
                },
              ]
            : []),
        ];
  const close = () => setOpen(null);
  const overview = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <CreditLines note={note} approving={open === 'approve'} onEnd={close} />
      <div className="grid gap-4">
        <Facts note={note} />
        <Emails recordType="CreditNote" recordId={note.id} stale={[creditKey]} />
        <Applied note={note} />
        <Notes
          notes={note.notes.map(({ note: comment, ...rest }, at) => ({ ...rest, id: at, comment }))}
          add={(text) => remarkCredit(note.id, text)}
          stale={creditKey}
          placeholder={t('Notes about this credit')}
          description={isTenant ? t('The customer can read them.') : ''}
          audience={isTenant ? 'shared' : undefined}
        />
      </div>
    </div>
  );
  return (
    <>
      <RecordPage
        kind={t('Credit note')}
        title={name}
        breadcrumbs={crumbs()}
        badge={<CreditState status={note.status} />}
        description={
          isApproved(note)
            ? t('{approved} approved of {amount}, {left} to apply', {
                approved: money(note.approvedAmount),
                amount: money(note.amount),
                left: money(note.unappliedAmount),
              })
            : t('{amount} requested of {invoice}', {
                amount: money(note.amount),
                invoice: note.invoiceNumber ?? `#${note.invoiceId}`,
              })
        }
        actions={actions}
        tabs={[{ id: 'overview', label: t('Overview'), content: overview }]}
        {...(isTenant ? { history: { entityType: 'CreditNote', entityId: note.id } } : {})}
      />
      {(open === 'Reject' || open === 'Void') && (
        <OperationDialog operation={open} note={note} onClose={close} />
      )}
      {open === 'apply' && (
        <AllocateDialog
          title={t('Apply {name}', { name })}
          description={t(
            "{amount} reduces the customer's balance: the credited invoice first, then the " +
              'oldest. Amounts you type are kept.',
            { amount: money(note.unappliedAmount) },
          )}
          customerId={note.customerId}
          amount={note.unappliedAmount}
          firstInvoice={note.invoiceId}
          action={t('Apply')}
          save={(shares) =>
            processCredit({
              operation: 'Apply',
              creditNote: { id: note.id },
              allocatedInvoiceCredits: shares,
            })
          }
          notice={t('{name} applied', { name })}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(next) => !next && close()}
        title={t('Delete {name}?', { name })}
        description={t('The request has not been reviewed yet. It is deleted permanently.')}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => deleteCredit(note.id),
            stale: [creditKey],
            notice: t('{name} deleted', { name }),
          });
          await go('/finance/credit-notes');
        }}
      />
    </>
  );
}

function Facts({ note }: { note: WholeCreditNote }) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const money = (value: number) => format.money(value, note.currency);
  const invoice = note.invoiceNumber ?? `#${note.invoiceId}`;
  const items: { label: string; value: ReactNode }[] = [
    {
      label: t('Invoice'),
      value: (
        <Link to="/finance/invoices/$id" params={{ id: String(note.invoiceId) }} className={link}>
          {invoice}
        </Link>
      ),
    },
    ...(isTenant
      ? [
          {
            label: t('Customer'),
            value: has('Pages.Customer') ? (
              <Link
                to="/customers/$id/details"
                params={{ id: String(note.customerId) }}
                className={link}
              >
                <CustomerName id={note.customerId} />
              </Link>
            ) : (
              <CustomerName id={note.customerId} />
            ),
          },
        ]
      : []),
    { label: t('Requested on'), value: format.dateTime(note.creationTime) },
    ...(note.creditNoteDate
      ? [{ label: t('Approved on'), value: dayText(note.creditNoteDate, format.language) }]
      : []),
    ...(isApproved(note)
      ? [
          { label: t('Before tax'), value: money(note.taxExclusiveAmount) },
          { label: t('Tax'), value: money(note.tax) },
        ]
      : []),
  ];
  return (
    <Card>
      <DefinitionList items={items} className="grid-cols-2" />
    </Card>
  );
}

function Applied({ note }: { note: WholeCreditNote }) {
  const t = useT();
  const format = useFormat();
  if (note.invoices.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Applied to')} className="mb-2" />
      <ul className="grid divide-y divide-border text-[13px]">
        {note.invoices.map(({ invoiceId, invoiceNumber, amount, creationTime }) => (
          <li
            key={`${invoiceId}${creationTime}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5"
          >
            <span>
              <Link to="/finance/invoices/$id" params={{ id: String(invoiceId) }} className={link}>
                {invoiceNumber ?? `#${invoiceId}`}
              </Link>{' '}
              <span className="text-muted-foreground">{format.date(creationTime)}</span>
            </span>
            <span className="tabular-nums">{format.money(amount, note.currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
