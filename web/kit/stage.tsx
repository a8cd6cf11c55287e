// Renders a case in light and dark with all scenes, and reports findings.
import { StrictMode, useEffect, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import type { RouteProps, SlotName } from '@waybill/plugin';
import { queryClient } from '../src/api/query-client.ts';
import { startSession } from '../src/api/session.ts';
import { TenantProvider } from '../src/api/tenant.tsx';
import { Host } from '../src/app/Host.tsx';
import { installTrustedTypes } from '../src/app/trusted-types.ts';
import { startLanguage } from '../src/lib/i18n.ts';
import { pageAddress } from '../src/plugins/pages.ts';
import { useRegistry } from '../src/plugins/registry.ts';
import { PluginPart, Slot } from '../src/plugins/Slot.tsx';
import { setPreferences, startPreferences } from '../src/shell/preferences.ts';
import { ToastArea } from '../src/shell/toast.tsx';
import { absent, waitUntilSettled, tooWide, violations } from './checks.ts';
import { scenesOf, type Scene } from './scenes.ts';
import { caseOf, done, report, type Case, type Findings } from './messages.ts';
import { takeErrors } from './watch.ts';
import '../src/styles/app.css';

/** Pages of the host are not here, so its navigation leads nowhere. */
const navigate = () => undefined;

/** A page of the plugin's own, as the shell shows it below its heading. */
function OwnPage({ plugin: id, path }: { plugin: string; path: string }) {
  const { data } = useRegistry();
  const known = data?.plugins.find(({ plugin }) => plugin.id === id);
  const route = known?.plugin.contributes.routes?.find((one) => one.path === path);
  if (!known || !route) return <p aria-busy="true" />;
  const props: RouteProps = { base: pageAddress(id, path), rest: '' };
  return (
    <PluginPart
      plugin={known.plugin}
      supported={known.supported}
      module={route.module}
      place={`page ${route.id}`}
      props={props}
    />
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => startSession(), []);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TenantProvider>
          <Host navigate={navigate}>
            <main className="p-4">
              <h1 className="mb-4 text-lg font-semibold">{title}</h1>
              <h2 className="sr-only">{title}</h2>
              {children}
            </main>
            <ToastArea />
          </Host>
        </TenantProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

const THEMES = ['light', 'dark'] as const;

export async function stage(): Promise<void> {
  // As the application's own start does.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) setNonce(nonce);
  installTrustedTypes();
  startPreferences();
  const number = location.pathname.split('/').at(-1) ?? '';
  const of = await caseOf(number);
  await startLanguage();
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root to render into.');
  const page = createRoot(place);
  for (const theme of THEMES) {
    setPreferences({ theme });
    for (const { name, children } of views(of)) {
      // At once: on a busy machine the page would still be empty when it seems settled.
      flushSync(() =>
        page.render(
          <Page key={`${theme} ${name}`} title={of.slot ?? `/${of.route ?? ''}`}>
            {children}
          </Page>,
        ),
      );
      await report(number, `${name}, ${theme}, ${innerWidth} px`, await look(place));
    }
  }
  await done(number);
  close();
}

function views(of: Case): { name: string; children: ReactNode }[] {
  if (of.route !== undefined)
    return [{ name: 'the page', children: <OwnPage plugin={of.plugin} path={of.route} /> }];
  const scenes = scenesOf(of);
  if (scenes.length === 0) return [{ name: 'the slot', children: null }];
  return scenes.map(({ name, props }: Scene) => ({
    name,
    children: <Slot name={of.slot as SlotName} only={of.plugin} props={props} />,
  }));
}

async function look(place: HTMLElement): Promise<Findings> {
  const late = await waitUntilSettled(place);
  const shows = [...late, ...absent(place)];
  const fit = tooWide(place);
  // Axe findings in the host's notice are ignored.
  const axe = shows.length > 0 ? { serious: [], minor: [] } : await violations();
  return { shows, fit, ...axe, ...takeErrors() };
}
