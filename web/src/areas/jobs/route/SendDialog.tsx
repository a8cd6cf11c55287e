// Dialog before runs are sent out: runs by driver, then the rejected jobs.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Dialog, ErrorNote, remark, WarningNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { endOf, lateStops, stepsOf, type PlanState } from './plan.ts';
import type { SentJob } from './wire.ts';
import { usePlanWords } from './words.ts';

export interface SendDialogProps {
  state: PlanState;
  onSend: () => Promise<readonly SentJob[]>;
  onClose: () => void;
}

export function SendDialog({ state, onSend, onClose }: SendDialogProps) {
  const t = useT();
  const words = usePlanWords();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [refused, setRefused] = useState<readonly SentJob[] | null>(null);
  const used = state.routes.filter((run) => stepsOf(run).length > 0);
  const names = new Map(
    state.routes.flatMap(stepsOf).map(({ jobid, jobno }) => [jobid, jobno ?? '']),
  );
  const late = used.reduce((sum, run) => sum + lateStops(run), 0);
  const send = async () => {
    setPending(true);
    setError(null);
    try {
      const left = (await onSend()).filter(({ success }) => !success);
      if (left.length > 0) setRefused(left);
      else onClose();
    } catch (failed) {
      setError(failed);
    } finally {
      setPending(false);
    }
  };
  const close = () => !pending && onClose();
  if (refused)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={t(
          '{count} jobs were not sent',
          { count: refused.length },
          '{count} job was not sent',
        )}
        description={t('Every other job is with its driver.')}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <ul className="grid max-h-80 gap-1.5 overflow-y-auto text-[13px]">
          {refused.map((job) => (
            <li key={job.jobId}>
              <Link
                to="/jobs/details/$id"
                params={{ id: String(job.jobId) }}
                className="font-medium text-link hover:underline"
              >
                {names.get(job.jobId) ?? job.jobId}
              </Link>{' '}
              {remark(job)}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="lg"
      title={t('Send out {count} runs', { count: used.length }, 'Send out {count} run')}
      description={t(
        'Each driver gets the jobs of the run, in this order. They appear in the driver pages at once.',
      )}
      footer={
        <>
          <Button variant="outline" onClick={close} disabled={pending}>
            {t('Cancel')}
          </Button>
          <Button data-first pending={pending} onClick={() => void send()}>
            {t('Send out')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {error !== null && <ErrorNote error={error} title={t('The runs were not sent')} />}
        <div role="region" aria-label={t('Runs')} tabIndex={0} className="max-h-80 overflow-auto">
          <table className="w-full text-[13px] tabular-nums">
            <thead className="text-xs text-muted-foreground">
              <tr className="text-start [&>th]:px-2 [&>th]:py-1 [&>th]:font-normal">
                <th scope="col" className="text-start">
                  {t('Driver')}
                </th>
                <th scope="col" className="text-start max-md:hidden">
                  {t('Vehicle')}
                </th>
                <th scope="col" className="text-end">
                  {t('Stops')}
                </th>
                <th scope="col" className="text-end">
                  {t('First')}
                </th>
                <th scope="col" className="text-end">
                  {t('Back at')}
                </th>
                <th scope="col" className="text-end max-md:hidden">
                  {t('Distance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {used.map((run) => {
                const stops = stepsOf(run);
                const last = run.steps.at(-1);
                return (
                  <tr
                    key={run.vehicleid}
                    className="border-t border-border [&>td]:px-2 [&>td]:py-1"
                  >
                    <td dir="auto" className="text-start font-medium break-words">
                      {run.drivername}
                    </td>
                    <td dir="auto" className="text-start text-muted-foreground max-md:hidden">
                      {run.vehiclename}
                    </td>
                    <td className="text-end">{stops.length}</td>
                    <td className="text-end">{stops[0] && words.time(stops[0].arrival)}</td>
                    <td className="text-end">{last && words.time(endOf(last))}</td>
                    <td className="text-end max-md:hidden">{words.km(run.distance)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {(state.unassigned.length > 0 || late > 0) && (
          <WarningNote role="note">
            {state.unassigned.length > 0 && (
              <p>
                {t(
                  '{count} jobs have no vehicle and stay unallocated.',
                  { count: state.unassigned.length },
                  '{count} job has no vehicle and stays unallocated.',
                )}
              </p>
            )}
            {late > 0 && (
              <p>
                {t(
                  '{count} stops are planned late.',
                  { count: late },
                  '{count} stop is planned late.',
                )}
              </p>
            )}
          </WarningNote>
        )}
      </div>
    </Dialog>
  );
}
