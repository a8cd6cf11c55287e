// The way around: the tenant's logo, the areas this person may enter, and who is signed in.
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { LogOut, UserRoundCheck, UsersRound } from 'lucide-react';
import { cn, errorMessage } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { refreshSession, usePermissions, useSession } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';
import { queryClient } from '../api/query-client.ts';
import { tablePosition } from '../lib/table-position.ts';
import { visibleEntries } from './navigation.ts';
import { TenantLogo } from './TenantLogo.tsx';
import { toast } from './toast.tsx';

const ITEM =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-[13px] font-medium text-sidebar-muted transition-colors hover:bg-sidebar-accent hover:text-sidebar-foreground focus-visible:outline-2 focus-visible:outline-ring [&_svg]:size-4 [&_svg]:shrink-0';

function Profile() {
  const { data } = useSession();
  if (!data) return null;
  const initials = data.user.name.split(/\s+/).map((part) => part[0]).join('').slice(0, 2).toUpperCase();
  return (
    <Link to="/settings" className="mt-1 flex items-center gap-2.5 rounded-md px-2 py-2 hover:bg-sidebar-accent focus-visible:outline-2 focus-visible:outline-ring">
      {data.user.image ? (
        <img src={data.user.image} alt="" className="size-8 shrink-0 rounded-full object-cover" />
      ) : (
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-sidebar-accent text-xs font-semibold">
          {initials}
        </span>
      )}
      <span className="min-w-0">
        <span className="block truncate text-[13px] font-medium">{data.user.name}</span>
        <span className="block text-xs text-sidebar-muted">View profile</span>
      </span>
    </Link>
  );
}

async function endImpersonation(): Promise<void> {
  try {
    await api.get('/api/impersonate/end');
    queryClient.clear();
    await refreshSession();
    location.assign('/');
  } catch (error) {
    toast({ title: 'The impersonation could not be ended', description: errorMessage(error), variant: 'destructive' });
  }
}

export function Sidebar({ onNavigate, className }: { onNavigate?: () => void; className?: string }) {
  const session = useSession();
  const permissions = usePermissions();
  const features = useFeatures();
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = visibleEntries({
    isCustomer: session.isCustomer,
    can: permissions.has,
    hasFeature: features.has,
    exists: (to) => to in router.routesByPath,
  });
  // The longest entry that the address begins with is the one we are in: /jobs/route is not /jobs.
  const here = entries.filter(({ to }) => path === to || path.startsWith(`${to}/`)).toSorted((a, b) => b.to.length - a.to.length)[0]?.to;
  const leave = (to: string) => {
    tablePosition.clear(to);
    onNavigate?.();
  };
  return (
    <aside aria-label="Sidebar" className={cn('flex h-full flex-col bg-sidebar text-sidebar-foreground', className)}>
      <div className="flex min-h-14 items-center px-4 py-2.5">
        <TenantLogo />
      </div>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-2 py-2">
        <ul className="grid gap-0.5">
          {entries.map(({ to, text, icon: Icon }) => (
            <li key={to}>
              <Link to={to} search={{}} onClick={() => leave(to)} aria-current={to === here ? 'page' : undefined} activeProps={{}} className={cn(ITEM, to === here && 'bg-sidebar-accent text-sidebar-foreground')}>
                <Icon aria-hidden />
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-t border-sidebar-border px-2 py-2">
        {session.isImpersonating && (
          <button type="button" className={ITEM} onClick={() => void endImpersonation()}>
            <UserRoundCheck aria-hidden />
            End impersonation
          </button>
        )}
        {session.isTenant && !session.isImpersonating && (
          <Link to="/auth/switch" search={{ returnTo: path }} onClick={onNavigate} className={ITEM}>
            <UsersRound aria-hidden />
            Switch user
          </Link>
        )}
        <Link to="/auth/logout" preload={false} onClick={onNavigate} className={ITEM}>
          <LogOut aria-hidden />
          Logout
        </Link>
        <Profile />
      </div>
    </aside>
  );
}
