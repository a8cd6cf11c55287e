// Actions of an invoice.
import { useState, type ReactNode } from 'react';
import {
  BadgeCheck,
  Ban,
  CircleSlash,
  CreditCard,
  FileDown,
  FileSpreadsheet,
  FileText,
  HandCoins,
  Lock,
  Mail,
  MessageCircleWarning,
  ReceiptText,
  Send,
  Undo2,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { cardOptionsQuery } from '../../../lib/cards.ts';
import { failure, mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { canBeCredited } from '../credit/model.ts';
import {
  canBePaid,
  canBeSent,
  invoiceName,
  isPossible,
  type Operation,
  type WholeInvoice,
} from '../model.ts';
import { downloadInvoice, STALE, type InvoiceFormat } from '../queries.ts';
import { OperationDialog, processOne, Refused, WORDS } from './OperationDialog.tsx';
import { SendDialog } from './SendDialog.tsx';

const ICONS: Record<Operation, ReactNode> = {
  Close: <Lock aria-hidden />,
  Approve: <BadgeCheck aria-hidden />,
  Post: <Send aria-hidden />,
  Void: <Ban aria-hidden />,
  WriteOff: <CircleSlash aria-hidden />,
  Dispute: <MessageCircleWarning aria-hidden />,
  Resolve: <Undo2 aria-hidden />,
};
/** Regular steps, and exceptions. */
const STEPS: readonly Operation[] = ['Close', 'Approve', 'Post', 'Resolve'];
const TURNS: readonly Operation[] = ['Dispute', 'WriteOff', 'Void'];
/** Asked by one button: they have no way back, and need no note. */
const ASKED_BRIEFLY: readonly Operation[] = ['Close', 'Approve'];

export function useActions(invoice: WholeInvoice): {
  actions: HeadingAction[];
  dialogs: ReactNode;
} {
  const t = useT();
  const { has } = usePermissions();
  const [open, setOpen] = useState<Operation | 'send' | 'number' | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const name = invoiceName(invoice);
  const mayChange = has('Pages.Finance.Invoices.Create');
  const mayPay =
    has('Pages.Finance.Payments.Create') && canBePaid(invoice) && invoice.outstandingAmount > 0;
  const cards = useQuery({ ...cardOptionsQuery(), enabled: mayPay });
  const takesCards =
    mayPay && Boolean(cards.data?.provider) && cards.data?.currency === invoice.currency;
  const run = async (what: string, failed: string, work: () => Promise<unknown>) => {
    if (running) return;
    setRunning(what);
    try {
      await work();
    } catch (error) {
      failure(failed)(error);
    } finally {
      setRunning(null);
    }
  };
  /** With manual numbers, closing asks for one. */
  const processAsked = async (operation: Operation) => {
    try {
      await mutate({
        call: () => processOne(operation, invoice.id),
        stale: STALE,
        notice: (done) => t(WORDS[operation].done, { name: done.invoiceNumber ?? name }),
      });
    } catch (error) {
      if (!(error instanceof Refused && error.wantsNumber)) throw error;
      setOpen('number');
    }
  };
  const step = (operation: Operation, primary: boolean): HeadingAction => ({
    text: t(WORDS[operation].action),
    icon: ICONS[operation],
    primary,
    destructive: operation === 'Void' || operation === 'WriteOff',
    disabled: running !== null,
    onClick: () => setOpen(operation),
  });
  const file = (
    format: InvoiceFormat,
    text: string,
    icon: ReactNode,
    primary = false,
  ): HeadingAction => ({
    text,
    icon,
    primary,
    state: running === format ? 'pending' : 'idle',
    onClick: () =>
      void run(format, t('{name} could not be downloaded', { name }), () =>
        downloadInvoice(invoice.id, format),
      ),
  });
  const possible = (all: readonly Operation[]) =>
    mayChange ? all.filter((operation) => isPossible(operation, invoice)) : [];
  const turns = possible(TURNS);
  const actions: HeadingAction[] = [
    ...possible(STEPS).map((operation) => step(operation, true)),
    ...(has('Pages.Finance.Remittance') && canBePaid(invoice)
      ? [
          {
            text: t('Record payment'),
            icon: <HandCoins aria-hidden />,
            primary: true,
            href: `/finance/payments/new?customer=${invoice.customerId}&invoice=${invoice.id}`,
          },
        ]
      : []),
    ...(takesCards
      ? [
          {
            text: t('Pay by card'),
            icon: <CreditCard aria-hidden />,
            primary: true,
            href: `/finance/pay?invoice=${invoice.id}`,
          },
        ]
      : []),
    file('pdf', t('PDF'), <FileDown aria-hidden />, true),
    ...(mayChange && canBeSent(invoice)
      ? [{ text: t('Send by email'), icon: <Mail aria-hidden />, onClick: () => setOpen('send') }]
      : []),
    file('csv', t('CSV'), <FileSpreadsheet aria-hidden />),
    ...(invoice.invoiceNumber === null || invoice.status === 'Void'
      ? []
      : [file('ubl', t('E-invoice (UBL)'), <FileText aria-hidden />)]),
    ...(has('Pages.Finance.CreditNotes') && canBeCredited(invoice)
      ? [
          {
            text: t('Request credit'),
            icon: <ReceiptText aria-hidden />,
            href: `/finance/credit-notes/new?invoice=${invoice.id}`,
          },
        ]
      : []),
    ...(turns.length > 0 ? [{ separator: true }] : []),
    ...turns.map((operation) => step(operation, false)),
  ];
  const close = () => setOpen(null);
  const isAsked = open !== null && (ASKED_BRIEFLY as readonly string[]).includes(open);
  const dialogs = (
    <>
      {open === 'send' && <SendDialog invoice={invoice} onClose={close} />}
      {open === 'number' && <OperationDialog operation="Close" invoice={invoice} onClose={close} />}
      {ASKED_BRIEFLY.map((operation) => (
        <ConfirmDialog
          key={operation}
          open={open === operation}
          // The question for a number takes its place.
          onOpenChange={(next) => !next && setOpen((now) => (now === operation ? null : now))}
          title={t(WORDS[operation].title, { name })}
          description={t(WORDS[operation].description)}
          confirmLabel={t(WORDS[operation].action)}
          onConfirm={() => processAsked(operation)}
        />
      ))}
      {open !== null && open !== 'send' && open !== 'number' && !isAsked && (
        <OperationDialog operation={open} invoice={invoice} onClose={close} />
      )}
    </>
  );
  return { actions, dialogs };
}
