// A new API key, shown this once, with its two parts to copy.
import { TriangleAlert } from 'lucide-react';
import { Button, Dialog } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { CopyField } from '../../../shell/CopyField.tsx';
import type { NewKey } from './queries.ts';

export function NewKeyDialog({ created, name, onClose }: { created: NewKey | null; name: string; onClose: () => void }) {
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
          <p className="flex gap-2.5 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('The secret is shown only once. Store it in the program that uses it.')}
          </p>
          <CopyField label={t('Client ID')} value={String(created.id)} hint={t('Use as client_id')} />
          <CopyField label={t('Client secret')} value={created.apiKey} hint={t('Use as client_secret')} />
        </div>
      )}
    </Dialog>
  );
}
