// Map of zones, with a legend that works by keyboard.
import { useMemo, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { MapPin, MapPinned } from 'lucide-react';
import {
  Button,
  cn,
  EmptyState,
  ErrorNote,
  Input,
  Skeleton,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { PointMap } from '../map/PointMap.tsx';
import { colourOf, projectAll, type Spot } from '../map/projection.ts';
import { useT } from '../../lib/i18n.ts';
import { placeText, type PlaceParts } from './place.ts';

export interface ZoneMapData {
  zones: readonly { id: number; code: string; name: string; places: number; localities: number }[];
  points: Schema<'ZoneMapPoints'>;
  places: number;
  unlocated: number;
  unlocatedExamples: readonly (PlaceParts & { zoneId?: number })[];
}

const MAX_NAMED = 5;

function grouped({ zones, points }: ZoneMapData) {
  const spots = projectAll(points.latitude, points.longitude);
  const own: Spot[][] = zones.map(() => []);
  const rest: Spot[] = [];
  spots.forEach((spot, at) => (own[points.zone[at] ?? -1] ?? rest).push(spot));
  return {
    groups: zones.map(({ id, code, name }, at) => ({
      id,
      name: `${code} ${name}`,
      spots: own[at] ?? [],
    })),
    rest,
  };
}

export default function ZoneMap({
  map,
  empty,
  onPlaces,
}: {
  map: UseQueryResult<ZoneMapData>;
  /** Says what puts zones on the map. */
  empty: string;
  onPlaces: (zone: number) => void;
}) {
  const t = useT();
  if (map.isLoadingError)
    return (
      <ErrorNote
        title={t('The map could not be loaded')}
        error={map.error}
        onRetry={() => void map.refetch()}
      />
    );
  if (!map.data) return <Skeleton className="h-96" />;
  if (map.data.places === 0)
    return <EmptyState icon={<MapPinned />} title={t('No places yet')} description={empty} />;
  return <Drawn map={map.data} onPlaces={onPlaces} />;
}

function Drawn({ map, onPlaces }: { map: ZoneMapData; onPlaces: (zone: number) => void }) {
  const t = useT();
  const format = useFormat();
  const [selected, setSelected] = useState<number | null>(null);
  const [text, setText] = useState('');
  const { groups, rest } = useMemo(() => grouped(map), [map]);
  const word = text.trim().toLowerCase();
  const listed = map.zones
    .map((zone, at) => ({ ...zone, colour: colourOf(at) }))
    .filter(
      ({ id, code, name }) => id === selected || `${code} ${name}`.toLowerCase().includes(word),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {map.unlocated > 0 && <Unlocated map={map} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <PointMap
          label={t('Zone map')}
          groups={groups}
          rest={rest}
          selected={selected}
          onSelect={setSelected}
          className="h-[max(20rem,calc(100dvh-22rem))] max-h-[50rem] max-sm:h-80"
        />
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
          {map.zones.length > 8 && (
            <Input
              type="search"
              aria-label={t('Search zones')}
              placeholder={t('Code or name')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          <ul
            aria-label={t('Zones')}
            className={cn(
              'grid max-h-[max(16rem,calc(100dvh-28rem))] grid-cols-[minmax(0,1fr)]',
              'content-start overflow-y-auto rounded-lg border border-border bg-card',
              'p-1',
            )}
          >
            {listed.map(({ id, code, name, colour, places, localities }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={id === selected}
                  onClick={() => setSelected(id === selected ? null : id)}
                  className={cn(
                    'flex w-full items-center gap-2 rounded-md px-2 py-1 text-start',
                    'text-[13px] hover:bg-accent focus-visible:outline-2',
                    'focus-visible:outline-ring',
                    id === selected && 'bg-accent',
                  )}
                >
                  <svg aria-hidden viewBox="0 0 10 10" className="size-2.5 shrink-0">
                    {localities > 0 ? (
                      <circle cx="5" cy="5" r="5" fill={colour} />
                    ) : (
                      <circle
                        cx="5"
                        cy="5"
                        r="4.5"
                        fill="none"
                        className="stroke-muted-foreground"
                      />
                    )}
                  </svg>
                  <span className="shrink-0 font-mono">{code}</span>
                  <span className="truncate text-muted-foreground">{name}</span>
                  <span
                    className="ms-auto shrink-0 text-xs text-muted-foreground tabular-nums"
                    title={t('Places: {places} · suburbs and towns: {localities}', {
                      places: format.number(places),
                      localities: format.number(localities),
                    })}
                  >
                    {format.number(localities)}
                  </span>
                </button>
                {id === selected && (
                  <div className="px-2 pt-1 pb-2">
                    <p className="mb-1 text-xs break-words text-muted-foreground">
                      {name} ·{' '}
                      {t('Places: {places} · suburbs and towns: {localities}', {
                        places: format.number(places),
                        localities: format.number(localities),
                      })}
                    </p>
                    <Button size="sm" variant="outline" onClick={() => onPlaces(id)}>
                      <MapPin aria-hidden /> {t('Places')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
            {listed.length === 0 && (
              <li className="px-2 py-1 text-[13px] text-muted-foreground">
                {t('No matching zones')}
              </li>
            )}
          </ul>
          <p className="text-xs text-muted-foreground">
            {t(
              'Each dot is a postcode, or several that lie close together. Grey ones are in no zone.',
            )}
          </p>
        </div>
      </div>
    </div>
  );
}

/** Postcodes without coordinates. */
function Unlocated({ map }: { map: ZoneMapData }) {
  const t = useT();
  const code = (id: number | undefined) => map.zones.find((zone) => zone.id === id)?.code ?? '';
  const named = map.unlocatedExamples
    .slice(0, MAX_NAMED)
    .map((place) => `${placeText(place)} (${code(place.zoneId)})`);
  const more = map.unlocated - named.length;
  return (
    <WarningNote role="note">
      <p>
        {t(
          '{count} of {total} places are not on the map because they have no coordinates:',
          { count: map.unlocated, total: map.places },
          '{count} of {total} places is not on the map because it has no coordinates:',
        )}
      </p>
      <p className="text-[13px]">
        <bdi dir="ltr">{named.join(', ')}</bdi>
        {more > 0 && ` ${t('and {count} more', { count: more })}`}
      </p>
    </WarningNote>
  );
}
