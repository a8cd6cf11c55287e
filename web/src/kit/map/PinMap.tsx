// Map with one pin: dragged, moved by arrow keys, or put where the map is pressed.
import { useMemo, useRef, type KeyboardEvent } from 'react';
import { MapPin } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { MapFrame } from './MapFrame.tsx';
import type { LatLng } from '../../lib/polyline.ts';
import { project, unproject, type Spot } from './projection.ts';
import { useMapView } from './use-view.ts';

/** Width of the first view in projection units: some two kilometres. */
const AROUND = 0.6;
/** Steps of the arrow keys as fractions of the view. */
const STEP = 0.01;
const WIDE_STEP = 0.1;

const MOVES: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Six decimals of a degree: some 11 cm. */
const rounded = ({ latitude, longitude }: LatLng): LatLng => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});

export function PinMap({
  label,
  start,
  pin,
  onChange,
  className,
}: {
  label: string;
  /** Middle of the first view. */
  start: LatLng;
  pin: LatLng;
  onChange: (pin: LatLng) => void;
  className?: string;
}) {
  const t = useT();
  const spots = useMemo(
    () => [project(start.latitude, start.longitude)],
    [start.latitude, start.longitude],
  );
  const put = (spot: Spot) => onChange(rounded(unproject(spot)));
  const map = useMapView({
    spots,
    smallest: AROUND,
    onPress: (event) => put(map.spotAt(event)),
  });
  const { view, size } = map;
  const isFocused = useRef(false);
  // The pin appears once the map is measured.
  const focusFirst = (element: HTMLButtonElement | null) => {
    if (!element || isFocused.current) return;
    isFocused.current = true;
    element.focus();
  };
  const spot = project(pin.latitude, pin.longitude);
  const onPinKey = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    // Plus, minus and 0 change the view.
    if (!move) return map.handlers.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    const step = view.width * (event.shiftKey ? WIDE_STEP : STEP);
    put({ x: spot.x + move[0] * step, y: spot.y + move[1] * step });
  };
  return (
    <MapFrame
      of={map}
      label={label}
      isCrosshair
      className={className}
      over={
        <>
          {' '}
          {size.width > 0 && (
            <button
              type="button"
              ref={focusFirst}
              aria-label={t('Pin: arrow keys move it')}
              onKeyDown={onPinKey}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => {
                if (event.currentTarget.hasPointerCapture(event.pointerId)) put(map.spotAt(event));
              }}
              className={cn(
                'absolute grid size-9 -translate-x-1/2 -translate-y-full cursor-grab touch-none',
                'place-items-end justify-center rounded-full text-primary active:cursor-grabbing',
                'focus-visible:outline-2 focus-visible:outline-ring',
              )}
              style={{
                left: ((spot.x - view.x) / view.width) * size.width,
                top: ((spot.y - view.y) / view.height) * size.height,
              }}
            >
              <MapPin aria-hidden className="size-8 fill-card" />
            </button>
          )}
        </>
      }
    />
  );
}
