// The carrier's answer for each job.
import { CircleAlert, CircleCheck } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import type { JobAnswer } from '../operations.ts';

export function CarrierAnswers({
  jobs,
  answers,
}: {
  jobs: readonly Job[];
  answers: readonly JobAnswer[];
}) {
  const t = useT();
  const refused = answers.filter(({ success }) => !success).length;
  return (
    <div className="grid gap-2 text-[13px]">
      <p>
        {t('{able} of {all} jobs are booked.', {
          able: answers.length - refused,
          all: answers.length,
        })}
        {refused > 0 && ` ${t('The others stay unallocated.')}`}
      </p>
      <ul className="grid max-h-80 gap-1 overflow-y-auto">
        {answers
          .toSorted((a, b) => Number(a.success) - Number(b.success))
          .map(({ id, success, message }) => (
            <li key={id} className="flex gap-2">
              {success ? (
                <CircleCheck
                  aria-label={t('Booked')}
                  className="size-4 shrink-0 text-success-text"
                />
              ) : (
                <CircleAlert
                  aria-label={t('Refused')}
                  className="size-4 shrink-0 text-danger-text"
                />
              )}
              <span className="shrink-0 font-medium">
                {jobs.find((job) => job.id === id)?.jobno ?? `#${id}`}
              </span>
              <bdi className={cn('min-w-0 break-words', !success && 'text-danger-text')}>
                {message}
              </bdi>
            </li>
          ))}
      </ul>
    </div>
  );
}
