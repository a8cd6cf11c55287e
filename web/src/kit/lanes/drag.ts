// Dragging of records: handles, the text next to the pointer, and places to drop them.
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';

/** Things that can be dragged together; targets accept only their own kind. */
export interface DragKind<T> {
  name: string;
  /** Shown beside the pointer. */
  label: (dragged: T) => string;
  /** Type of the dragged things; never set. */
  of?: T;
}

const draggedIn = <T>(kind: DragKind<T>, data: Record<string | symbol, unknown>): T | null =>
  data['kind'] === kind.name ? (data['dragged'] as T) : null;

/** Calls the newest function; effects need not run again for it. */
function useLatest<F>(value: F): RefObject<F> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Makes an element, or the row around it, a handle. */
export function useDraggable<T>(
  kind: DragKind<T>,
  element: RefObject<HTMLElement | null>,
  dragged: () => T,
  { row = false, enabled = true }: { row?: boolean; enabled?: boolean } = {},
): void {
  const latest = useLatest(dragged);
  useEffect(() => {
    const found = row ? element.current?.closest<HTMLElement>('tr') : element.current;
    if (!found || !enabled) return;
    // A link would be dragged itself.
    for (const link of found.querySelectorAll('a')) link.draggable = false;
    return draggable({
      element: found,
      getInitialData: () => ({ kind: kind.name, dragged: latest.current() }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => {
            const label = document.createElement('div');
            label.className =
              'rounded-md bg-primary px-2.5 py-1 text-[13px] font-medium text-primary-foreground';
            label.textContent = kind.label(latest.current());
            container.append(label);
          },
        }),
    });
  }, [kind, element, latest, row, enabled]);
}

export interface DropTarget<T> {
  enabled?: boolean;
  accepts?: (dragged: T) => boolean;
  /** Called on entry, and whenever the pointer moves. */
  onOver: (dragged: T, clientX: number) => void;
  onLeave: () => void;
  onDrop: (dragged: T, clientX: number) => void;
}

/** Makes an element a place to drop things of a kind. */
export function useDropTarget<T>(
  kind: DragKind<T>,
  element: RefObject<HTMLElement | null>,
  { enabled = true, ...target }: DropTarget<T>,
): void {
  const latest = useLatest(target);
  useEffect(() => {
    if (!element.current || !enabled) return;
    const over = (data: Record<string | symbol, unknown>, clientX: number) => {
      const dragged = draggedIn(kind, data);
      if (dragged) latest.current.onOver(dragged, clientX);
    };
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => {
        const dragged = draggedIn(kind, source.data);
        return dragged !== null && (latest.current.accepts?.(dragged) ?? true);
      },
      onDragEnter: ({ source, location }) => over(source.data, location.current.input.clientX),
      onDrag: ({ source, location }) => over(source.data, location.current.input.clientX),
      onDragLeave: () => latest.current.onLeave(),
      onDrop: ({ source, location }) => {
        latest.current.onLeave();
        const dragged = draggedIn(kind, source.data);
        if (dragged) latest.current.onDrop(dragged, location.current.input.clientX);
      },
    });
  }, [kind, element, latest, enabled]);
}

/** What is being dragged now; null for nothing, or for things that do not pass. */
export function useDragging<T>(
  kind: DragKind<T>,
  passes: (dragged: T) => boolean = () => true,
): T | null {
  const [dragging, setDragging] = useState<{ of: T } | null>(null);
  const latest = useLatest(passes);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => {
          const dragged = draggedIn(kind, source.data);
          return dragged !== null && latest.current(dragged);
        },
        onDragStart: ({ source }) => {
          const dragged = draggedIn(kind, source.data);
          setDragging(dragged && { of: dragged });
        },
        onDrop: () => setDragging(null),
      }),
    [kind, latest],
  );
  return dragging?.of ?? null;
}
