// A new API key, shown once.
import { Button, Dialog, WarningNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { CopyField } from '../../../shell/CopyField.tsx';
import type { NewKey } from './queries.ts';

export function NewKeyDialog({
  created,
  name,
  onClose,
}: {
  created: NewKey | null;
  name: string;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog
      open={created !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('New API key of {name}', { name })}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      {created && (
        <div className="grid gap-4">
          <WarningNote role="note">
            <p>{t('The secret is shown only once. Store it in the program that uses it.')}</p>
          </WarningNote>
          <CopyField
            label={t('Client ID')}
            value={String(created.id)}
            hint={t('Use as client_id')}
          />
          <CopyField
            label={t('Client secret')}
            value={created.apiKey}
            hint={t('Use as client_secret')}
          />
        </div>
      )}
    </Dialog>
  );
}
