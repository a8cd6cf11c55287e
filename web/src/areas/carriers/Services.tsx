// Switches carrier services of an account.
import { useState } from 'react';
import { Layers } from 'lucide-react';
import {
  Badge,
  Card,
  CardHeader,
  EmptyState,
  ErrorNote,
  Switch,
  type CarrierService,
} from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useInTurn } from '../../kit/in-turn.ts';
import { useT } from '../../lib/i18n.ts';
import {
  accountQuery,
  chosenServices,
  PERMISSIONS,
  saveServices,
  type ListedAccount,
} from './queries.ts';
import { isOffered, toggled } from './service-choice.ts';

export function Services({
  account,
  services,
}: {
  account: ListedAccount;
  services: CarrierService[];
}) {
  const t = useT();
  const permissions = usePermissions();
  // Optimistic.
  const [requestedSwitch, setWanted] = useState<{ id: number; on: boolean } | null>(null);
  const save = useInTurn({
    query: accountQuery(account.id),
    save: ({ carrierAccount, carrierServices }, { id, on }: { id: number; on: boolean }) =>
      saveServices(carrierAccount, toggled(carrierServices, id, on)),
    onSettled: () => setWanted(null),
  });
  const mayEdit = permissions.has(PERMISSIONS.edit);
  const chosen = chosenServices(services);
  const offered = services.filter((service) => isOffered(service, chosen)).length;
  const shown = (service: CarrierService) =>
    requestedSwitch?.id === service.id ? requestedSwitch.on : isOffered(service, chosen);
  return (
    <Card>
      <CardHeader
        title={t('Services')}
        description={
          services.length > 0
            ? t('{offered} of {all} services are offered in quotes.', {
                offered,
                all: services.length,
              })
            : undefined
        }
      />
      {save.isError && <ErrorNote className="mb-3" error={save.error} />}
      {services.length === 0 ? (
        <EmptyState
          icon={<Layers />}
          title={t('No services')}
          description={t('This carrier does not list services. All of its prices are offered.')}
        />
      ) : (
        <ul className="divide-y divide-border">
          {services.map((service) => {
            const last = offered === 1 && isOffered(service, chosen);
            return (
              <li key={service.id} className="py-2 first:pt-0 last:pb-0">
                <Switch
                  checked={shown(service)}
                  disabled={!mayEdit || !service.isActive || last}
                  onChange={(event) => {
                    const change = { id: service.id, on: event.target.checked };
                    setWanted(change);
                    save.mutate(change);
                  }}
                  label={
                    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                      <span className="break-words">{service.name}</span>
                      {service.isAdditional && <Badge>{t('Additional')}</Badge>}
                    </span>
                  }
                  hint={
                    last && mayEdit
                      ? `${service.code} · ${t(
                          'At least one service must be offered. To stop using all of them, make the account inactive.',
                        )}`
                      : service.code
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
