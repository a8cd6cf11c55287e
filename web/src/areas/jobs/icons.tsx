// Icons of operations.
import {
  Ban,
  Check,
  CirclePause,
  CirclePlay,
  MapPin,
  PackageCheck,
  PackageOpen,
  Play,
  RotateCcw,
  ThumbsUp,
  TriangleAlert,
  Truck,
  UserMinus,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { JobOperation } from './model.ts';

const ICONS: Partial<Record<JobOperation, LucideIcon>> = {
  Confirm: Check,
  Allocate: UserPlus,
  Unallocate: UserMinus,
  Acknowledge: ThumbsUp,
  Start: Play,
  Arrive: MapPin,
  PickUp: PackageOpen,
  Depart: Truck,
  Deliver: PackageCheck,
  Fail: TriangleAlert,
  Retry: RotateCcw,
  Hold: CirclePause,
  Release: CirclePlay,
  Cancel: Ban,
};

export function OperationIcon({ of }: { of: JobOperation }) {
  const Icon = ICONS[of];
  return Icon ? <Icon aria-hidden /> : null;
}
