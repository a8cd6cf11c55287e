// Bulk invoice actions.
import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Ban, Lock, Mail, Send } from 'lucide-react';
import { errorMessage, remark } from '@waybill/plugin';
import type { BulkAction, BulkQuestion, RowAnswer } from '../../../kit/list/BulkBar.tsx';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';
import { canBeSent, isPossible, type Invoice, type Operation } from '../model.ts';
import { missingText } from './missing.ts';
import { processInvoices, sendInvoice, STALE } from '../queries.ts';

export function useBulk(): BulkAction<Invoice>[] {
  const t = useT();
  const { hasMailServer } = useTenant();
  const queryClient = useQueryClient();
  const renew = () =>
    Promise.all(STALE.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const process = (operation: Operation) => async (rows: readonly Invoice[]) => {
    const results = await processInvoices(
      operation,
      rows.map(({ id }) => id),
    );
    await renew();
    return {
      rows: results.map((result) => ({
        key: result.id,
        ok: result.success,
        message: remark(result),
      })),
    };
  };
  const send = async (rows: readonly Invoice[]) => {
    const answers: RowAnswer[] = [];
    for (const { id } of rows) {
      try {
        const { warnings } = await sendInvoice(id, null);
        const message = warnings.map(missingText).join(' ');
        answers.push({ key: id, ok: true, ...(message ? { message } : {}) });
      } catch (error) {
        answers.push({ key: id, ok: false, message: errorMessage(error) });
      }
    }
    await renew();
    return { rows: answers };
  };
  const ask = (
    title: string,
    description: string,
    confirm: string,
    destructive = false,
  ): BulkQuestion => ({ title, description, confirm, destructive });
  return [
    {
      id: 'close',
      name: t('Close'),
      done: t('closed'),
      keyName: 'close',
      icon: <Lock aria-hidden />,
      label: (able, all) => t('Close {able} of {all}…', { able, all }),
      able: (invoice) => isPossible('Close', invoice),
      ask: (rows) =>
        ask(
          t('Close {count} invoices?', { count: rows.length }, 'Close {count} invoice?'),
          t('They get their numbers, and their charges can no longer be changed.'),
          t('Close {count} invoices', { count: rows.length }, 'Close {count} invoice'),
        ),
      run: process('Close'),
    },
    {
      id: 'approve',
      name: t('Approve'),
      done: t('approved'),
      keyName: 'approve',
      icon: <BadgeCheck aria-hidden />,
      label: (able, all) => t('Approve {able} of {all}…', { able, all }),
      able: (invoice) => isPossible('Approve', invoice),
      ask: (rows) =>
        ask(
          t('Approve {count} invoices?', { count: rows.length }, 'Approve {count} invoice?'),
          t('Approved invoices can be posted. An approval cannot be withdrawn.'),
          t('Approve {count} invoices', { count: rows.length }, 'Approve {count} invoice'),
        ),
      run: process('Approve'),
    },
    {
      id: 'post',
      name: t('Post'),
      done: t('posted'),
      keyName: 'post',
      icon: <Send aria-hidden />,
      label: (able, all) => t('Post {able} of {all}…', { able, all }),
      able: (invoice) => isPossible('Post', invoice),
      ask: (rows) =>
        ask(
          t('Post {count} invoices?', { count: rows.length }, 'Post {count} invoice?'),
          t('Posted invoices can no longer be changed or voided.'),
          t('Post {count} invoices', { count: rows.length }, 'Post {count} invoice'),
        ),
      run: process('Post'),
    },
    {
      id: 'send',
      name: t('Send'),
      done: t('queued'),
      keyName: 'send',
      icon: <Mail aria-hidden />,
      label: (able, all) => t('Send {able} of {all}…', { able, all }),
      able: canBeSent,
      ask: (rows) =>
        ask(
          t('Send {count} invoices?', { count: rows.length }, 'Send {count} invoice?'),
          hasMailServer
            ? t("Each goes to its customer's email address, as a PDF with the e-invoice.")
            : t('There is no mail server, so emails are not sent.'),
          t('Send {count} invoices', { count: rows.length }, 'Send {count} invoice'),
        ),
      run: send,
    },
    {
      id: 'void',
      name: t('Void'),
      done: t('voided'),
      icon: <Ban aria-hidden />,
      label: (able, all) => t('Void {able} of {all}…', { able, all }),
      able: (invoice) => isPossible('Void', invoice),
      ask: (rows) =>
        ask(
          t('Void {count} invoices?', { count: rows.length }, 'Void {count} invoice?'),
          t(
            'Their bookings can be invoiced again. Numbers that were given stay used. This cannot be undone.',
          ),
          t('Void {count} invoices', { count: rows.length }, 'Void {count} invoice'),
          true,
        ),
      run: process('Void'),
    },
  ];
}
