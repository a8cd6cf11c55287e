// A map of points in groups, drawn without tiles: nothing is fetched from elsewhere, and the points are the map.
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { Button, cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { colourOf, fit, panned, zoomed, type Spot, type View } from './projection.ts';

export interface PointGroup {
  id: number;
  name: string;
  spots: readonly Spot[];
}

export interface PointMapProps {
  label: string;
  groups: readonly PointGroup[];
  /** What belongs to no group: the land around. */
  rest: readonly Spot[];
  selected: number | null;
  onSelect: (id: number | null) => void;
  className?: string;
}

const STEP = 1.6;
const SIDE = 0.2;
/** Moved less than this, in pixels, a press is a click. */
const CLICK = 4;

/** All spots of a group as one line of dots: round ends of lines without a length. */
const dots = (spots: readonly Spot[]) => spots.map(({ x, y }) => `M${x.toFixed(2)} ${y.toFixed(2)}h.001`).join('');

export function PointMap({ label, groups, rest, selected, onSelect, className }: PointMapProps) {
  const t = useT();
  const frame = useRef<SVGSVGElement>(null);
  const [ratio, setRatio] = useState(1.5);
  const [moved, setMoved] = useState<View | null>(null);
  const [hovered, setHovered] = useState<{ id: number; x: number; y: number } | null>(null);
  const press = useRef<{ x: number; y: number; view: View; far: boolean } | null>(null);
  const drawn = useMemo(() => groups.map(({ id, name, spots }, at) => ({ id, name, path: dots(spots), colour: colourOf(at) })), [groups]);
  const land = useMemo(() => dots(rest), [rest]);
  const whole = useMemo(() => {
    const own = groups.flatMap(({ spots }) => spots);
    return fit(own.length > 0 ? own : rest, ratio);
  }, [groups, rest, ratio]);
  const view = moved ?? whole;

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight > 0) {
        setRatio(element.clientWidth / element.clientHeight);
        setMoved(null);
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // What is chosen is brought into sight.
  const chosen = useRef<number | null>(null);
  useEffect(() => {
    if (chosen.current === selected) return;
    chosen.current = selected;
    const spots = groups.find(({ id }) => id === selected)?.spots ?? [];
    if (spots.length === 0) return;
    const there = fit(spots, ratio);
    const inside = there.x >= view.x && there.y >= view.y && there.x + there.width <= view.x + view.width && there.y + there.height <= view.y + view.height;
    if (!inside) setMoved(zoomed(there, 0.5));
  }, [selected, groups, ratio, view]);
  const spotAt = (event: { clientX: number; clientY: number }): Spot => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0) return { x: view.x, y: view.y };
    return { x: view.x + ((event.clientX - box.left) / box.width) * view.width, y: view.y + ((event.clientY - box.top) / box.height) * view.height };
  };
  useEffect(() => {
    const element = frame.current;
    // The page scrolls with the wheel; with Ctrl, which a pinch on a touchpad sends, the map comes nearer.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setMoved(zoomed(view, Math.exp(-event.deltaY / 200), spotAt(event)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });

  const groupAt = (event: PointerEvent): number | null => {
    const id = event.target instanceof Element ? event.target.getAttribute('data-group') : null;
    return id === null ? null : Number(id);
  };
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const from = press.current;
    if (from && event.buttons > 0) {
      const box = event.currentTarget.getBoundingClientRect();
      const [across, down] = [from.x - event.clientX, from.y - event.clientY];
      from.far ||= Math.hypot(across, down) > CLICK;
      if (from.far) setMoved(panned(from.view, across / box.width, down / box.height));
      return;
    }
    const id = groupAt(event);
    const box = event.currentTarget.getBoundingClientRect();
    setHovered(id === null ? null : { id, x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => View | null> = {
      ArrowLeft: () => panned(view, -SIDE, 0),
      ArrowRight: () => panned(view, SIDE, 0),
      ArrowUp: () => panned(view, 0, -SIDE),
      ArrowDown: () => panned(view, 0, SIDE),
      '+': () => zoomed(view, STEP),
      '-': () => zoomed(view, 1 / STEP),
      '0': () => null,
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setMoved(move());
  };
  const name = hovered && drawn.find(({ id }) => id === hovered.id)?.name;
  return (
    <div className={cn('relative overflow-hidden rounded-lg border border-border bg-card', className)} dir="ltr">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is worked with, and the legend beside it does the same without a pointer */}
      <svg
        ref={frame}
        role="application"
        aria-label={label}
        aria-describedby="point-map-keys"
        tabIndex={0}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        preserveAspectRatio="none"
        className="block size-full cursor-grab touch-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring active:cursor-grabbing"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button === 0) press.current = { x: event.clientX, y: event.clientY, view, far: false };
        }}
        onPointerMove={onMove}
        onPointerUp={(event) => {
          if (press.current && !press.current.far) onSelect(groupAt(event));
          press.current = null;
        }}
        onPointerLeave={() => setHovered(null)}
        onDoubleClick={(event) => setMoved(zoomed(view, STEP, spotAt(event)))}
      >
        <g fill="none" strokeLinecap="round">
          <path d={land} vectorEffect="non-scaling-stroke" strokeWidth={2.5} className="stroke-muted-foreground opacity-40" />
          {drawn.map(({ id, path, colour }) => (
            <path key={id} d={path} data-group={id} stroke={colour} vectorEffect="non-scaling-stroke" strokeWidth={id === selected ? 11 : 7} className={cn('cursor-pointer', selected !== null && id !== selected && 'opacity-35')} />
          ))}
        </g>
      </svg>
      <p id="point-map-keys" className="sr-only">
        {t('Arrow keys move the map, plus and minus zoom, 0 shows all of it.')}
      </p>
      {hovered && name && (
        <span aria-hidden className="pointer-events-none absolute z-10 max-w-64 truncate rounded-md border border-border bg-popover px-2 py-1 text-xs shadow-md" style={{ left: Math.max(0, Math.min(hovered.x + 12, (frame.current?.clientWidth ?? 0) - 200)), top: Math.max(4, hovered.y - 30) }}>
          {name}
        </span>
      )}
      <div className="absolute end-2 top-2 grid gap-1">
        <Button variant="outline" size="icon" className="bg-card" aria-label={t('Zoom in')} onClick={() => setMoved(zoomed(view, STEP))}>
          <Plus aria-hidden />
        </Button>
        <Button variant="outline" size="icon" className="bg-card" aria-label={t('Zoom out')} onClick={() => setMoved(zoomed(view, 1 / STEP))}>
          <Minus aria-hidden />
        </Button>
        <Button variant="outline" size="icon" className="bg-card" aria-label={t('Show all')} onClick={() => setMoved(null)}>
          <Maximize aria-hidden />
        </Button>
      </div>
    </div>
  );
}
