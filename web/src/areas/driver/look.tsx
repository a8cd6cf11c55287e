// Look of the driver pages: large targets, strong contrast, the next action at the thumb.
import type { ComponentProps, ReactNode } from 'react';
import { ChevronLeft } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { linkTo, type Place } from './address.ts';

const LOOKS = {
  main: 'border-primary bg-primary text-primary-foreground',
  plain: 'border-control bg-card text-foreground',
  bad: 'border-control bg-card text-danger-text',
} as const;

const actionClass = (look: keyof typeof LOOKS, size: 'main' | 'side') =>
  cn(
    'flex min-w-0 flex-1 items-center justify-center gap-2.5 rounded-2xl border-2 px-3',
    'text-center font-semibold select-none disabled:opacity-50',
    'focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-ring',
    '[&_svg]:size-5.5 [&_svg]:shrink-0',
    size === 'main' ? 'min-h-15 py-2 text-lg leading-6' : 'min-h-13 py-1.5 text-base',
    LOOKS[look],
  );

export interface ActionLook {
  look?: keyof typeof LOOKS;
  size?: 'main' | 'side';
}

export function Action({
  look = 'plain',
  size = 'main',
  className,
  ...rest
}: ComponentProps<'button'> & ActionLook) {
  return <button type="button" {...rest} className={cn(actionClass(look, size), className)} />;
}

export function ActionLink({
  look = 'plain',
  size = 'main',
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ActionLook) {
  return (
    <a {...rest} className={cn(actionClass(look, size), className)}>
      {children}
    </a>
  );
}

/** Actions at the bottom of the screen, the main one last. */
export function Actions({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('flex gap-2.5 px-4 py-2', className)}>{children}</div>;
}

export function Foot({ children }: { children: ReactNode }) {
  return (
    <footer
      data-bottom-bar
      className={cn(
        'sticky bottom-0 z-10 mt-auto border-t border-border bg-card py-1',
        'pb-[max(0.25rem,env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </footer>
  );
}

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={cn('mx-3 mt-3 rounded-2xl border border-border bg-card px-4 py-3', className)}
    />
  );
}

const TONES = {
  neutral: 'bg-neutral-soft text-foreground',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  success: 'bg-success-soft text-success-text',
} as const;
export type Tone = keyof typeof TONES;

export function Chip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={cn('rounded-lg px-2.5 py-1 text-[15px] font-medium', TONES[tone])}>
      {children}
    </span>
  );
}

export function Note({
  tone,
  role,
  children,
}: {
  tone: Tone;
  role?: 'alert' | 'status';
  children: ReactNode;
}) {
  return (
    <div
      role={role}
      className={cn('mx-3 mt-3 rounded-2xl px-4 py-3 text-base [&_b]:font-semibold', TONES[tone])}
    >
      {children}
    </div>
  );
}

export const SectionTitle = ({ children }: { children: ReactNode }) => (
  <h2 className="mx-5 mt-4 text-[15px] font-semibold text-muted-foreground">{children}</h2>
);

/** Dark bar at the top; `share` from 0 to 1 draws the progress below it. */
export function TopBar({
  title,
  detail,
  end,
  back,
  share,
}: {
  title: string;
  detail?: string | undefined;
  end?: ReactNode;
  back?: Place;
  share?: number;
}) {
  const t = useT();
  return (
    <header className="sticky top-0 z-20 bg-sidebar pt-[env(safe-area-inset-top)] text-sidebar-foreground">
      <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
        {back && (
          <a
            {...linkTo(back)}
            aria-label={t('Back')}
            className="-ms-2 grid size-12 shrink-0 place-items-center rounded-full bg-sidebar-accent"
          >
            <ChevronLeft aria-hidden className="size-6 rtl:-scale-x-100" />
          </a>
        )}
        <div className="min-w-0 flex-1">
          <h1
            tabIndex={-1}
            className="line-clamp-2 text-xl leading-6 font-semibold break-words outline-none"
          >
            {title}
          </h1>
          {detail && (
            <p className="line-clamp-2 text-[15px] leading-5 text-sidebar-muted">{detail}</p>
          )}
        </div>
        {end}
      </div>
      {share !== undefined && (
        <div aria-hidden className="h-1.5 bg-sidebar-accent">
          <div className="h-full bg-driver-progress" style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </header>
  );
}

/** Two large choices; neither is chosen at first. */
export function YesNo({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean | undefined;
  onChange: (value: boolean) => void;
}) {
  const t = useT();
  const choice = (answer: boolean) => (
    <button
      type="button"
      role="radio"
      aria-checked={value === answer}
      onClick={() => onChange(answer)}
      className={cn(
        'min-h-12 min-w-17 px-3 font-semibold first:rounded-s-xl last:rounded-e-xl',
        'border-2 border-control last:-ms-0.5',
        'focus-visible:outline-3 focus-visible:outline-ring',
        value !== answer
          ? 'bg-card text-muted-foreground'
          : answer
            ? 'border-success-text bg-success-soft text-success-text'
            : 'border-danger-text bg-danger-soft text-danger-text',
      )}
    >
      {answer ? t('Yes') : t('No')}
    </button>
  );
  return (
    <div className="flex min-h-15 items-center gap-3 border-b border-border py-1.5 last:border-0">
      <span className="min-w-0 flex-1">{label}</span>
      <div role="radiogroup" aria-label={label} className="flex shrink-0">
        {choice(true)}
        {choice(false)}
      </div>
    </div>
  );
}

export const FIELD =
  'w-full rounded-2xl border-2 border-control bg-field px-4 py-3 text-lg ' +
  'placeholder:text-muted-foreground ' +
  'focus-visible:border-ring focus-visible:outline-3 focus-visible:outline-ring';
