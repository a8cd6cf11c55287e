// Page heading: breadcrumb, title, actions.
import { lazy, Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link } from '@tanstack/react-router';
import { Check, ChevronDown, ChevronRight, CircleAlert } from 'lucide-react';
import { cn, Button, buttonClass, DropdownMenu, type MenuItem } from '@waybill/plugin';
import { useTenant } from '../api/tenant.tsx';
import { target } from '../lib/href.ts';
import { useT } from '../lib/i18n.ts';
import type { KeyName } from '../kit/keys.ts';
import { useHeadingFocus } from './heading-focus.ts';

export interface HeadingAction {
  text?: string;
  href?: string;
  onClick?: () => void;
  icon?: ReactNode;
  primary?: boolean;
  separator?: boolean;
  state?: 'idle' | 'pending' | 'success' | 'error';
  disabled?: boolean;
  destructive?: boolean;
  /** Its key in a list's heading. */
  keyName?: KeyName;
  /** The key as shown. */
  shortcut?: string;
}

export interface Breadcrumb {
  text: string;
  href?: string;
}

export interface PageHeadingProps {
  title: string;
  icon?: ReactNode;
  breadcrumbs?: Breadcrumb[];
  actions?: HeadingAction[];
  badge?: ReactNode;
  description?: ReactNode;
}

const HelpLink = lazy(() => import('./HelpLink.tsx'));

const PRIMARY_LIMIT = 2;
const SMALL = 'h-8 text-[13px]';

function indicator(action: HeadingAction): ReactNode {
  if (action.state === 'success') return <Check aria-hidden />;
  if (action.state === 'error') return <CircleAlert aria-hidden />;
  return action.state === 'pending' ? null : action.icon;
}

function PrimaryAction({
  action,
  first,
  size,
}: {
  action: HeadingAction;
  first: boolean;
  size: 'sm' | 'md';
}) {
  const look = {
    variant: first ? ('primary' as const) : ('outline' as const),
    size,
    ...(size === 'sm' ? { className: SMALL } : {}),
  };
  const content = (
    <>
      {indicator(action)}
      {action.text}
      {action.shortcut && (
        <kbd aria-hidden className="key-hint">
          {action.shortcut}
        </kbd>
      )}
    </>
  );
  if (action.href && !action.disabled) {
    return (
      <Link
        {...target(action.href)}
        className={buttonClass(look)}
        aria-keyshortcuts={action.shortcut}
      >
        {content}
      </Link>
    );
  }
  return (
    <Button
      {...look}
      disabled={action.disabled}
      pending={action.state === 'pending'}
      aria-keyshortcuts={action.shortcut}
      onClick={action.onClick}
    >
      {content}
    </Button>
  );
}

const toItem = (action: HeadingAction): MenuItem => ({
  ...(action.separator ? { separator: true } : {}),
  text: action.text,
  ...(action.href ? { href: action.href } : {}),
  ...(action.onClick ? { onClick: action.onClick } : {}),
  icon: indicator(action),
  ...(action.shortcut ? { shortcut: action.shortcut } : {}),
  disabled: Boolean(action.disabled) || action.state === 'pending',
  destructive: Boolean(action.destructive),
});

/**
 * Sets the document title and focuses the heading on navigation. For an `h1` with `tabIndex={-1}`.
 */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const tenant = useTenant();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${tenant.name}`;
  }, [title, tenant.name]);
  useHeadingFocus(heading);
  return heading;
}

/** Breadcrumb, title and help, the same on every page; `children` follow the title. */
export function HeadingTitle({
  title,
  breadcrumbs,
  className,
  children,
}: {
  title: string;
  breadcrumbs: readonly Breadcrumb[];
  /** Classes of a title that is cut rather than wrapped. */
  className?: string | false | undefined;
  children?: ReactNode;
}) {
  const t = useT();
  const heading = usePageHeading(title);
  return (
    <div className={cn('flex min-w-0 items-center gap-x-2 gap-y-1', className || 'flex-wrap')}>
      {breadcrumbs.length > 0 && (
        <nav aria-label={t('Breadcrumb')} className="shrink-0">
          <ol className="flex flex-wrap items-center gap-1.5 text-[13px] text-muted-foreground">
            {breadcrumbs.map((crumb) => (
              <li key={crumb.text} className="flex items-center gap-1.5">
                {crumb.href ? (
                  <Link
                    {...target(crumb.href)}
                    className={cn(
                      'rounded hover:text-foreground hover:underline focus-visible:outline-2',
                      'focus-visible:outline-ring',
                    )}
                  >
                    {crumb.text}
                  </Link>
                ) : (
                  crumb.text
                )}
                <ChevronRight aria-hidden className="size-3 rtl:-scale-x-100" />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <span className="flex min-w-0 items-center gap-2">
        <h1
          ref={heading}
          tabIndex={-1}
          title={className ? title : undefined}
          className={cn(
            'min-w-0 text-lg font-semibold tracking-tight break-words outline-none',
            className ? '@[62rem]:truncate' : '[overflow-wrap:anywhere]',
          )}
        >
          {title}
        </h1>
        <Suspense fallback={<span className="size-6" />}>
          <HelpLink />
        </Suspense>
      </span>
      {children}
    </div>
  );
}

/** Up to two buttons, the rest in a menu. */
export function HeadingActions({
  actions,
  size = 'md',
}: {
  actions: readonly HeadingAction[];
  size?: 'sm' | 'md';
}) {
  const t = useT();
  if (actions.length === 0) return null;
  const primary = actions.filter((a) => a.primary && !a.separator).slice(0, PRIMARY_LIMIT);
  const rest = actions.filter((a) => !primary.includes(a));
  return (
    // Buttons of a list wrap together with its views and columns.
    <div className={size === 'sm' ? 'contents' : 'flex flex-wrap gap-2'}>
      {rest.length > 0 && (
        <DropdownMenu
          label={t('Actions')}
          items={rest.map(toItem)}
          trigger={
            <Button variant="outline" size={size} {...(size === 'sm' ? { className: SMALL } : {})}>
              {t('Actions')} <ChevronDown aria-hidden />
            </Button>
          }
        />
      )}
      {primary.toReversed().map((action) => (
        <PrimaryAction
          key={action.text}
          action={action}
          first={action === primary[0]}
          size={size}
        />
      ))}
    </div>
  );
}

export function PageHeading({
  title,
  icon,
  breadcrumbs = [],
  actions = [],
  badge,
  description,
}: PageHeadingProps) {
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {icon && (
            <span aria-hidden className="text-muted-foreground [&_svg]:size-5">
              {icon}
            </span>
          )}
          <HeadingTitle title={title} breadcrumbs={breadcrumbs}>
            {badge}
          </HeadingTitle>
        </div>
        {description && <p className="mt-0.5 text-sm text-muted-foreground">{description}</p>}
      </div>
      <HeadingActions actions={actions} />
    </header>
  );
}
