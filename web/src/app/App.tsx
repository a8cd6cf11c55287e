// The application from the outside in: data, tenant, the host's services for plugins, pages and notices.
import { useEffect, useMemo, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { startSession, useSession } from '../api/session.ts';
import { TenantProvider, useFeatures, useTenant } from '../api/tenant.tsx';
import { target } from '../lib/href.ts';
import { useLanguageOf } from '../lib/i18n.ts';
import { FullScreenLoading } from '../shell/Loading.tsx';
import { TenantProblem } from '../shell/Problems.tsx';
import { applyTenantCss } from '../shell/tenant-css.ts';
import { applyTenantTheme } from '../shell/tenant-theme.ts';
import { toast, ToastArea } from '../shell/toast.tsx';
import { router } from './router.tsx';
import { useSessionGuard } from './session-guard.ts';

/** What plugins may use of the host, renewed when the session or the tenant changes. */
function Host({ children }: { children: ReactNode }) {
  const tenant = useTenant();
  const session = useSession();
  const features = useFeatures();
  useEffect(() => applyTenantTheme(tenant.theme), [tenant.theme]);
  useEffect(() => (tenant.customCssId ? applyTenantCss(tenant.customCssId) : undefined), [tenant.customCssId]);
  useSessionGuard(queryClient);
  useLanguageOf(session.data?.user.language);
  const host = useMemo<HostApi>(() => {
    const permissions = session.data?.permissions ?? [];
    return {
      tenant: { id: tenant.tenantId, name: tenant.name, currency: tenant.currency, timezone: session.data?.user.timezone ?? tenant.timezone },
      session: {
        userId: session.data?.user.id ?? null,
        userName: session.data?.user.name ?? '',
        customerId: session.customerId,
        isDriver: session.isDriver,
        permissions,
      },
      api,
      can: (permission) => permissions.includes(permission),
      hasFeature: features.has,
      navigate: (to) => void router.navigate(target(to)),
      toast,
    };
  }, [tenant, session.data, session.customerId, session.isDriver, features]);
  return <HostProvider value={host}>{children}</HostProvider>;
}

export function App() {
  useEffect(() => startSession(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <TenantProvider loading={<FullScreenLoading />} failed={(retry, reason) => <TenantProblem retry={retry} reason={reason} />}>
        <Host>
          <RouterProvider router={router} />
          <ToastArea />
        </Host>
      </TenantProvider>
    </QueryClientProvider>
  );
}
