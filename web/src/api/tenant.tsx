// The tenant of the host name: who it is, its configuration and the features it has switched on.
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, setTenantId } from './client.ts';
import { useSession } from './session.ts';
import type { FeatureWord, Schema } from './types.ts';

export type TenantAvailability = 'Available' | 'InActive' | 'NotFound';

export interface Tenant {
  tenantId: number;
  name: string;
  endpoint: string;
  billing: { address: string; legalName: string; taxVatNo: string };
  allowSelfRegistration: boolean;
  currency: string;
  timezone: string;
  /** Default country of addresses. */
  countryCode: string;
  /** Days without pickup and delivery, besides weekends. */
  holidays: readonly string[];
  /** Guest permissions. */
  guests: Schema<'GuestSettings'>;
  /** False if emails cannot be sent. */
  hasMailServer: boolean;
  theme: Record<string, string>;
  /** Change with the logo and the style sheet, so that neither is shown from a cache. */
  logoId: string | null;
  customCssId: string | null;
}

type Availability = Schema<'TenantAnswer'>;

type Configuration = Schema<'Configuration'>;

const FOREVER = {
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** 1 and 2 are the first two states; anything else is no tenant at all. */
export function availability(state: number | string): TenantAvailability {
  if (state === 1 || state === 'Available') return 'Available';
  if (state === 2 || state === 'InActive') return 'InActive';
  return 'NotFound';
}

function toTenant(found: Availability, configuration: Configuration): Tenant {
  const {
    tenantName,
    tenantBillingAddress,
    allowSelfRegistration,
    baseCurrency,
    timezone,
    countryCode,
    holidays,
    guests,
    hasMailServer,
    ui,
  } = configuration;
  return {
    tenantId: found.tenantId ?? -1,
    name: tenantName,
    endpoint: found.serverRootAddress.replace(/\/$/, ''),
    billing: tenantBillingAddress,
    allowSelfRegistration,
    currency: baseCurrency,
    timezone,
    countryCode,
    holidays,
    guests,
    hasMailServer,
    theme: ui.primaryColor ? { primary: ui.primaryColor } : {},
    logoId: ui.logoId,
    customCssId: ui.customCssId,
  };
}

const TenantContext = createContext<Tenant | null>(null);

export function useTenant(): Tenant {
  const tenant = use(TenantContext);
  if (!tenant) throw new Error('useTenant() is called outside TenantProvider.');
  return tenant;
}

/**
 * Renders nothing until the tenant is loaded, or if the host name has none available; `failed` is
 * rendered on errors.
 */
export function TenantProvider({
  children,
  loading,
  failed,
}: {
  children: ReactNode;
  loading?: ReactNode;
  failed?: (retry: () => void, reason: TenantAvailability | 'Unreachable') => ReactNode;
}) {
  const found = useQuery({
    ...FOREVER,
    queryKey: ['tenant', 'availability', location.hostname],
    queryFn: async () => {
      const answer = await api.post(
        '/api/core/account/isTenantAvailable',
        { tenancyName: location.hostname },
        { anonymous: true },
      );
      setTenantId(availability(answer.state) === 'Available' ? answer.tenantId : null);
      return answer;
    },
  });
  const id =
    found.data && availability(found.data.state) === 'Available' ? found.data.tenantId : null;
  const configuration = useQuery({
    ...FOREVER,
    queryKey: ['tenant', 'configuration', id],
    enabled: id !== null,
    queryFn: () =>
      api.get('/api/core/configuration/getconfiguration', undefined, { anonymous: true }),
  });
  const tenant = useMemo(
    () => (found.data && configuration.data ? toTenant(found.data, configuration.data) : null),
    [found.data, configuration.data],
  );
  useEffect(() => {
    if (tenant) document.title = tenant.name;
  }, [tenant]);

  const retry = () => void (id === null ? found.refetch() : configuration.refetch());
  if (found.data && id === null) return failed?.(retry, availability(found.data.state)) ?? null;
  if (found.isLoadingError || configuration.isLoadingError)
    return failed?.(retry, 'Unreachable') ?? null;
  if (!tenant) return loading ?? null;
  return <TenantContext value={tenant}>{children}</TenantContext>;
}

type FeatureValues = Schema<'Features'>;

/** Only the first entry of a name (up to the first dot) counts, and only "true". */
export function featureIsOn(values: FeatureValues['featureValues'], name: string): boolean {
  return values.find((entry) => entry.name.split('.')[0] === name)?.value === 'true';
}

/**
 * The tenant's features; plugins check theirs by `hasNamed`. `ready` is false while loading,
 * `failed` if they could not be loaded.
 */
export function useFeatures() {
  const { data: session } = useSession();
  const { tenantId } = useTenant();
  const query = useQuery({
    queryKey: ['feature', 'tenant-features', tenantId],
    enabled: Boolean(session?.accessToken),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => api.get('/api/core/feature/gettenantfeatuers'),
  });
  const { data, isPending, isLoadingError, refetch } = query;
  return useMemo(() => {
    const values = data?.featureValues ?? [];
    return {
      ready: !isPending,
      failed: isLoadingError,
      retry: () => void refetch(),
      has: (name: FeatureWord) => featureIsOn(values, name),
      hasNamed: (name: string) => featureIsOn(values, name),
    };
  }, [data, isPending, isLoadingError, refetch]);
}
