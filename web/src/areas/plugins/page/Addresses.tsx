// A plugin's incoming URLs.
import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { CopyField } from '../../../shell/CopyField.tsx';
import { endpointsOf, wholeAddress } from '../config.ts';
import { settingsQuery, type SettingsOwner } from '../config-queries.ts';
import { askText, type Plugin } from '../model.ts';

export interface AddressesProps {
  plugin: Plugin;
  whose: SettingsOwner;
  /** Renders nothing if empty. */
  quiet?: boolean;
}

export function Addresses({ plugin, whose, quiet = false }: AddressesProps) {
  const t = useT();
  const settings = useQuery(settingsQuery(whose));
  // A plugin's addresses are the organisation's; those with a store key belong to its holder.
  const endpoints = whose.customerId === undefined ? endpointsOf(plugin.id, plugin.asks) : [];
  const callbacks = settings.data?.callbackUrls ?? [];
  const storeKey = settings.data?.storeKey ?? null;
  if (settings.isLoadingError)
    return quiet ? null : (
      <ErrorNote
        title={t('The addresses could not be loaded')}
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    );
  if (!settings.data) return quiet ? null : <Skeleton className="h-24" />;
  if (endpoints.length === 0 && callbacks.length === 0) {
    return quiet ? null : (
      <EmptyState
        icon={<Webhook />}
        title={t('No endpoints')}
        description={t('This plugin has no endpoints.')}
      />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {endpoints.map((endpoint) => (
        <CopyField
          key={`${endpoint.method} ${endpoint.path}`}
          label={`${endpoint.method} ${endpoint.path}`}
          hint={askText(endpoint.ask, t)}
          value={wholeAddress(endpoint.path, location.origin)}
        />
      ))}
      {callbacks.map((url, index) => (
        <CopyField
          key={url}
          label={
            callbacks.length > 1
              ? t('Callback URL {number}', { number: index + 1 })
              : t('Callback URL')
          }
          hint={t(
            'Enter this URL in the other system. Anyone who knows it can use it, so keep it secret.',
          )}
          value={wholeAddress(url, location.origin)}
        />
      ))}
      {storeKey && callbacks.length > 0 && (
        <CopyField
          label={t('Store key')}
          hint={t('The part of the callback URL that identifies you.')}
          value={storeKey}
        />
      )}
      {callbacks.length > 0 && !storeKey && whose.customerId === undefined && (
        <p className="text-[13px] text-muted-foreground">
          {t('Save the settings to see the complete URLs.')}
        </p>
      )}
    </div>
  );
}
