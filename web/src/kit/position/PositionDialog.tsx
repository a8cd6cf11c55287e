// Corrects the position of an address on a map. The host keeps it for the address.
import { useId, useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  ApiError,
  Badge,
  Button,
  Dialog,
  ErrorNote,
  Skeleton,
  errorMessage,
} from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';
import {
  forgetPosition,
  positionQuery,
  positionsKey,
  savePosition,
  type PlacedAddress,
  type Position,
} from '../../lib/positions.ts';
import { PinMap } from '../map/PinMap.tsx';
import type { LatLng } from '../../lib/polyline.ts';
import { mutate } from '../mutate.ts';

const SOURCES: Readonly<Record<NonNullable<Position['source']>, string>> = {
  Suburb: msg('Middle of the suburb'),
  Street: msg('Somewhere in the street'),
  Address: msg('Found by its address'),
  Manual: msg('Set by hand'),
  Sent: msg('Sent with the job'),
};

/** The view of an address of which nothing is known. */
const NOWHERE: LatLng = { latitude: 0, longitude: 0 };
/** Records that show positions of addresses. */
const STALE = [positionsKey, ['jobs'], ['bookings'], ['route']] as const;

const doubtOf = (error: unknown): string | null =>
  error instanceof ApiError
    ? (error.validationErrors.find(({ members }) => members.includes('position.confirm'))
        ?.message ?? null)
    : null;

export function PositionDialog({
  name,
  address,
  onClose,
}: {
  /** The party at the address. */
  name: string;
  address: PlacedAddress;
  onClose: () => void;
}) {
  const t = useT();
  const form = useId();
  const kept = useQuery(positionQuery(address));
  const [pin, setPin] = useState<LatLng | null>(null);
  const [doubt, setDoubt] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [running, setRunning] = useState<'save' | 'forget' | null>(null);
  const { latitude, longitude, source } = kept.data ?? {};
  const start: LatLng =
    typeof latitude === 'number' && typeof longitude === 'number'
      ? { latitude, longitude }
      : NOWHERE;
  const at = pin ?? start;
  const text = [address.addressline1, address.suburb, address.statecode, address.postcode]
    .filter(Boolean)
    .join(' ');

  const run = async (kind: 'save' | 'forget', call: () => Promise<unknown>, notice: string) => {
    if (running) return;
    setRunning(kind);
    setError(null);
    try {
      await mutate({ call, notice, stale: STALE, after: onClose });
    } catch (failed) {
      const found = doubtOf(failed);
      setDoubt(found);
      setError(found === null ? errorMessage(failed) : null);
    } finally {
      setRunning(null);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (pin)
      void run('save', () => savePosition(address, pin, doubt !== null), t('Position saved'));
  };
  const move = (next: LatLng) => {
    setPin(next);
    setDoubt(null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !running && onClose()}
      title={t('Correct the position')}
      description={[name, text].filter(Boolean).join(' · ')}
      size="lg"
      footer={
        <>
          {source === 'Manual' && (
            <Button
              variant="ghost"
              className="me-auto"
              pending={running === 'forget'}
              onClick={() =>
                void run(
                  'forget',
                  () => forgetPosition(address),
                  t('The position is looked for again'),
                )
              }
            >
              {t('Find it again')}
            </Button>
          )}
          <Button variant="outline" onClick={onClose} disabled={running !== null}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={pin === null}
            pending={running === 'save'}
          >
            {doubt === null ? t('Save position') : t('Save anyway')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} className="grid gap-2">
        {kept.isPending ? (
          <Skeleton className="h-80" />
        ) : kept.isLoadingError ? (
          <ErrorNote
            title={t('The position could not be loaded')}
            error={kept.error}
            onRetry={() => void kept.refetch()}
          />
        ) : (
          <PinMap
            label={t('Map of {place}', { place: text })}
            start={start}
            pin={at}
            onChange={move}
            className="h-80"
          />
        )}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
          {pin === null && source ? (
            <Badge tone={source === 'Suburb' ? 'warning' : 'neutral'}>{t(SOURCES[source])}</Badge>
          ) : (
            pin && <Badge tone="info">{t('Not saved')}</Badge>
          )}
          <output dir="ltr" className="tabular-nums">
            {`${at.latitude.toFixed(6)}, ${at.longitude.toFixed(6)}`}
          </output>
          <span className="text-muted-foreground">
            {t('Drag the pin, press the map, or use the arrow keys.')}
          </span>
        </p>
        {doubt !== null && (
          <p
            role="alert"
            className="rounded bg-warning-soft px-2 py-1.5 text-[13px] text-warning-text"
          >
            {doubt}
          </p>
        )}
        {error !== null && <ErrorNote title={t('The position was not saved')} message={error} />}
      </form>
    </Dialog>
  );
}
