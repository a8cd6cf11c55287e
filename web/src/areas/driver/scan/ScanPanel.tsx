// Camera, the last result over the whole width, and a field to type in.
import { useState } from 'react';
import { Check, X } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { linkTo } from '../address.ts';
import { Action, FIELD } from '../look.tsx';
import { Camera } from './Camera.tsx';
import type { Scanned } from './use-scan.ts';

function Result({ scanned }: { scanned: Scanned }) {
  const Icon = scanned.isGood ? Check : X;
  const content = (
    <>
      <Icon aria-hidden className="size-6 shrink-0" />
      <span className="min-w-0 break-words">{scanned.text}</span>
    </>
  );
  const look = cn(
    'flex min-h-13 items-center gap-2.5 px-4 py-2 text-lg font-semibold',
    scanned.isGood ? 'bg-driver-good text-white' : 'bg-driver-bad text-white',
  );
  return (
    <div role={scanned.isGood ? 'status' : 'alert'}>
      {scanned.jobId === null ? (
        <p className={look}>{content}</p>
      ) : (
        <a {...linkTo({ page: 'stop', jobId: scanned.jobId })} className={look}>
          {content}
        </a>
      )}
    </div>
  );
}

export function ScanPanel({
  scanned,
  onCode,
}: {
  scanned: Scanned | null;
  onCode: (code: string) => Promise<void>;
}) {
  const t = useT();
  const [text, setText] = useState('');
  return (
    <>
      <Camera onCode={(code) => void onCode(code)} />
      {scanned && <Result scanned={scanned} />}
      <form
        className="flex gap-2.5 px-4 pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          // The lookup can take a while; the next scan starts in an empty field.
          setText('');
          void onCode(text);
        }}
      >
        <input
          aria-label={t('Article number')}
          placeholder={t('Article number')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          dir="ltr"
          className={FIELD}
        />
        <Action type="submit" size="side" className="flex-none px-5">
          {t('Enter')}
        </Action>
      </form>
    </>
  );
}
