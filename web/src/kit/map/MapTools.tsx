// Map overlay: zoom buttons and scale.
import { useId } from 'react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { cn, Button, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { Attribution } from './Ground.tsx';
import { scaleOf } from './projection.ts';
import type { MapView } from './use-view.ts';

/** The longest the scale is drawn, in pixels. */
const SCALE = 100;

export function useMapKeys() {
  const t = useT();
  const id = useId();
  return {
    id,
    text: (
      <p id={id} className="sr-only">
        {t('Arrow keys move the map, plus and minus zoom, 0 shows all of it.')}
      </p>
    ),
  };
}

function Scale({ of: { metres, size } }: { of: MapView }) {
  const t = useT();
  const format = useFormat();
  if (size.width === 0) return null;
  const { length, width } = scaleOf((metres * SCALE) / size.width, SCALE);
  return (
    <span
      aria-hidden
      className={cn(
        'pointer-events-none absolute start-2 bottom-2 border-x border-b',
        'border-foreground/60 bg-card/70 px-1 text-center text-[11px] leading-4',
      )}
      style={{ width }}
    >
      {length >= 1000
        ? t('{length} km', { length: format.number(length / 1000, 1) })
        : t('{length} m', { length: format.number(length, 0) })}
    </span>
  );
}

export function MapTools({ of }: { of: MapView }) {
  const t = useT();
  return (
    <>
      <div className="absolute end-2 top-2 grid gap-1">
        <Button
          variant="outline"
          size="icon"
          className="bg-card"
          aria-label={t('Zoom in')}
          onClick={of.zoomIn}
        >
          <Plus aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon"
          className="bg-card"
          aria-label={t('Zoom out')}
          onClick={of.zoomOut}
        >
          <Minus aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon"
          className="bg-card"
          aria-label={t('Show all')}
          onClick={of.showAll}
        >
          <Maximize aria-hidden />
        </Button>
      </div>
      <Scale of={of} />
      <Attribution />
    </>
  );
}
