// A pickup's status and name.
import { Badge, words, type Tone } from '@waybill/plugin';
import { t as translate, useT } from '../../../lib/i18n.ts';
import type { Pickup } from './queries.ts';

const TONES: Record<Pickup['status'], Tone> = {
  Booking: 'progress',
  Booked: 'success',
  Failed: 'danger',
  Cancelling: 'warning',
  Cancelled: 'neutral',
};

export const PICKUP_STATES = Object.keys(TONES) as Pickup['status'][];

export function PickupState({ status }: { status: Pickup['status'] }) {
  const t = useT();
  return (
    <Badge tone={TONES[status]} dot>
      {t(words(status))}
    </Badge>
  );
}

/** The carrier's confirmation, else our number. */
export const pickupName = (pickup: Pick<Pickup, 'id' | 'number'>): string =>
  pickup.number || `#${pickup.id}`;

/** "09:00 – 17:00" */
export const windowText = ({ ready, closes }: Pick<Pickup, 'ready' | 'closes'>): string =>
  `${ready} – ${closes}`;

export const cancelQuestion = (pickup: Pickup) => ({
  title: translate('Cancel pickup {name}?', { name: pickupName(pickup) }),
  description: translate(
    'The pickup is cancelled with the carrier. The consignments stay manifested, and you can ' +
      'book another pickup for them.',
  ),
});
