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
      footer={<Button onClick={onClose}>{t('I have kept it')}</Button>}
    >
      {created && (
        <div className="grid gap-4">
          <p className="flex gap-2.5 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t('The secret is shown only now. Keep it where the program that uses it finds it, and nowhere else.')}
          </p>
          <CopyField label={t('Client ID')} value={String(created.id)} hint={t('client_id of the token call')} />
          <CopyField label={t('Client secret')} value={created.apiKey} hint={t('client_secret of the token call')} />
        </div>
      )}
    </Dialog>
  );
}
