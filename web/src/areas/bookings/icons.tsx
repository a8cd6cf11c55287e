// Icons of booking operations.
import {
  Ban,
  CirclePause,
  CirclePlay,
  ClipboardList,
  Files,
  Mail,
  MessageSquare,
  PackageCheck,
  Pencil,
  Printer,
  RefreshCw,
  ScanLine,
  Tags,
  Trash2,
  Truck,
  type LucideIcon,
} from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  Book: PackageCheck,
  Manifest: ClipboardList,
  PrintLabel: Printer,
  ReprintLabel: Printer,
  PrintManifest: Files,
  BookPickup: Truck,
  CancelPickup: Truck,
  EmailDocuments: Mail,
  EmailNews: Mail,
  Requote: Tags,
  RefreshTracking: RefreshCw,
  Hold: CirclePause,
  Release: CirclePlay,
  Cancel: Ban,
  Delete: Trash2,
  Edit: Pencil,
  UpdateDetails: Pencil,
  AddTrackingEvent: ScanLine,
  Note: MessageSquare,
};

export function OperationIcon({ of, className }: { of: string; className?: string }) {
  const Icon = icons[of] ?? ClipboardList;
  return <Icon aria-hidden className={className} />;
}
