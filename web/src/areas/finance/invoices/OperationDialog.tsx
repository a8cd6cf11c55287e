// Confirms invoice operations, with note and manual number.
import { remark } from '@waybill/plugin';
import { AreaField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { undoable } from '../../../kit/mutate.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { invoiceName, type Operation, type WholeInvoice } from '../model.ts';
import { processInvoices, STALE } from '../queries.ts';

interface Words {
  title: string;
  description: string;
  action: string;
  done: string;
}

/** English, with the invoice's name as placeholder. */
export const WORDS: Record<Operation, Words> = {
  Close: {
    title: msg('Close {name}?'),
    description: msg(
      'It gets its number, and its charges can no longer be changed. ' +
        'It cannot be reopened, only voided.',
    ),
    action: msg('Close invoice'),
    done: msg('{name} closed'),
  },
  Approve: {
    title: msg('Approve {name}?'),
    description: msg(
      'It can be posted then. An approval cannot be withdrawn; the invoice can only be voided.',
    ),
    action: msg('Approve'),
    done: msg('{name} approved'),
  },
  Post: {
    title: msg('Post {name}?'),
    description: msg(
      'A posted invoice can no longer be changed or voided. Payments can be recorded for it.',
    ),
    action: msg('Post'),
    done: msg('{name} posted'),
  },
  Void: {
    title: msg('Void {name}?'),
    description: msg('Its bookings can be invoiced again. This cannot be undone.'),
    action: msg('Void'),
    done: msg('{name} voided'),
  },
  WriteOff: {
    title: msg('Write off {name}?'),
    description: msg('The outstanding amount is written off. This cannot be undone.'),
    action: msg('Write off'),
    done: msg('{name} written off'),
  },
  Dispute: {
    title: msg('Mark {name} as disputed?'),
    description: msg('No payment is recorded for it until the dispute is resolved.'),
    action: msg('Mark as disputed'),
    done: msg('{name} is disputed'),
  },
  Resolve: {
    title: msg('Resolve the dispute of {name}?'),
    description: msg('Payments can be recorded for it again.'),
    action: msg('Resolve dispute'),
    done: msg('The dispute of {name} is resolved'),
  },
};

/** What takes an operation back. */
const INVERSE: Partial<Record<Operation, Operation>> = { Dispute: 'Resolve' };

/** Returns the success message. */
export async function processOne(
  operation: Operation,
  id: number,
  more: { note?: string | null; invoiceNumber?: string | null } = {},
) {
  const [result] = await processInvoices(operation, [id], more);
  if (!result?.success) throw new Refused(result?.message ?? '', (result && remark(result)) ?? '');
  return result;
}

/** Rejection of one invoice. */
export class Refused extends Error {
  constructor(
    readonly english: string,
    message: string,
  ) {
    super(message);
  }

  /** True if numbers are manual. The response has no code, so its sentence is compared. */
  get wantsNumber(): boolean {
    return /numbers are entered manually/i.test(this.english);
  }
}

export function OperationDialog({
  operation,
  invoice,
  onClose,
}: {
  operation: Operation;
  invoice: WholeInvoice;
  onClose: () => void;
}) {
  const t = useT();
  const name = invoiceName(invoice);
  const texts = WORDS[operation];
  const needsNumber = operation === 'Close';
  const form = useRecordForm({
    record: invoice,
    values: () => ({ invoiceNumber: '', note: '' }),
    rules: {
      invoiceNumber: { max: 32, ...(needsNumber ? { needed: t('Enter the invoice number') } : {}) },
      note: { max: 2000 },
    },
    save: (values) =>
      processOne(operation, invoice.id, {
        note: values.note.trim() || null,
        ...(needsNumber ? { invoiceNumber: values.invoiceNumber.trim() } : {}),
      }),
    stale: STALE,
    notice: (result) => {
      const notice = { title: t(texts.done, { name: result.invoiceNumber ?? name }) };
      const back = INVERSE[operation];
      return back
        ? undoable(notice, { call: () => processOne(back, invoice.id), stale: STALE })
        : notice;
    },
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      title={t(texts.title, { name })}
      description={
        needsNumber
          ? t('Invoice numbers are entered manually here: enter the number of this invoice.')
          : t(texts.description)
      }
      action={t(texts.action)}
      destructive={operation === 'Void' || operation === 'WriteOff'}
      onClose={onClose}
    >
      {needsNumber && <TextField name="invoiceNumber" label={t('Invoice number')} />}
      <AreaField
        name="note"
        label={t('Note')}
        rows={2}
        hint={t('Kept in the history of the invoice.')}
      />
    </FormDialog>
  );
}
