// Map view with pointer, wheel and keys.
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { fit, metresWide, panned, widths, zoomed, type Spot, type View } from './projection.ts';

const STEP = 1.6;
const SIDE = 0.2;
/** Maximum movement of a click, in pixels. */
const CLICK = 4;

export interface MapView {
  frame: RefObject<SVGSVGElement | null>;
  view: View;
  /** The frame in pixels; nothing before it was measured. */
  size: { width: number; height: number };
  ratio: number;
  /** Width of the view's centre in metres. */
  metres: number;
  move: (view: View | null) => void;
  /** The spot under the pointer. */
  spotAt: (event: { clientX: number; clientY: number }) => Spot;
  zoomIn: () => void;
  zoomOut: () => void;
  showAll: () => void;
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => void;
    onDoubleClick: (event: { clientX: number; clientY: number }) => void;
  };
}

interface ViewOptions {
  spots: readonly Spot[];
  /** Margin as a fraction. */
  edge?: number;
  /** Width of the view of a single spot, in projection units. */
  smallest?: number;
  /** A press that moved nothing. */
  onPress?: (event: PointerEvent) => void;
  /** The pointer moved without a button. */
  onHover?: (event: PointerEvent<SVGSVGElement>) => void;
}

export function useMapView({ spots, edge, smallest, onPress, onHover }: ViewOptions): MapView {
  const frame = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [moved, setMoved] = useState<View | null>(null);
  const press = useRef<{ x: number; y: number; view: View; far: boolean } | null>(null);
  const ratio = size.height > 0 ? size.width / size.height : 1.5;
  const overview = useMemo(() => fit(spots, ratio, edge, smallest), [spots, ratio, edge, smallest]);
  const view = moved ?? overview;
  const limits = widths(size.width);
  const zoom = (factor: number, at?: Spot) => setMoved(zoomed(view, factor, at, limits));

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight > 0) {
        setSize({ width: element.clientWidth, height: element.clientHeight });
        setMoved(null);
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const spotAt = (event: { clientX: number; clientY: number }): Spot => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0) return { x: view.x, y: view.y };
    return {
      x: view.x + ((event.clientX - box.left) / box.width) * view.width,
      y: view.y + ((event.clientY - box.top) / box.height) * view.height,
    };
  };
  useEffect(() => {
    const element = frame.current;
    // The page scrolls with the wheel; Ctrl (a pinch on a touchpad) zooms.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 200), spotAt(event));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => setMoved(panned(view, -SIDE, 0)),
      ArrowRight: () => setMoved(panned(view, SIDE, 0)),
      ArrowUp: () => setMoved(panned(view, 0, -SIDE)),
      ArrowDown: () => setMoved(panned(view, 0, SIDE)),
      '+': () => zoom(STEP),
      '-': () => zoom(1 / STEP),
      '0': () => setMoved(null),
    };
    const go = moves[event.key];
    if (!go || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // The page's keys would also move the rows.
    event.stopPropagation();
    go();
  };
  return {
    frame,
    view,
    size,
    ratio,
    metres: metresWide(view),
    move: setMoved,
    spotAt,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    showAll: () => setMoved(null),
    handlers: {
      onKeyDown,
      onPointerDown: (event) => {
        if (event.button === 0)
          press.current = { x: event.clientX, y: event.clientY, view, far: false };
      },
      onPointerMove: (event) => {
        const from = press.current;
        if (!from || event.buttons === 0) return onHover?.(event);
        const box = event.currentTarget.getBoundingClientRect();
        const [across, down] = [from.x - event.clientX, from.y - event.clientY];
        from.far ||= Math.hypot(across, down) > CLICK;
        if (from.far) setMoved(panned(from.view, across / box.width, down / box.height));
      },
      onPointerUp: (event) => {
        if (press.current && !press.current.far) onPress?.(event);
        press.current = null;
      },
      onDoubleClick: (event) => zoom(STEP, spotAt(event)),
    },
  };
}
