// Frame of a map: the ground, the drawing on it, what lies over it, and the tools.
import type { ReactNode } from 'react';
import { cn } from '@waybill/plugin';
import { Outline, Tiles, useGround } from './Ground.tsx';
import { MapTools, useMapKeys } from './MapTools.tsx';
import type { MapView } from './use-view.ts';

export function MapFrame({
  of,
  label,
  hasLand = true,
  isCrosshair = false,
  onPointerLeave,
  over,
  className,
  children,
}: {
  of: MapView;
  label: string;
  /** Shows the outline of the land where there are no tiles. */
  hasLand?: boolean;
  /** A press sets a place; other maps are dragged. */
  isCrosshair?: boolean;
  onPointerLeave?: () => void;
  /** Elements over the drawing. */
  over?: ReactNode;
  className?: string | undefined;
  /** Drawing in units of the projection. */
  children?: ReactNode;
}) {
  const { view } = of;
  const keys = useMapKeys();
  const ground = useGround();
  return (
    <div
      className={cn(
        'relative overflow-hidden rounded-lg border border-border',
        hasLand ? 'bg-muted' : 'bg-card',
        className,
      )}
      dir="ltr"
    >
      <Tiles of={of} ground={ground} hasLand={hasLand} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={of.frame}
        role="application"
        aria-label={label}
        aria-describedby={keys.id}
        tabIndex={0}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        preserveAspectRatio="none"
        className={cn(
          'relative block size-full touch-none focus-visible:outline-2',
          'focus-visible:-outline-offset-2 focus-visible:outline-ring',
          isCrosshair ? 'cursor-crosshair' : 'cursor-grab active:cursor-grabbing',
        )}
        {...of.handlers}
        onPointerLeave={onPointerLeave}
      >
        {hasLand && <Outline {...ground} />}
        {children}
      </svg>
      {over}
      {keys.text}
      <MapTools of={of} />
    </div>
  );
}
