// A new API key, shown this once, with its two parts to copy.
import { useRef, useState } from 'react';
import { Check, Copy, TriangleAlert } from 'lucide-react';
import { Button, Dialog, Field, Input } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { NewKey } from './queries.ts';

function CopyField({ label, value, hint }: { label: string; value: string; hint: string }) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      // Without the clipboard the text is marked, so that one keystroke copies it.
      field.current?.select();
      setState('failed');
    }
  };
  return (
    <Field label={label} hint={hint}>
      <span className="flex gap-2">
        <Input ref={field} aria-label={label} readOnly value={value} onFocus={(event) => event.target.select()} className="font-mono text-[13px]" />
        <Button variant="outline" onClick={() => void copy()} aria-label={t('Copy {what}', { what: label })}>
          {state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {state === 'copied' ? t('Copied') : t('Copy')}
        </Button>
      </span>
      <span role="status" className={state === 'failed' ? 'text-xs text-muted-foreground' : 'sr-only'}>
        {state === 'copied' && t('{what} is copied', { what: label })}
        {state === 'failed' && t('The text is marked: copy it with the keyboard.')}
      </span>
    </Field>
  );
}

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
