// The organisation's logo.
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { LogoCard } from '../../../kit/LogoCard.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';
import { settingsQuery, takeSettings } from './queries.ts';

/** The logo's call changes the settings' version. */
async function renew(): Promise<void> {
  takeSettings(await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }));
}

export function Logo({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const { name } = useTenant();
  return (
    <LogoCard
      description={t(
        'Shown in the sidebar, on the sign-in page and on documents. PNG, JPEG or GIF, up to 1 MB.',
      )}
      shown={`/api/core/tenant/getlogo?id=${encodeURIComponent(settings.ui.logoId ?? 'none')}`}
      alt={t('The logo of {name}', { name })}
      grounds={['light', 'sidebar']}
      stored={Boolean(settings.ui.logoId)}
      save={async (file) => {
        const form = new FormData();
        form.append('file', file);
        await api.upload('/api/core/tenantsettings/uploadlogo', form);
        await renew();
      }}
      remove={async () => {
        await api.del('/api/core/tenantsettings/removelogo');
        await renew();
      }}
      afterwards={t('The name is shown instead.')}
    />
  );
}
