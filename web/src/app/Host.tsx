// Host services for plugins, and effects of tenant and user: colours, styles, language.
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { HostProvider, type HostApi } from '@waybill/plugin';
import { pluginApi } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';
import { useFeatures, useTenant } from '../api/tenant.tsx';
import { useLanguageOf, useSpeech } from '../lib/i18n.ts';
import { applyTenantCss } from '../shell/tenant-css.ts';
import { applyTenantTheme } from '../shell/tenant-theme.ts';
import { toast } from '../shell/toast.tsx';
import { useSessionGuard } from './session-guard.ts';

/** Plugin texts are localised by the server, so a language change refetches them. */
function useAnswersIn(language: string): void {
  const requestedLanguage = useRef(language);
  useEffect(() => {
    if (requestedLanguage.current === language) return;
    requestedLanguage.current = language;
    for (const part of ['plugins', 'carriers'])
      void queryClient.invalidateQueries({ queryKey: [part] });
  }, [language]);
}

export function Host({
  navigate,
  children,
}: {
  navigate: HostApi['navigate'];
  children: ReactNode;
}) {
  const tenant = useTenant();
  const session = useSession();
  const features = useFeatures();
  useEffect(() => applyTenantTheme(tenant.theme), [tenant.theme]);
  useEffect(
    () => (tenant.customCssId ? applyTenantCss(tenant.customCssId) : undefined),
    [tenant.customCssId],
  );
  useSessionGuard(queryClient);
  useLanguageOf(session.data?.user.language);
  useAnswersIn(useSpeech().language);
  const host = useMemo<HostApi>(() => {
    const permissions = session.data?.permissions ?? [];
    return {
      tenant: {
        id: tenant.tenantId,
        name: tenant.name,
        currency: tenant.currency,
        timezone: session.data?.user.timezone ?? tenant.timezone,
      },
      session: {
        userId: session.data?.user.id ?? null,
        userName: session.data?.user.name ?? '',
        customerId: session.customerId,
        isDriver: session.isDriver,
        permissions,
      },
      api: pluginApi,
      can: (permission) => permissions.includes(permission),
      hasFeature: features.hasNamed,
      navigate,
      toast,
    };
  }, [tenant, session.data, session.customerId, session.isDriver, features, navigate]);
  return <HostProvider value={host}>{children}</HostProvider>;
}
