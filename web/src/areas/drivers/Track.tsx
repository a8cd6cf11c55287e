// Driver tab: the track of a day.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, MapPinOff } from 'lucide-react';
import { Button, EmptyState, ErrorNote, Input, Skeleton, useFormat } from '@waybill/plugin';
import { MarkerMap, type Marker } from '../../kit/map/MarkerMap.tsx';
import { addDays, dayIn, isDay } from '../../lib/days.ts';
import { POSITIONS_EVERY, spanOf, trackQuery } from '../../lib/driver-tracks.ts';
import { useT } from '../../lib/i18n.ts';
import type { Driver } from './queries.ts';

export function Track({ driver }: { driver: Driver }) {
  const t = useT();
  const format = useFormat();
  const today = dayIn(format.timezone);
  const [day, setDay] = useState(today);
  const track = useQuery({
    ...trackQuery(driver.id, spanOf(day, format)),
    ...(day === today ? { refetchInterval: POSITIONS_EVERY } : {}),
  });
  const points = track.data?.points;
  const [first, last] = [points?.[0], points?.at(-1)];
  const markers: Marker[] = last
    ? [
        {
          id: driver.id,
          kind: 'driver',
          name: format.time(last.creationTime),
          latitude: last.latitude,
          longitude: last.longitude,
          isChosen: true,
        },
      ]
    : [];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2 text-[13px]">
        <Button
          variant="outline"
          size="icon"
          aria-label={t('Day before')}
          onClick={() => setDay(addDays(day, -1))}
        >
          <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
        </Button>
        <Input
          type="date"
          value={day}
          max={today}
          aria-label={t('Day')}
          className="w-40"
          onChange={({ target }) => isDay(target.value) && setDay(target.value)}
        />
        <Button
          variant="outline"
          size="icon"
          aria-label={t('Day after')}
          disabled={day >= today}
          onClick={() => setDay(addDays(day, 1))}
        >
          <ChevronRight aria-hidden className="rtl:-scale-x-100" />
        </Button>
        {first && last && points && (
          <p className="text-muted-foreground">
            {t(
              '{count} positions, {from} to {to}',
              {
                count: points.length,
                from: format.time(first.creationTime),
                to: format.time(last.creationTime),
              },
              '{count} position, {from} to {to}',
            )}
          </p>
        )}
      </div>
      {track.isLoadingError ? (
        <ErrorNote
          title={t('The track could not be loaded')}
          error={track.error}
          onRetry={() => void track.refetch()}
        />
      ) : !track.data ? (
        <Skeleton className="h-96" />
      ) : track.data.points.length === 0 ? (
        <EmptyState
          icon={<MapPinOff />}
          title={t('No positions on this day')}
          description={t('Positions are sent while the driver is available.')}
        />
      ) : (
        <MarkerMap
          key={day}
          label={t('Track of {name}', { name: driver.name ?? '' })}
          markers={markers}
          lines={track.data.lines}
          className="h-[min(60dvh,36rem)]"
        />
      )}
    </div>
  );
}
