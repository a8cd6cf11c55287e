// Host services for plugins: session, tenant, API, toasts, navigation.
import { createContext, use, type ReactNode } from 'react';
import type { ApiClient } from './api.ts';

export interface Toast {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
}

export interface HostTenant {
  id: number;
  name: string;
  currency: string;
  timezone: string;
}

export interface HostSession {
  userId: number | null;
  userName: string;
  /** Set for a customer's user. */
  customerId: number | null;
  isDriver: boolean;
  permissions: readonly string[];
}

export interface HostApi {
  tenant: HostTenant;
  session: HostSession;
  api: ApiClient;
  can(permission: string): boolean;
  hasFeature(name: string): boolean;
  navigate(to: string): void;
  toast(toast: Toast): void;
}

const HostContext = createContext<HostApi | null>(null);

export function HostProvider({ value, children }: { value: HostApi; children: ReactNode }) {
  return <HostContext value={value}>{children}</HostContext>;
}

export function useHost(): HostApi {
  const host = use(HostContext);
  if (!host)
    throw new Error(
      'useHost() is called outside the host: the plugin carries its own copy of @waybill/plugin.',
    );
  return host;
}
