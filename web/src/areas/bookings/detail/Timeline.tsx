// Scans alone, for viewers without other history.
import type { TrackingEntry } from '../../../lib/bookings/model.ts';
import { useT } from '../../../lib/i18n.ts';
import { Timeline as Whole } from '../activity/Timeline.tsx';

export function Timeline({ entries }: { entries: readonly TrackingEntry[] }) {
  const t = useT();
  return <Whole label={t('Tracking')} booking={{ trackingDetails: [...entries] }} />;
}
