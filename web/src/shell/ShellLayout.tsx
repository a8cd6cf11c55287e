// Frame of signed-in pages: sidebar, header, page.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu, Moon, PanelLeft, Search, Sun } from 'lucide-react';
import { cn, Button, loadOverlays } from '@waybill/plugin';
import { refreshSession, useSession } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';
import { useT } from '../lib/i18n.ts';
import { FullScreenLoading } from './Loading.tsx';
import { isDark, setPreferences, usePreferences } from './preferences.ts';
import { TenantProblem } from './Problems.tsx';
import { ProofArea } from './ProofArea.tsx';
import { Sidebar } from './Sidebar.tsx';

const Connection = lazy(() => import('./Connection.tsx'));
const AfterFirst = lazy(() => import('./AfterFirst.tsx'));
const EndImpersonation = lazy(() => import('./EndImpersonation.tsx'));
const SmallScreenMenu = lazy(() => import('./SmallScreenMenu.tsx'));

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

function useSearchKey(setSearching: (open: boolean) => void) {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setSearching(true);
      }
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [setSearching]);
}

function Header({ onSearch, onMenu }: { onSearch: () => void; onMenu: () => void }) {
  const t = useT();
  const { sidebar } = usePreferences();
  const dark = isDark();
  const mode = dark ? t('Light mode') : t('Dark mode');
  const bar = sidebar ? t('Hide sidebar') : t('Show sidebar');
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 border-b border-border bg-card px-3 md:px-4">
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('Open the menu')}
        data-tour="menu"
        onClick={onMenu}
        className="md:hidden"
      >
        <Menu aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        title={bar}
        aria-label={bar}
        aria-expanded={sidebar}
        onClick={() => setPreferences({ sidebar: !sidebar })}
        className="text-muted-foreground max-md:hidden"
      >
        <PanelLeft aria-hidden className="rtl:-scale-x-100" />
      </Button>
      <button
        type="button"
        data-tour="search"
        onClick={onSearch}
        className={cn(
          'flex h-8.5 w-full max-w-80 items-center gap-2 rounded-md border',
          'border-input bg-field px-2.5 text-sm text-muted-foreground',
          'hover:bg-accent focus-visible:outline-2 focus-visible:outline-ring',
        )}
      >
        <Search aria-hidden className="size-4" />
        {t('Search...')}
        <kbd className="ms-auto rounded border border-border bg-muted px-1.5 font-sans text-[11px] max-md:hidden">
          {isMac ? '⌘K' : t('Ctrl K')}
        </kbd>
      </button>
      <span className="flex-1" />
      <Button
        variant="ghost"
        size="icon"
        title={mode}
        aria-label={mode}
        onClick={() => setPreferences({ theme: dark ? 'light' : 'dark' })}
        className="text-muted-foreground"
      >
        {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </Button>
    </header>
  );
}

/** Redirects to sign-in or required steps and remembers the page. */
function useSignedIn(): boolean {
  const { status, mustChangePassword, mustSetUpTwoFactor } = useSession();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const way =
    status === 'unauthenticated'
      ? '/auth/login'
      : mustChangePassword
        ? '/auth/change-password'
        : mustSetUpTwoFactor
          ? '/auth/two-factor'
          : null;
  useEffect(() => {
    if (way && !href.startsWith('/auth/'))
      void navigate({ to: way, search: href === '/' ? {} : { returnTo: href }, replace: true });
  }, [way, href, navigate]);
  return status === 'authenticated' && way === null;
}

export function ShellLayout() {
  const t = useT();
  const signedIn = useSignedIn();
  const { isImpersonating, status } = useSession();
  const features = useFeatures();
  const { sidebar } = usePreferences();
  const [searching, setSearching] = useState(false);
  const [menu, setMenu] = useState(false);
  useSearchKey(setSearching);
  useEffect(() => {
    // Menus and dialogs load when the page is idle.
    const idle = setTimeout(() => void loadOverlays().catch(() => undefined), 300);
    return () => clearTimeout(idle);
  }, []);
  const hide = useMatches({
    select: (matches) => ({
      navigation: matches.some((m) => m.staticData.hideNavigation),
      header: matches.some((m) => m.staticData.hideHeader),
    }),
    structuralSharing: true,
  });
  if (status === 'unreachable' || (signedIn && features.failed))
    return (
      <TenantProblem
        reason="Unreachable"
        retry={signedIn ? features.retry : () => void refreshSession()}
      />
    );
  if (!signedIn || !features.ready) return <FullScreenLoading />;
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className={cn(
          'sr-only rounded-md bg-card px-3 py-2 text-sm font-medium shadow-lg',
          'focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-[70]',
        )}
      >
        {t('Skip to content')}
      </a>
      {sidebar && !hide.navigation && (
        <Sidebar className="sticky top-0 h-dvh w-52 shrink-0 max-md:hidden" />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="sticky top-0 z-30">
          <Suspense fallback={null}>
            <Connection />
          </Suspense>
          {isImpersonating && (
            <Suspense fallback={null}>
              <EndImpersonation />
            </Suspense>
          )}
          {!hide.header && (
            <Header onSearch={() => setSearching(true)} onMenu={() => setMenu(true)} />
          )}
        </div>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 outline-none md:px-6">
          <Outlet />
        </main>
      </div>
      {menu && (
        <Suspense fallback={null}>
          <SmallScreenMenu onClose={() => setMenu(false)} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <AfterFirst searching={searching} onSearch={setSearching} />
      </Suspense>
      <ProofArea />
    </div>
  );
}
