// Loading, empty and error states.
import type { ComponentProps, ReactNode } from 'react';
import { CircleAlert, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react';
import { ApiError, errorMessage } from '../api.ts';
import { useT } from '../i18n.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export function Skeleton({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div aria-hidden {...rest} className={cn('h-4 animate-pulse rounded-md bg-muted', className)} />
  );
}

export function Spinner({ label, className }: { label?: string; className?: string }) {
  const t = useT();
  return (
    <span
      role="status"
      className={cn('inline-flex items-center gap-2 text-sm text-muted-foreground', className)}
    >
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      <span>{label ?? t('Loading')}</span>
    </span>
  );
}

/** Empty state with the next step. */
export function EmptyState({
  icon,
  title,
  description,
  action,
  className,
}: {
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cn(
        'flex flex-col items-center justify-center rounded-lg border',
        'border-dashed border-border px-6 py-12 text-center',
        className,
      )}
    >
      {icon && (
        <span
          aria-hidden
          className="mb-3 grid size-10 place-items-center rounded-full bg-muted text-muted-foreground [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="text-sm font-medium">{title}</p>
      {description && (
        <p className="mt-1 max-w-prose text-[13px] text-muted-foreground">{description}</p>
      )}
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  );
}

/** Non-blocking warning. */
export function WarningNote({
  role = 'status',
  className,
  children,
}: {
  role?: 'status' | 'alert' | 'note';
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role={role}
      className={cn(
        'flex items-start gap-3 rounded-lg bg-warning-soft px-3 py-2.5 text-sm text-warning-text',
        className,
      )}
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-1 break-words">{children}</div>
    </div>
  );
}

export interface ErrorNoteProps {
  /** Message or thrown error. */
  message?: string;
  error?: unknown;
  title?: ReactNode;
  onRetry?: () => void;
  className?: string;
}

/** True for errors that retrying can't fix. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

export function ErrorNote({ message, error, title, onRetry, className }: ErrorNoteProps) {
  const t = useT();
  return (
    <div
      role="alert"
      className={cn(
        'flex items-start gap-3 rounded-lg border border-danger-text/30',
        'bg-danger-soft px-3 py-2.5 text-sm text-danger-text',
        className,
      )}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        <p className="break-words">{message ?? errorMessage(error)}</p>
      </div>
      {onRetry && !isFinal(error) && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          <RotateCw aria-hidden /> {t('Try again')}
        </Button>
      )}
    </div>
  );
}
