// Choice of the depot or the line haul: by number, by code or by its barcode.
import type { ReactNode } from 'react';
import { cn, ErrorNote, Skeleton, useFormat } from '@waybill/plugin';
import { shortMoment } from '../../../kit/list/times.ts';
import { useT } from '../../../lib/i18n.ts';
import { carriedBy, laneNames, portName, statusText } from '../model.ts';
import type { StationState } from './use-station.ts';

function Choices({
  title,
  hint,
  isEmpty,
  empty,
  children,
}: {
  title: string;
  hint: string;
  isEmpty: boolean;
  empty: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className="flex min-h-64 flex-1 flex-col gap-3 rounded-2xl border border-border bg-card p-5"
    >
      <h2 className="text-2xl font-semibold md:text-4xl">{title}</h2>
      <p className="text-muted-foreground md:text-lg">{isEmpty ? empty : hint}</p>
      <ol className="grid min-h-0 content-start gap-2 overflow-y-auto md:grid-cols-2">
        {children}
      </ol>
    </section>
  );
}

function Choice({
  place,
  title,
  text,
  onChoose,
}: {
  place: number;
  title: string;
  text: string;
  onChoose: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className={cn(
          'flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-xl border border-border',
          'bg-background px-4 py-2 text-start hover:bg-accent focus-visible:outline-2',
          'focus-visible:outline-ring',
        )}
      >
        <span className="min-w-8 text-2xl font-bold text-link tabular-nums">{place}</span>
        <span className="min-w-0">
          <b className="block truncate text-lg font-semibold">
            <bdi>{title}</bdi>
          </b>
          <span className="block truncate text-sm text-muted-foreground">
            <bdi>{text}</bdi>
          </span>
        </span>
      </button>
    </li>
  );
}

export function Choose({ station }: { station: StationState }) {
  const t = useT();
  const format = useFormat();
  const { port, ports, portsResult, choices, haulsResult, mode } = station;
  const failed = port ? haulsResult : portsResult;
  if (failed.isLoadingError)
    return (
      <ErrorNote
        title={
          port ? t('The line hauls could not be loaded') : t('The head ports could not be loaded')
        }
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  if (failed.isPending) return <Skeleton className="min-h-64 flex-1 rounded-2xl" />;
  if (!port)
    return (
      <Choices
        title={t('Which depot is this?')}
        hint={t('Type its number or code and press Enter, or scan its barcode.')}
        isEmpty={ports.length === 0}
        empty={t('No head ports yet. Add the depots that your line hauls run between.')}
      >
        {ports.map((one, place) => (
          <Choice
            key={one.code}
            place={place + 1}
            title={portName(one)}
            text={one.code}
            onChoose={() => station.choosePort(one)}
          />
        ))}
      </Choices>
    );
  return (
    <Choices
      title={mode === 'load' ? t('Load which line haul?') : t('Unload which line haul?')}
      hint={t('Type its number and press Enter, or scan the code on its loading sheet.')}
      isEmpty={choices.length === 0}
      empty={
        mode === 'load'
          ? t('No line haul leaves {port}. Create one at Line haul.', { port: portName(port) })
          : t('No line haul is on its way to {port}.', { port: portName(port) })
      }
    >
      {choices.map((one, place) => (
        <Choice
          key={one.id}
          place={place + 1}
          title={`${one.linehaulcode} · ${laneNames(one)}`}
          text={[
            t(statusText(one.status)),
            mode === 'load'
              ? one.departuredate &&
                t('leaves {time}', { time: shortMoment(one.departuredate, format.timezone) })
              : one.arrivaldate &&
                t('due {time}', { time: shortMoment(one.arrivaldate, format.timezone) }),
            carriedBy(one),
          ]
            .filter(Boolean)
            .join(' · ')}
          onChoose={() => station.chooseHaul(one)}
        />
      ))}
    </Choices>
  );
}
