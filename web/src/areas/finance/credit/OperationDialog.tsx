// Rejects or voids, with a note for the customer.
import { AreaField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { STALE } from '../queries.ts';
import { creditName, type WholeCreditNote } from './model.ts';
import { processCredit } from './queries.ts';

export type ConfirmedOperation = 'Reject' | 'Void';

const WORDS: Record<
  ConfirmedOperation,
  { title: string; description: string; action: string; done: string }
> = {
  Reject: {
    title: msg('Reject {name}?'),
    description: msg('Nothing of the invoice is credited. A new credit can be requested.'),
    action: msg('Reject'),
    done: msg('{name} rejected'),
  },
  Void: {
    title: msg('Void {name}?'),
    description: msg(
      'Nothing is credited. A number that was assigned stays used. This cannot be undone.',
    ),
    action: msg('Void'),
    done: msg('{name} voided'),
  },
};

export function OperationDialog({
  operation,
  note,
  onClose,
}: {
  operation: ConfirmedOperation;
  note: WholeCreditNote;
  onClose: () => void;
}) {
  const t = useT();
  const name = creditName(note);
  const texts = WORDS[operation];
  const form = useRecordForm({
    record: note,
    values: () => ({ note: '' }),
    rules: { note: { max: 2000 } },
    members: { 'creditNote.note': 'note' },
    save: (values) =>
      processCredit({ operation, creditNote: { id: note.id, note: values.note.trim() || null } }),
    stale: STALE,
    notice: () => t(texts.done, { name }),
    saved: onClose,
  });
  return (
    <FormDialog
      of={form}
      size="sm"
      title={t(texts.title, { name })}
      description={t(texts.description)}
      action={t(texts.action)}
      destructive
      onClose={onClose}
    >
      <AreaField name="note" label={t('Note')} rows={2} hint={t('The customer can read it.')} />
    </FormDialog>
  );
}
