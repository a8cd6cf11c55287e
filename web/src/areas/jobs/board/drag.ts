// Jobs while they are dragged.
import { useEffect, useRef, type RefObject } from 'react';
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { t } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';

const kind = 'waybill-jobs';

export interface Dragged {
  jobs: readonly Job[];
  /** The lane that they leave; null from the list. */
  from: number | null;
}

export const draggedIn = (data: Record<string | symbol, unknown>): Dragged | null =>
  data['kind'] === kind ? (data['dragged'] as Dragged) : null;

/** Makes an element, or the row around it, the handle of jobs. */
export function useDraggable(
  element: RefObject<HTMLElement | null>,
  dragged: () => Dragged,
  { row = false, enabled = true }: { row?: boolean; enabled?: boolean } = {},
): void {
  const latest = useRef(dragged);
  useEffect(() => {
    latest.current = dragged;
  });
  useEffect(() => {
    const found = row ? element.current?.closest<HTMLElement>('tr') : element.current;
    if (!found || !enabled) return;
    // A link would be dragged itself.
    for (const link of found.querySelectorAll('a')) link.draggable = false;
    return draggable({
      element: found,
      getInitialData: () => ({ kind, dragged: latest.current() }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => {
            const { jobs } = latest.current();
            const label = document.createElement('div');
            label.className =
              'rounded-md bg-primary px-2.5 py-1 text-[13px] font-medium text-primary-foreground';
            label.textContent =
              jobs.length === 1
                ? (jobs[0]?.jobno ?? '')
                : t('{count} jobs', { count: jobs.length }, '{count} job');
            container.append(label);
          },
        }),
    });
  }, [element, row, enabled]);
}
