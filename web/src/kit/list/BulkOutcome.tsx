// Results of a bulk action by row, rejections first.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { cn, Button, Card } from '@waybill/plugin';
import { target } from '../../lib/href.ts';
import { requireAll } from '../answers.ts';
import { failure } from '../mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { newestNotice, undoShown } from '../../shell/toast.tsx';
import { Key } from '../Key.tsx';
import { bind, KEYS, useKeys } from '../keys.ts';
import type { BulkAnswers, RowAnswer } from './BulkBar.tsx';
import type { RowKey } from './selection.ts';

const UNDO = 'undo';

export interface Outcome {
  name: string;
  done: string;
  answers: BulkAnswers;
  /** Rows may have left the page. */
  named: ReadonlyMap<RowKey, { name: string; href: string | null | undefined }>;
}

function Line({ answer, outcome }: { answer: RowAnswer; outcome: Outcome }) {
  const t = useT();
  const { name = `#${answer.key}`, href } = outcome.named.get(answer.key) ?? {};
  return (
    <li className="flex items-baseline gap-2 py-1 text-[13px]">
      {answer.ok ? (
        <CircleCheck
          role="img"
          aria-label={t('Done')}
          className="size-3.5 shrink-0 translate-y-0.5 text-success-text"
        />
      ) : (
        <CircleAlert
          role="img"
          aria-label={t('Refused')}
          className="size-3.5 shrink-0 translate-y-0.5 text-danger-text"
        />
      )}
      {href ? (
        <Link
          {...target(href)}
          className="shrink-0 font-medium text-link underline-offset-2 hover:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="shrink-0 font-medium">{name}</span>
      )}
      <span className={answer.ok ? 'text-muted-foreground' : 'text-danger-text'}>
        {answer.message || (answer.ok ? outcome.done : t('refused without a reason'))}
      </span>
    </li>
  );
}

export function BulkOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const t = useT();
  const [opening, setOpening] = useState<string | null>(null);
  const [since, setSince] = useState({ outcome, notice: newestNotice() });
  if (since.outcome !== outcome) setSince({ outcome, notice: newestNotice() });
  const { rows, more, undo } = outcome.answers;
  const refused = rows.filter((answer) => !answer.ok);
  const accepted = rows.filter((answer) => answer.ok);
  const run = async (
    label: string,
    what: () => Promise<unknown>,
    failed = t('Something went wrong'),
    after?: () => void,
  ) => {
    setOpening(label);
    try {
      requireAll(await what());
      after?.();
    } catch (error) {
      failure(failed)(error);
    }
    setOpening(null);
  };
  const takeBack = () => void (undo && run(UNDO, undo, t('It could not be undone'), onClose));
  // The outcome stays while single changes follow it: the newest is taken back first.
  const takeNewestBack = () => {
    if (!undoShown(since.notice)) takeBack();
  };
  useKeys(undo && accepted.length > 0 ? [bind('undo', takeNewestBack, t('Undo'))] : []);
  return (
    <Card role="status" aria-label={t('Outcome')} className="shrink-0 p-0">
      <div className="flex items-center justify-between gap-4 py-1.5 pe-1.5 ps-4">
        <p className="text-[13px] font-medium">
          {t('{accepted} of {all}: {done}', {
            accepted: accepted.length,
            all: rows.length,
            done: outcome.done,
          })}
          {refused.length > 0 && (
            <span className="text-danger-text">
              {' '}
              · {t('{count} refused', { count: refused.length }, '{count} refused')}
            </span>
          )}
        </p>
        <span className="flex gap-1">
          {undo && accepted.length > 0 && (
            <Button
              variant="outline"
              size="sm"
              pending={opening === UNDO}
              aria-keyshortcuts={KEYS.undo.key}
              onClick={takeBack}
            >
              {t('Undo')}
              <span aria-hidden>
                <Key>{KEYS.undo.key}</Key>
              </span>
            </Button>
          )}
          {more && (
            <Button
              variant="outline"
              size="sm"
              pending={opening === more.label}
              onClick={() => void run(more.label, more.run)}
            >
              {more.label}
            </Button>
          )}
          <Button variant="ghost" size="sm" aria-label={t('Close results')} onClick={onClose}>
            <X aria-hidden />
          </Button>
        </span>
      </div>
      <ul
        tabIndex={0}
        aria-label={t('Outcome')}
        className={cn(
          'max-h-40 divide-y divide-border overflow-y-auto border-t border-border',
          'px-4 py-1 focus-visible:outline-2 focus-visible:outline-ring',
        )}
      >
        {[...refused, ...accepted].map((answer) => (
          <Line key={answer.key} answer={answer} outcome={outcome} />
        ))}
      </ul>
    </Card>
  );
}
