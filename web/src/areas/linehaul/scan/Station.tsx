// The scan station: a full screen that a keyboard-wedge scanner drives alone.
import { useRef, useState } from 'react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Printer, Volume2, VolumeX, Wifi, WifiOff } from 'lucide-react';
import { cn, ErrorNote } from '@waybill/plugin';
import { shownKeys } from '../../../kit/keys.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { usePageHeading } from '../../../shell/PageHeading.tsx';
import { screen } from '../../../shell/screen.tsx';
import { portName } from '../model.ts';
import { Choose } from './Choose.tsx';
import { COMMANDS, keyOf, MODES, type Mode } from './commands.ts';
import { rememberedPort } from './device.ts';
import { Panel } from './Panel.tsx';
import { ScanField } from './ScanField.tsx';
import { Counts, LastScans, StillToCome } from './Side.tsx';
import { Strip } from './Strip.tsx';
import { useStation, type Address, type StationState } from './use-station.ts';

const route = getRouteApi('/shell/jobs/scan');

export const Station = screen(
  {
    needs: 'Pages.Job.LineHaul',
    title: msg('Scan station'),
    to: msg('use the scan station'),
  },
  StationScreen,
);

const TOP = cn(
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-2.5 text-sm whitespace-nowrap',
  'focus-visible:outline-2 focus-visible:outline-ring hover:bg-sidebar-accent',
);

function TopBar({ station, onClose }: { station: StationState; onClose: () => void }) {
  const t = useT();
  const { port, mode, muted, isOnline, queued } = station;
  const heading = usePageHeading(t('Scan station'));
  const Sound = muted ? VolumeX : Volume2;
  const Network = isOnline ? Wifi : WifiOff;
  return (
    <header
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 md:px-5',
        isOnline ? 'bg-sidebar text-sidebar-foreground' : 'bg-signal-warn text-white',
      )}
    >
      <h1 ref={heading} tabIndex={-1} className="font-semibold outline-none md:text-lg">
        {t('Scan station')}
      </h1>
      {port && (
        <button
          type="button"
          className={cn(TOP, 'max-w-48 truncate')}
          aria-keyshortcuts={keyOf('change')}
          title={t('Change depot')}
          onClick={() => station.command({ kind: 'change' })}
        >
          <bdi className="truncate">{portName(port)}</bdi>
        </button>
      )}
      <div
        role="group"
        aria-label={t('Mode')}
        className="flex flex-wrap gap-1 rounded-xl bg-black/25 p-1"
      >
        {(Object.keys(MODES) as Mode[]).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === mode}
            aria-keyshortcuts={COMMANDS.find(({ text }) => text === MODES[one])?.key}
            onClick={() => station.command({ kind: 'mode', mode: one })}
            className={cn(
              TOP,
              one === mode && 'bg-sidebar-foreground text-sidebar hover:bg-sidebar-foreground',
            )}
          >
            <span className={cn(one === mode && 'font-semibold')}>{t(MODES[one])}</span>
            <kbd className="text-xs opacity-80 max-xl:hidden">
              {COMMANDS.find(({ text }) => text === MODES[one])?.key}
            </kbd>
          </button>
        ))}
      </div>
      <span className="flex-1" />
      <button
        type="button"
        className={TOP}
        aria-pressed={!muted}
        aria-keyshortcuts={keyOf('sound')}
        onClick={() => station.command({ kind: 'sound' })}
      >
        <Sound aria-hidden className="size-5" />
        <span className="max-md:sr-only">{muted ? t('Sound off') : t('Sound on')}</span>
        <kbd className="text-xs opacity-80 max-xl:hidden">{keyOf('sound')}</kbd>
      </button>
      <span role="status" className="flex items-center gap-2 px-1 text-sm whitespace-nowrap">
        <Network aria-hidden className="size-5" />
        {isOnline
          ? queued > 0
            ? t('Sending {count}', { count: queued })
            : t('Online')
          : t(
              'Offline: {count} scans are kept here',
              { count: queued },
              'Offline: {count} scan is kept here',
            )}
      </span>
      <nav aria-label={t('Main')} className="flex items-center gap-1">
        <Link to="/jobs/scan/commands" className={TOP}>
          <Printer aria-hidden className="size-5" />
          <span className="max-xl:sr-only">{t('Barcodes')}</span>
        </Link>
        <button type="button" className={TOP} aria-keyshortcuts="Escape" onClick={onClose}>
          {t('Close')} <kbd className="text-xs opacity-80 max-xl:hidden">{shownKeys('Escape')}</kbd>
        </button>
      </nav>
    </header>
  );
}

function StationScreen() {
  const t = useT();
  const navigate = useNavigate();
  const search = route.useSearch();
  const [remembered] = useState(rememberedPort);
  const address: Address = { ...search, depot: search.depot ?? remembered ?? undefined };
  const setAddress = ({ depot = '', mode, haul }: Address) =>
    void navigate({
      to: '/jobs/scan',
      search: { depot, ...(mode ? { mode } : {}), ...(haul ? { haul } : {}) },
      replace: true,
    });
  const station = useStation(address, setAddress);
  const { port, isDoor, haulId, known } = station;
  const close = useRef(() => void navigate({ to: '/jobs/line-haul' }));
  const isChoosing = !port || (!isDoor && haulId === null);
  return (
    <div className="fixed inset-0 z-40 flex flex-col overflow-y-auto bg-background">
      <TopBar station={station} onClose={close.current} />
      <div
        className={cn(
          'grid flex-1 grid-cols-[minmax(0,1fr)] gap-4 p-3 md:p-5',
          'lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]',
        )}
      >
        <div className="flex min-h-0 flex-col gap-3">
          {station.hasFailed && (
            <ErrorNote
              title={t('This browser does not keep data')}
              message={t('Leave private browsing: scans must be kept until they are sent.')}
            />
          )}
          {known.error !== null && (
            <ErrorNote
              title={t('The articles could not be loaded')}
              error={known.error}
              onRetry={known.refetch}
            />
          )}
          {isChoosing ? <Choose station={station} /> : <Panel station={station} />}
          <ScanField station={station} onClose={close.current} />
          <Strip station={station} />
          <StillToCome station={station} />
        </div>
        <div className="flex min-h-0 flex-col gap-3">
          <Counts station={station} />
          <LastScans station={station} />
        </div>
      </div>
    </div>
  );
}
