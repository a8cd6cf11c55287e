// Recovery codes, shown once.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Check, Copy, Download, Printer } from 'lucide-react';
import { cn, Button, Checkbox } from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';

function save(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Print version. */
function Printed({ title, codes }: { title: string; codes: string[] }) {
  useEffect(() => {
    const root = document.getElementById('root');
    const hide = () => root?.style.setProperty('display', 'none');
    const show = () => root?.style.removeProperty('display');
    addEventListener('beforeprint', hide);
    addEventListener('afterprint', show);
    return () => {
      show();
      removeEventListener('beforeprint', hide);
      removeEventListener('afterprint', show);
    };
  }, []);
  return createPortal(
    <div
      aria-hidden
      className="hidden print:fixed print:inset-0 print:z-[100] print:block print:bg-white print:p-10 print:text-black"
    >
      <p className="text-lg font-semibold">{title}</p>
      <ul className="mt-6 grid grid-cols-2 gap-3 font-mono text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}

export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const t = useT();
  const tenant = useTenant();
  const { data } = useSession();
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null);
  const [isSaved, setKept] = useState(false);
  const user = data?.user.userName ?? data?.user.email ?? '';
  const title = t('Recovery codes of {user} at {tenant}', { user, tenant: tenant.name });
  const text = [
    title,
    t('Each code can be used once instead of a two-factor code.'),
    '',
    ...codes,
    '',
  ].join('\n');
  const copy = () => {
    // Insecure pages have no clipboard.
    const done =
      navigator.clipboard?.writeText(codes.join('\n')) ?? Promise.reject(new Error('no clipboard'));
    done.then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  };
  return (
    <div className="grid gap-4">
      <Printed title={title} codes={codes} />
      <p className="text-sm">
        {t(
          'Store these codes somewhere you can reach without your phone. Each can be used ' +
            'once, and they will not be shown again.',
        )}
      </p>
      <ul
        aria-label={t('Recovery codes')}
        className={cn(
          'grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-border',
          'bg-muted/60 px-4 py-3 font-mono text-sm tabular-nums select-all',
          'max-[22rem]:grid-cols-1',
        )}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={copy}>
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}{' '}
          {copied === 'yes' ? t('Copied') : t('Copy')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => save(text, 'recovery-codes.txt')}>
          <Download aria-hidden /> {t('Save as file')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => print()}>
          <Printer aria-hidden /> {t('Print')}
        </Button>
      </div>
      <p role="status" className={copied === 'failed' ? 'text-[13px] text-danger-text' : 'sr-only'}>
        {copied === 'failed'
          ? t('Your browser blocked copying. Select the codes and copy them manually.')
          : copied === 'yes'
            ? t('Codes copied.')
            : ''}
      </p>
      <div className="grid gap-3 border-t border-border pt-4">
        <Checkbox
          label={t('I have saved these codes')}
          checked={isSaved}
          onChange={(event) => setKept(event.target.checked)}
        />
        <Button disabled={!isSaved} onClick={onKept} className="justify-self-start">
          {t('Done')}
        </Button>
      </div>
    </div>
  );
}
