// Frame of signed-in pages: sidebar, header, page.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu, PanelLeft, Search, SunMoon } from 'lucide-react';
import { Button } from '@waybill/plugin';
import { refreshSession, useSession } from '../api/session.ts';
import { useFeatures } from '../api/tenant.tsx';
import { useT } from '../lib/i18n.ts';
import { FullScreenLoading } from './Loading.tsx';
import { isDark, setPreferences, usePreferences } from './preferences.ts';
import { TenantProblem } from './Problems.tsx';
import { ProofArea } from './ProofArea.tsx';
import { SearchDialog, useSearchKey } from './SearchDialog.tsx';
import { Sidebar } from './Sidebar.tsx';
import AfterFirst from './AfterFirst.tsx';

const Connection = lazy(() => import('./Connection.tsx'));
const EndImpersonation = lazy(() => import('./EndImpersonation.tsx'));
const SmallScreenMenu = lazy(() => import('./SmallScreenMenu.tsx'));

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

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
      <button type="button" data-tour="search" onClick={onSearch} className="search-button">
        <Search aria-hidden />
        {t('Search...')}
        <kbd>{isMac ? '⌘K' : t('Ctrl K')}</kbd>
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
        <SunMoon aria-hidden />
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
      <a href="#main" className="skip-link">
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
      {searching && <SearchDialog onClose={() => setSearching(false)} />}
      <AfterFirst searching={searching} />
      <ProofArea />
    </div>
  );
}
