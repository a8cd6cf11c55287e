// /settings/plugins: the organisation's plugins.
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Puzzle, TriangleAlert } from 'lucide-react';
import {
  cn,
  Badge,
  Button,
  buttonClass,
  Card,
  EmptyState,
  ErrorNote,
  Skeleton,
} from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { target } from '../../lib/href.ts';
import { useT } from '../../lib/i18n.ts';
import type { SectionProps } from '../../shell/settings.ts';
import { SectionHeading } from '../../shell/SectionHeading.tsx';
import { DisableDialog } from './DisableDialog.tsx';
import { EnableDialog } from './EnableDialog.tsx';
import { inOrder, kindText, PLUGIN_STATES, pluginState, reviewText, type Plugin } from './model.ts';
import { pluginAddress, PluginPage } from './page/PluginPage.tsx';
import { PERMISSIONS, pluginsQuery } from './queries.ts';

function PluginCard({
  plugin,
  onEnable,
  onDisable,
}: {
  plugin: Plugin;
  onEnable: () => void;
  onDisable: () => void;
}) {
  const t = useT();
  const id = useId();
  const { has } = usePermissions();
  const state = pluginState(plugin);
  const { name, version } = plugin;
  return (
    <Card aria-labelledby={id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 id={id} className="min-w-0 text-sm font-semibold break-words">
              <Link
                {...target(pluginAddress(plugin.id))}
                className={cn(
                  'rounded underline-offset-2 hover:underline focus-visible:outline-2',
                  'focus-visible:outline-ring',
                )}
              >
                {name}
              </Link>
            </h2>
            <Badge tone={PLUGIN_STATES[state].tone} dot>
              {t(PLUGIN_STATES[state].text)}
            </Badge>
          </div>
          <p className="mt-0.5 text-xs text-muted-foreground">
            {plugin.isBundled
              ? t('{kind}, version {version}, built in', {
                  kind: kindText(plugin.kind, t),
                  version,
                })
              : t('{kind}, version {version}', { kind: kindText(plugin.kind, t), version })}
          </p>
          {plugin.description && (
            <p className="mt-1.5 text-[13px] break-words">{plugin.description}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Link
            {...target(pluginAddress(plugin.id))}
            aria-label={t('Details of {name}', { name })}
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            {t('Details')}
          </Link>
          {has(PERMISSIONS.enable) && state !== 'disabled' && (
            <Button
              variant="outline"
              size="sm"
              aria-label={t('Disable {name}', { name })}
              onClick={onDisable}
            >
              {t('Disable')}
            </Button>
          )}
          {has(PERMISSIONS.enable) && state === 'disabled' && (
            <Button size="sm" aria-label={t('Enable {name}', { name })} onClick={onEnable}>
              {t('Enable')}
            </Button>
          )}
        </div>
      </div>
      {state === 'review' && (
        <div
          className={cn(
            'mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg',
            'bg-warning-soft px-3 py-2.5 text-[13px] text-warning-text',
          )}
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 basis-48">{reviewText(plugin, t)}</span>
          {has(PERMISSIONS.enable) && (
            <Button size="sm" onClick={onEnable}>
              {t('Review and approve')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

export default function Plugins({ rest: [id, tab = ''] }: SectionProps) {
  return id === undefined ? <PluginList /> : <PluginPage id={id} tab={tab} />;
}

function PluginList() {
  const t = useT();
  const plugins = useQuery(pluginsQuery);
  const { isPlatformAdmin } = useSession();
  const { has } = usePermissions();
  const [pendingSwitch, setAsked] = useState<{ deed: 'enable' | 'disable'; id: string } | null>(
    null,
  );
  // Shows the latest permissions.
  const chosen = plugins.data?.find(({ id }) => id === pendingSwitch?.id);
  return (
    <>
      <SectionHeading
        title={t('Plugins')}
        description={t(
          'Plugins add carriers, pricing and panels. Each works for your organisation only once it is enabled.',
        )}
      />
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-3">
        {plugins.isLoadingError ? (
          <ErrorNote
            title={t('The plugins could not be loaded')}
            error={plugins.error}
            onRetry={() => void plugins.refetch()}
          />
        ) : !plugins.data ? (
          [0, 1, 2].map((row) => <Skeleton key={row} className="h-24" />)
        ) : plugins.data.length === 0 ? (
          <EmptyState
            icon={<Puzzle />}
            title={t('No plugins are installed')}
            description={
              isPlatformAdmin
                ? t('Upload and activate a package, then enable it here.')
                : t(
                    'Ask the platform operator to install the plugins you need. You can then enable them here.',
                  )
            }
            action={
              isPlatformAdmin && has(PERMISSIONS.install) ? (
                <Link {...target('/platform/plugins')} className={buttonClass()}>
                  {t('Go to packages')}
                </Link>
              ) : undefined
            }
          />
        ) : (
          inOrder(plugins.data).map((plugin) => (
            <PluginCard
              key={plugin.id}
              plugin={plugin}
              onEnable={() => setAsked({ deed: 'enable', id: plugin.id })}
              onDisable={() => setAsked({ deed: 'disable', id: plugin.id })}
            />
          ))
        )}
      </div>
      {chosen && pendingSwitch?.deed === 'enable' && (
        <EnableDialog plugin={chosen} onClose={() => setAsked(null)} />
      )}
      {chosen && (
        <DisableDialog
          plugin={chosen}
          open={pendingSwitch?.deed === 'disable'}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
