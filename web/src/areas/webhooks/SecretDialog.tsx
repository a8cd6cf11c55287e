// A signing secret, shown once.
import { useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Button, Dialog, useFormat } from '@waybill/plugin';
import { FlagField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useT } from '../../lib/i18n.ts';
import { CopyField } from '../../shell/CopyField.tsx';
import { rotateSecret, webhooksKey } from './queries.ts';

export function SecretDialog({
  secret,
  previousUntil,
  onClose,
}: {
  secret: string | null;
  previousUntil: string | null;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <Dialog
      open={secret !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Signing secret')}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      {secret !== null && (
        <div className="grid gap-4">
          <p className="flex gap-2.5 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(
              'The secret is shown only once. Store it in the program that receives the messages.',
            )}
          </p>
          <CopyField
            label={t('Secret')}
            value={secret}
            hint={t('The program checks the header Waybill-Signature with it.')}
          />
          {previousUntil && (
            <p className="text-[13px] text-muted-foreground">
              {t('Until {time} messages are signed with the previous secret as well.', {
                time: format.dateTime(previousUntil),
              })}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Shows the new secret. */
export function RotateDialog({
  id,
  name,
  onClose,
}: {
  id: number;
  name: string;
  onClose: () => void;
}) {
  const t = useT();
  const [created, setMade] = useState<{ secret: string; previousUntil: string | null } | null>(
    null,
  );
  const form = useRecordForm({
    record: null,
    values: () => ({ endsNow: false }),
    save: ({ endsNow }) => rotateSecret(id, endsNow),
    stale: [webhooksKey],
    saved: ({ secret, previousSecretUntil }) =>
      setMade({ secret, previousUntil: previousSecretUntil ?? null }),
  });
  if (created) return <SecretDialog {...created} onClose={onClose} />;
  return (
    <FormDialog
      of={form}
      title={t('New secret for {name}', { name })}
      description={t(
        'For 24 hours messages are signed with both secrets, so no message is lost while the receiver changes over.',
      )}
      action={t('Create secret')}
      light
      onClose={onClose}
    >
      <FlagField
        name="endsNow"
        label={t('End the present secret at once')}
        hint={t(
          'If the secret may have leaked. The receiver rejects messages until it has the new one.',
        )}
      />
    </FormDialog>
  );
}
