// The versions of a plugin of the platform: what is tried out on a share of the calls, and which tenants stay at which.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, CardHeader, ConfirmDialog, ErrorNote, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { explained, type PackageGroup } from '../model.ts';
import { renew } from '../queries.ts';
import { liftPin, pinsQuery, type Pin } from '../version-queries.ts';
import { Trial } from './Trial.tsx';

export function Versions({ group }: { group: PackageGroup }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Trial group={group} />
      <Pins plugin={group.plugin} name={group.name} />
    </div>
  );
}

function Pins({ plugin, name }: { plugin: string; name: string }) {
  const t = useT();
  const format = useFormat();
  const pins = useQuery(pinsQuery(plugin));
  const [lifted, setLifted] = useState<Pin | null>(null);
  return (
    <Card>
      <CardHeader title={t('Tenants that stay at a version')} description={t('They do not follow what is made active, until they choose to or you lift it.')} />
      {pins.isError ? (
        <ErrorNote title={t('The tenants could not be loaded')} error={pins.error} onRetry={() => void pins.refetch()} />
      ) : !pins.data ? (
        <Skeleton className="h-16" />
      ) : pins.data.length === 0 ? (
        <p className="text-[13px] text-muted-foreground">{t('All tenants follow the active version.')}</p>
      ) : (
        <Table label={t('Tenants that stay at a version')}>
          <THead>
            <tr>
              <Th>{t('Tenant')}</Th>
              <Th>{t('Version')}</Th>
              <Th className="max-md:hidden">{t('Since')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {pins.data.map((pin) => (
              <Tr key={pin.tenantId}>
                <Td className="max-w-48 break-words">{pin.tenantName}</Td>
                <Td>{pin.version}</Td>
                <Td className="max-w-48 max-md:hidden">
                  <span className="block whitespace-nowrap tabular-nums">{format.dateTime(pin.since)}</span>
                  <span className="block truncate text-xs text-muted-foreground" title={pin.by}>
                    {pin.by}
                  </span>
                </Td>
                <Td className="w-px">
                  <span className="flex justify-end">
                    <Button variant="outline" size="sm" aria-label={t('Have {tenant} follow…', { tenant: pin.tenantName })} onClick={() => setLifted(pin)}>
                      {t('Have it follow…')}
                    </Button>
                  </span>
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
      {lifted && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setLifted(null)}
          title={t('Have {tenant} follow the active version?', { tenant: lifted.tenantName })}
          description={t('It chose to stay at {version} of {name}. From its next call on it gets the active version.', { version: lifted.version, name })}
          confirmLabel={t('Have it follow')}
          destructive
          onConfirm={async () => {
            await explained(liftPin(plugin, lifted.tenantId));
            toast({ title: t('{tenant} follows the active version', { tenant: lifted.tenantName }) });
            await renew();
          }}
        />
      )}
    </Card>
  );
}
