// Replaces personal settings while impersonating.
import { Lock } from 'lucide-react';
import { useT } from '../../../lib/i18n.ts';

export function NotYours() {
  const t = useT();
  return (
    <p
      role="note"
      className={
        'flex items-start gap-3 rounded-lg border border-border bg-warning-soft ' +
        'px-3 py-2.5 text-sm text-warning-text'
      }
    >
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t('You are signed in as another user. Only they can change this.')}
    </p>
  );
}
