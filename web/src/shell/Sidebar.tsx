// Sidebar: logo, permitted areas, user.
import { Fragment, lazy, Suspense } from 'react';
import { Link, useRouterState } from '@tanstack/react-router';
import { LogOut, UsersRound } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useSession } from '../api/session.ts';
import { useT } from '../lib/i18n.ts';
import { tablePosition } from '../lib/table-position.ts';
import { lastOfAreas, visibleEntries } from './navigation.ts';
import { TenantLogo } from './TenantLogo.tsx';
import { UserImage } from './UserImage.tsx';
import { useViewer } from './viewer.ts';

const EndImpersonation = lazy(() => import('./EndImpersonation.tsx'));
const OwnLinks = lazy(() => import('./OwnLinks.tsx'));
const SubEntries = lazy(() => import('./SubEntries.tsx'));
const PluginEntries = lazy(() => import('../plugins/PluginEntries.tsx'));

const ITEM = 'sidebar-item';

function Profile({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const t = useT();
  const { data } = useSession();
  if (!data) return null;
  const { name, image } = data.user;
  return (
    <Link
      to="/settings/$"
      params={{ _splat: 'profile' }}
      onClick={onNavigate}
      className={cn(
        'mt-1 flex items-center gap-2.5 rounded-md px-2 py-2',
        'hover:bg-sidebar-accent focus-visible:outline-2',
        'focus-visible:outline-ring',
      )}
    >
      <UserImage name={name} image={image} className="bg-sidebar-accent text-sidebar-foreground" />
      <span className="min-w-0">
        <span className="block truncate text-[13px] font-medium" title={name}>
          {name}
        </span>
        <span className="block text-xs text-sidebar-muted">{t('View profile')}</span>
      </span>
    </Link>
  );
}

export function Sidebar({
  onNavigate,
  className,
}: {
  onNavigate?: () => void;
  className?: string;
}) {
  const t = useT();
  const session = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = visibleEntries(useViewer());
  // The longest match: /jobs/route is not /jobs.
  const here = entries
    .filter(({ to, section = to }) => path === to || path.startsWith(`${section}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]?.to;
  const last = lastOfAreas(entries);
  const areas = [...last.keys()];
  const leave = (to: string) => {
    tablePosition.clear(to);
    onNavigate?.();
  };
  return (
    <aside
      aria-label={t('Sidebar')}
      className={cn('flex h-full flex-col bg-sidebar text-sidebar-foreground', className)}
    >
      <div className="flex min-h-14 items-center px-4 py-2.5">
        <TenantLogo />
      </div>
      <nav aria-label={t('Main')} className="flex-1 overflow-y-auto px-2 py-2">
        <ul className="grid gap-0.5">
          {entries.map(({ to, section, text, icon: Icon, area, place = area }) => (
            <Fragment key={to}>
              <li>
                <Link
                  to={to}
                  search={{}}
                  onClick={() => leave(to)}
                  aria-current={to === here ? (section ? 'true' : 'page') : undefined}
                  activeProps={{}}
                  className={cn(
                    ITEM,
                    to === here &&
                      (section
                        ? 'text-sidebar-foreground not-[:has(+ul)]:bg-sidebar-accent'
                        : 'bg-sidebar-accent text-sidebar-foreground'),
                  )}
                >
                  <Icon aria-hidden />
                  {t(text)}
                </Link>
                {section && to === here && (
                  <Suspense fallback={null}>
                    <SubEntries of={to} label={t(text)} itemClass={ITEM} onLeave={leave} />
                  </Suspense>
                )}
              </li>
              {place && last.get(place) === to && (
                <Suspense fallback={null}>
                  <PluginEntries
                    area={place}
                    areas={areas}
                    itemClass={ITEM}
                    onNavigate={onNavigate}
                  />
                </Suspense>
              )}
            </Fragment>
          ))}
        </ul>
        <Suspense fallback={null}>
          <PluginEntries areas={areas} itemClass={ITEM} onNavigate={onNavigate} />
          <OwnLinks itemClass={ITEM} onNavigate={onNavigate} />
        </Suspense>
      </nav>
      <div className="border-t border-sidebar-border px-2 py-2">
        {session.isImpersonating && (
          <Suspense fallback={null}>
            <EndImpersonation itemClass={ITEM} />
          </Suspense>
        )}
        {session.isTenant && !session.isImpersonating && (
          <Link to="/auth/switch" search={{ returnTo: path }} onClick={onNavigate} className={ITEM}>
            <UsersRound aria-hidden />
            {t('Switch user')}
          </Link>
        )}
        <Link to="/auth/logout" preload={false} onClick={onNavigate} className={ITEM}>
          <LogOut aria-hidden />
          {t('Logout')}
        </Link>
        <Profile onNavigate={onNavigate} />
      </div>
    </aside>
  );
}
