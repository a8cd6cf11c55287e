// Map of grouped points, on the tenant's tiles if there are any.
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { cn } from '@waybill/plugin';
import { MapFrame } from './MapFrame.tsx';
import { colourOf, fit, zoomed, type Spot } from './projection.ts';
import { useMapView } from './use-view.ts';

export interface PointGroup {
  id: number;
  name: string;
  spots: readonly Spot[];
}

export interface PointMapProps {
  label: string;
  groups: readonly PointGroup[];
  /** Background points without a group. */
  rest: readonly Spot[];
  selected: number | null;
  onSelect: (id: number | null) => void;
  className?: string;
}

/** One line of dots per group: round ends of lines without a length. */
const dots = (spots: readonly Spot[]) =>
  spots.map(({ x, y }) => `M${x.toFixed(2)} ${y.toFixed(2)}h.001`).join('');

export function PointMap({ label, groups, rest, selected, onSelect, className }: PointMapProps) {
  const [hovered, setHovered] = useState<{ id: number; x: number; y: number } | null>(null);
  const drawn = useMemo(
    () =>
      groups.map(({ id, name, spots }, at) => ({
        id,
        name,
        path: dots(spots),
        colour: colourOf(at),
      })),
    [groups],
  );
  const land = useMemo(() => dots(rest), [rest]);
  const spots = useMemo(() => {
    const own = groups.flatMap(({ spots }) => spots);
    return own.length > 0 ? own : rest;
  }, [groups, rest]);
  const groupAt = (event: PointerEvent): number | null => {
    const id = event.target instanceof Element ? event.target.getAttribute('data-group') : null;
    return id === null ? null : Number(id);
  };
  const map = useMapView({
    spots,
    onPress: (event) => onSelect(groupAt(event)),
    onHover: (event) => {
      const id = groupAt(event);
      const box = event.currentTarget.getBoundingClientRect();
      setHovered(
        id === null ? null : { id, x: event.clientX - box.left, y: event.clientY - box.top },
      );
    },
  });
  const { view, ratio, move } = map;
  // Scrolls the selection into view.
  const chosen = useRef<number | null>(null);
  useEffect(() => {
    if (chosen.current === selected) return;
    chosen.current = selected;
    const spots = groups.find(({ id }) => id === selected)?.spots ?? [];
    if (spots.length === 0) return;
    const there = fit(spots, ratio);
    const inside =
      there.x >= view.x &&
      there.y >= view.y &&
      there.x + there.width <= view.x + view.width &&
      there.y + there.height <= view.y + view.height;
    if (!inside) move(zoomed(there, 0.5));
  }, [selected, groups, ratio, view, move]);
  const name = hovered && drawn.find(({ id }) => id === hovered.id)?.name;
  return (
    <MapFrame
      of={map}
      label={label}
      hasLand={false}
      onPointerLeave={() => setHovered(null)}
      className={className}
      over={
        <>
          {' '}
          {hovered && name && (
            <span
              aria-hidden
              className={cn(
                'pointer-events-none absolute z-10 max-w-64 truncate rounded-md border',
                'border-border bg-popover px-2 py-1 text-xs shadow-md',
              )}
              style={{
                left: Math.max(0, Math.min(hovered.x + 12, map.size.width - 200)),
                top: Math.max(4, hovered.y - 30),
              }}
            >
              {name}
            </span>
          )}
        </>
      }
    >
      <g fill="none" strokeLinecap="round">
        <path
          d={land}
          vectorEffect="non-scaling-stroke"
          strokeWidth={2.5}
          className="stroke-muted-foreground opacity-40"
        />
        {drawn.map(({ id, path, colour }) => (
          <path
            key={id}
            d={path}
            data-group={id}
            stroke={colour}
            vectorEffect="non-scaling-stroke"
            strokeWidth={id === selected ? 11 : 7}
            className={cn('cursor-pointer', selected !== null && id !== selected && 'opacity-35')}
          />
        ))}
      </g>
    </MapFrame>
  );
}
