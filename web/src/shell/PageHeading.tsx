// The top of every page: where one is, its title, and what can be done here.
import { useEffect, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Check, ChevronDown, ChevronRight, CircleAlert } from 'lucide-react';
import { Button, buttonClass, DropdownMenu, type MenuItem } from '@waybill/plugin';
import { useTenant } from '../api/tenant.tsx';
import { target } from '../lib/href.ts';
import { useT } from '../lib/i18n.ts';

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
  /** Beside the title: a status, a count. */
  badge?: ReactNode;
  description?: ReactNode;
}

const PRIMARY_LIMIT = 2;

function indicator(action: HeadingAction): ReactNode {
  if (action.state === 'success') return <Check aria-hidden />;
  if (action.state === 'error') return <CircleAlert aria-hidden />;
  return action.state === 'pending' ? null : action.icon;
}

function PrimaryAction({ action, first }: { action: HeadingAction; first: boolean }) {
  const variant = first ? 'primary' : 'outline';
  if (action.href && !action.disabled) {
    return (
      <Link {...target(action.href)} className={buttonClass({ variant })}>
        {indicator(action)}
        {action.text}
      </Link>
    );
  }
  return (
    <Button variant={variant} disabled={action.disabled} pending={action.state === 'pending'} onClick={action.onClick}>
      {indicator(action)}
      {action.text}
    </Button>
  );
}

const toItem = (action: HeadingAction): MenuItem => ({
  ...(action.separator ? { separator: true } : {}),
  text: action.text,
  ...(action.href ? { href: action.href } : {}),
  ...(action.onClick ? { onClick: action.onClick } : {}),
  icon: indicator(action),
  disabled: Boolean(action.disabled) || action.state === 'pending',
  destructive: Boolean(action.destructive),
});

export function PageHeading({ title, icon, breadcrumbs = [], actions = [], badge, description }: PageHeadingProps) {
  const tenant = useTenant();
  const t = useT();
  useEffect(() => {
    document.title = `${title} · ${tenant.name}`;
  }, [title, tenant.name]);
  const primary = actions.filter((a) => a.primary && !a.separator).slice(0, PRIMARY_LIMIT);
  const rest = actions.filter((a) => !primary.includes(a));
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        {breadcrumbs.length > 0 && (
          <nav aria-label={t('Breadcrumb')} className="mb-1">
            <ol className="flex flex-wrap items-center gap-1 text-xs text-muted-foreground">
              {breadcrumbs.map((crumb) => (
                <li key={crumb.text} className="flex items-center gap-1">
                  {crumb.href ? (
                    <Link {...target(crumb.href)} className="rounded hover:text-foreground hover:underline focus-visible:outline-2 focus-visible:outline-ring">
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
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {icon && (
            <span aria-hidden className="text-muted-foreground [&_svg]:size-5">
              {icon}
            </span>
          )}
          <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{title}</h1>
          {badge}
        </div>
        {description && <p className="mt-0.5 text-sm text-muted-foreground">{description}</p>}
      </div>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {rest.length > 0 && (
            <DropdownMenu
              label={t('Actions')}
              items={rest.map(toItem)}
              trigger={
                <Button variant="outline">
                  {t('Actions')} <ChevronDown aria-hidden />
                </Button>
              }
            />
          )}
          {primary.toReversed().map((action) => (
            <PrimaryAction key={action.text} action={action} first={action === primary[0]} />
          ))}
        </div>
      )}
    </header>
  );
}
