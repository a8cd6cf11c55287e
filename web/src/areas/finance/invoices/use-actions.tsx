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
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { cardOptionsQuery } from '../../../lib/cards.ts';
import { failure } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
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
/** Harmless: run at once. */
const UNCONFIRMED_OPERATIONS: readonly Operation[] = ['Close', 'Approve'];

export function useActions(invoice: WholeInvoice): {
  actions: HeadingAction[];
  dialogs: ReactNode;
} {
  const t = useT();
  const { has } = usePermissions();
  const [open, setOpen] = useState<Operation | 'send' | null>(null);
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
      if (error instanceof Refused && error.wantsNumber) setOpen('Close');
      else failure(failed)(error);
    } finally {
      setRunning(null);
    }
  };
  const start = (operation: Operation) => {
    if (!UNCONFIRMED_OPERATIONS.includes(operation)) return setOpen(operation);
    void run(
      operation,
      t('{operation} failed', { operation: t(WORDS[operation].action) }),
      async () => {
        const done = await processOne(operation, invoice.id);
        await Promise.all(STALE.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
        toast({ title: t(WORDS[operation].done, { name: done.invoiceNumber ?? name }) });
      },
    );
  };
  const step = (operation: Operation, primary: boolean): HeadingAction => ({
    text: t(WORDS[operation].action),
    icon: ICONS[operation],
    primary,
    destructive: operation === 'Void' || operation === 'WriteOff',
    state: running === operation ? 'pending' : 'idle',
    disabled: running !== null && running !== operation,
    onClick: () => start(operation),
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
    ...(invoice.invoiceNumber === null
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
  const dialogs = (
    <>
      {open === 'send' && <SendDialog invoice={invoice} onClose={close} />}
      {open !== null && open !== 'send' && (
        <OperationDialog operation={open} invoice={invoice} onClose={close} />
      )}
    </>
  );
  return { actions, dialogs };
}
