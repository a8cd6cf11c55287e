// Overview tab of a plugin.
import { TriangleAlert } from 'lucide-react';
import { cn, Button, Card, CardHeader, DefinitionList } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { AskList } from '../AskList.tsx';
import { kindText, newAsks, pluginState, reviewText, wantedOf, type Plugin } from '../model.ts';
import { PERMISSIONS } from '../queries.ts';
import { VersionCard } from './VersionCard.tsx';

function Agreement({ plugin }: { plugin: Plugin }) {
  const t = useT();
  if (plugin.isBundled)
    return (
      <p className="text-[13px] text-muted-foreground">
        {t('This plugin is built in and needs no approval.')}
      </p>
    );
  const state = pluginState(plugin);
  const requestedPackage = wantedOf(plugin);
  const texts = {
    enabled: t('Your organisation has approved all of these.'),
    review: t('Highlighted permissions have not been approved yet.'),
    disabled: t('Approved when the plugin is enabled.'),
  };
  return (
    <div className="grid gap-3">
      {requestedPackage.asks.length > 0 && (
        <p className="text-[13px] text-muted-foreground">{texts[state]}</p>
      )}
      <AskList
        asks={requestedPackage.asks}
        marked={
          state === 'review' && newAsks(requestedPackage).size === 0
            ? new Set(requestedPackage.missingConsents)
            : newAsks(requestedPackage)
        }
      />
    </div>
  );
}

export function Overview({
  plugin,
  onEnable,
  onDisable,
}: {
  plugin: Plugin;
  onEnable: () => void;
  onDisable: () => void;
}) {
  const t = useT();
  const { has } = usePermissions();
  const state = pluginState(plugin);
  const stateTexts = {
    enabled: t('Active for your organisation.'),
    review: reviewText(plugin, t),
    disabled: t('The plugin is inactive until someone enables it.'),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {state === 'review' && (
        <div
          role="status"
          className={cn(
            'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warning-soft',
            'px-3 py-2.5 text-[13px] text-warning-text',
          )}
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 basis-48">{stateTexts.review}</span>
          {has(PERMISSIONS.enable) && (
            <Button size="sm" onClick={onEnable}>
              {t('Review and approve')}
            </Button>
          )}
        </div>
      )}
      <Card>
        <CardHeader
          title={t('About')}
          description={state === 'review' ? undefined : stateTexts[state]}
          actions={
            has(PERMISSIONS.enable) &&
            (state === 'disabled' ? (
              <Button size="sm" onClick={onEnable}>
                {t('Enable')}
              </Button>
            ) : (
              <Button variant="outline" size="sm" onClick={onDisable}>
                {t('Disable')}
              </Button>
            ))
          }
        />
        {plugin.description && <p className="mb-4 text-sm break-words">{plugin.description}</p>}
        <DefinitionList
          items={[
            { label: t('Kind'), value: kindText(plugin.kind, t) },
            { label: t('Version'), value: plugin.version },
            {
              label: t('Identifier'),
              value: <span className="font-mono text-[13px]">{plugin.id}</span>,
            },
            { label: t('Origin'), value: plugin.isBundled ? t('Built in') : t('Platform package') },
          ]}
        />
      </Card>
      {!plugin.isBundled && <VersionCard plugin={plugin} />}
      <Card>
        <CardHeader title={t('Permissions')} />
        <Agreement plugin={plugin} />
      </Card>
    </div>
  );
}
