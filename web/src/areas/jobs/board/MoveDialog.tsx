// Chooses who does jobs by typing: the drivers that fit best, then carriers.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { Badge, Button, Dialog, ErrorNote } from '@waybill/plugin';
import { Choice, ChoiceGroup, ChoiceList, NoChoice } from '../../../kit/pickers/ChoiceList.tsx';
import { useCarrierAccounts, type CarrierAccountRow } from '../../../lib/carrier-accounts.ts';
import { activeDriversQuery, type Driver } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { toast } from '../../../shell/toast.tsx';
import { allocate, allocateToCarrier, type JobAnswer } from '../operations.ts';
import { CarrierAnswers } from './CarrierAnswers.tsx';
import { givenQuery, useBoardDay } from './data.ts';
import { giveTo } from './give.ts';
import { HoursLeft } from './HoursLeft.tsx';
import { byFit, laneJobs, previewOf } from './plan.ts';
import { PreviewText } from './PreviewText.tsx';

const NO_LANES: ReadonlyMap<number, readonly Job[]> = new Map();
/** Hours are asked for the first ones only. */
const MAX_SHOWN = 40;

interface Named {
  name: string;
  code: string;
}

const matches = ({ name, code }: Named, text: string): boolean =>
  [name, code].some((one) => one.toLowerCase().includes(text));
/** A name or surname that begins with the text comes first. */
const begins = ({ name, code }: Named, text: string): boolean =>
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
  const [answered, setAnswered] = useState<{
    account: CarrierAccountRow;
    answers: readonly JobAnswer[];
  } | null>(null);
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
  const accounts = useCarrierAccounts()
    .filter((account) => matches(account, typed))
    .slice(0, MAX_SHOWN);
  const book = async (account: CarrierAccountRow) => {
    if (pending) return;
    setPending(true);
    setError(null);
    try {
      const ids = jobs.map(({ id }) => id);
      const answers = await allocateToCarrier(account.id, ids);
      const [only] = answers;
      if (onAllocated && answers.every(({ success }) => success)) onAllocated(answers);
      else if (answers.length === 1 && only?.success) {
        toast({
          title: t('{job} booked with {name}', {
            job: jobs[0]?.jobno ?? '',
            name: account.name,
          }),
          ...(only.message ? { description: only.message } : {}),
        });
        onClose();
      } else setAnswered({ account, answers });
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
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
  if (answered)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t('Answers of {name}', { name: answered.account.name })}
        size="md"
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <CarrierAnswers jobs={jobs} answers={answered.answers} />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="md">
      <ChoiceList
        label={t('Drivers and carriers')}
        placeholder={t('Type a name or code…')}
        text={text}
        onText={setText}
        isBusy={drivers.isPending || pending}
        notes={
          <>
            {pending && (
              <p role="status" className="text-[13px] text-muted-foreground">
                {t('Waiting for the answer…')}
              </p>
            )}
            {error !== null && (
              <ErrorNote error={error} title={t('The jobs could not be allocated')} />
            )}
          </>
        }
      >
        {drivers.isLoadingError ? (
          <ErrorNote
            error={drivers.error}
            title={t('The drivers could not be loaded')}
            onRetry={() => void drivers.refetch()}
          />
        ) : drivers.isPending ? (
          <p className="px-2 py-6 text-center text-sm text-muted-foreground">{t('Loading…')}</p>
        ) : (
          <NoChoice>{t('No matching driver or carrier.')}</NoChoice>
        )}
        {shown.map(({ driver, preview }, index) => (
          <Choice key={driver.id} value={String(driver.id)} onSelect={() => void choose(driver)}>
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
          </Choice>
        ))}
        {accounts.length > 0 && (
          <ChoiceGroup heading={t('Carriers')}>
            {accounts.map((account) => (
              <Choice
                key={account.id}
                value={`carrier ${account.id}`}
                onSelect={() => void book(account)}
              >
                <Truck aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                  {account.name}
                </span>
                <span className="shrink-0 text-xs text-muted-foreground">{account.code}</span>
              </Choice>
            ))}
          </ChoiceGroup>
        )}
      </ChoiceList>
    </Dialog>
  );
}
