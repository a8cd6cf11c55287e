// Chooses the driver of jobs by typing; those that fit best come first.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Badge, cn, Dialog, ErrorNote } from '@waybill/plugin';
import { activeDriversQuery, type Driver } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { allocate } from '../operations.ts';
import { givenQuery, useBoardDay } from './data.ts';
import { giveTo } from './give.ts';
import { HoursLeft } from './HoursLeft.tsx';
import { byFit, laneJobs, previewOf } from './plan.ts';
import { PreviewText } from './PreviewText.tsx';

const NO_LANES: ReadonlyMap<number, readonly Job[]> = new Map();
/** Hours are asked for the first ones only. */
const MAX_SHOWN = 40;

const matches = ({ name, code }: Driver, text: string): boolean =>
  [name, code].some((one) => one.toLowerCase().includes(text));
/** A name or surname that begins with the text comes first. */
const begins = ({ name, code }: Driver, text: string): boolean =>
  [...name.split(/\s+/), code].some((one) => one.toLowerCase().startsWith(text));

export interface MoveDialogProps {
  jobs: readonly Job[];
  /** Day whose loads are shown; today by default. */
  day?: string | undefined;
  onClose: () => void;
  /** Called once the server answered, instead of the usual notice. */
  onAllocated?: (answers: Awaited<ReturnType<typeof allocate>>) => void;
}

export function MoveDialog({ jobs, day: chosenDay, onClose, onAllocated }: MoveDialogProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const day = useBoardDay(chosenDay);
  const drivers = useQuery(activeDriversQuery);
  const given = useQuery(givenQuery(day));
  const choices = useMemo(() => {
    const lanes = laneJobs(given.data ?? [], NO_LANES);
    return byFit(
      (drivers.data ?? []).map((driver) => ({
        driver,
        preview: previewOf(driver, lanes.get(driver.id) ?? [], jobs, day),
      })),
    );
  }, [drivers.data, given.data, jobs, day]);
  const typed = text.trim().toLowerCase();
  const shown = choices
    .filter(({ driver }) => matches(driver, typed))
    .toSorted((a, b) => Number(begins(b.driver, typed)) - Number(begins(a.driver, typed)))
    .slice(0, MAX_SHOWN);
  const choose = async (driver: Driver) => {
    if (pending) return;
    setPending(true);
    setError(null);
    if (!onAllocated) {
      onClose();
      await giveTo(driver, jobs);
      return;
    }
    try {
      onAllocated(
        await allocate(
          driver.id,
          jobs.map(({ id }) => id),
        ),
      );
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  const title =
    jobs.length === 1
      ? t('Allocate {job}', { job: jobs[0]?.jobno ?? '' })
      : t('Allocate {count} jobs', { count: jobs.length }, 'Allocate {count} job');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="md">
      <Command shouldFilter={false} label={t('Drivers')} className="grid gap-2 p-0.5">
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder={t('Type a name or code…')}
          className={cn(
            'h-9 w-full rounded-md border border-input bg-field px-2.5 text-sm',
            'focus-visible:outline-2 focus-visible:outline-ring',
          )}
        />
        {error !== null && <ErrorNote error={error} title={t('The jobs could not be allocated')} />}
        <Command.List
          aria-busy={drivers.isPending || pending}
          className="h-80 overflow-y-auto [scrollbar-gutter:stable]"
        >
          {drivers.isError ? (
            <ErrorNote
              error={drivers.error}
              title={t('The drivers could not be loaded')}
              onRetry={() => void drivers.refetch()}
            />
          ) : drivers.isPending ? (
            <p className="px-2 py-6 text-center text-sm text-muted-foreground">{t('Loading…')}</p>
          ) : (
            <Command.Empty className="px-2 py-6 text-center text-sm text-muted-foreground">
              {t('No matching driver.')}
            </Command.Empty>
          )}
          {shown.map(({ driver, preview }, index) => (
            <Command.Item
              key={driver.id}
              value={String(driver.id)}
              onSelect={() => void choose(driver)}
              className={cn(
                'flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-sm',
                'data-[selected=true]:bg-accent',
              )}
            >
              <span className="grid min-w-0 flex-1">
                <span className="flex items-center gap-2">
                  <span dir="auto" className="truncate font-medium">
                    {driver.name}
                  </span>
                  <span className="shrink-0 text-xs text-muted-foreground">{driver.code}</span>
                  {!driver.isavailableforwork && <Badge>{t('Off duty')}</Badge>}
                </span>
                <PreviewText preview={preview} />
              </span>
              {index < MAX_SHOWN / 4 && <HoursLeft driverId={driver.id} />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
