// Badges; each booking status has a fixed colour.
import type { ComponentProps } from 'react';
import { words } from '../format.ts';
import { useT } from '../i18n.ts';
import { cn } from './cn.ts';

export type Tone = 'neutral' | 'info' | 'progress' | 'success' | 'warning' | 'danger';

const TONES: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-text',
  info: 'bg-info-soft text-info-text',
  progress: 'bg-progress-soft text-progress-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
};

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone;
  /** A dot in the tone's colour before the text. */
  dot?: boolean;
}

export function Badge({ tone = 'neutral', dot = false, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cn(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-full px-2 text-xs font-medium',
        'whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />}
      {typeof children === 'string' ? <span className="truncate">{children}</span> : children}
    </span>
  );
}

const STATUS_TONES: Record<string, Tone> = {
  Draft: 'neutral',
  Quoted: 'neutral',
  PendingPayment: 'warning',
  Booked: 'info',
  Manifesting: 'info',
  Manifested: 'info',
  PickupBooked: 'info',
  AtPickup: 'info',
  PickedUp: 'progress',
  InTransit: 'progress',
  AtDepot: 'progress',
  OutForDelivery: 'progress',
  AtDelivery: 'progress',
  PartiallyDelivered: 'warning',
  AwaitingCollection: 'progress',
  Delivered: 'success',
  OnHold: 'warning',
  Delayed: 'warning',
  DeliveryAttempted: 'warning',
  ReturningToSender: 'warning',
  ReturnedToSender: 'neutral',
  FailedPickup: 'danger',
  FailedDelivery: 'danger',
  Damaged: 'danger',
  Lost: 'danger',
  Failed: 'danger',
  TrackingExpired: 'neutral',
  Cancelled: 'neutral',
  Deleted: 'neutral',
};

/** The tone of a booking status; unknown words are neutral. */
export const statusTone = (status: string): Tone => STATUS_TONES[status] ?? 'neutral';

export function StatusBadge({ status, className }: { status: string; className?: string }) {
  const t = useT();
  return (
    <Badge tone={statusTone(status)} dot className={className}>
      {t(words(status))}
    </Badge>
  );
}
