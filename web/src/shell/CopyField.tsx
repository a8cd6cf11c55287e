// Read-only text with a copy button.
import { useRef, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { Button, Field, Input } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';

export function CopyField({
  label,
  value,
  hint,
}: {
  label: string;
  value: string;
  hint?: string | undefined;
}) {
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
        <Input
          ref={field}
          aria-label={label}
          readOnly
          dir="ltr"
          value={value}
          onFocus={(event) => event.target.select()}
          className="font-mono text-[13px]"
        />
        <Button
          variant="outline"
          onClick={() => void copy()}
          aria-label={t('Copy {what}', { what: label })}
        >
          {state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {state === 'copied' ? t('Copied') : t('Copy')}
        </Button>
      </span>
      <span
        role="status"
        className={state === 'failed' ? 'text-xs text-muted-foreground' : 'sr-only'}
      >
        {state === 'copied' && t('{what} copied', { what: label })}
        {state === 'failed' && t('The text is selected. Copy it with the keyboard.')}
      </span>
    </Field>
  );
}
