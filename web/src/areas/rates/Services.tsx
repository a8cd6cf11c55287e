// Rate card tab: services.
import { Truck } from 'lucide-react';
import { RateServiceRequest } from '../../api/resources/rates.gen.ts';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { serviceCalls } from './queries.ts';

export default function Services({ cardId }: { cardId: number }) {
  const t = useT();
  return (
    <RecordTab
      id="rates.services"
      resource={RateServiceRequest}
      calls={serviceCalls(cardId)}
      name={({ code }) => code}
      columns={['code', 'name', 'minUnit', 'isAdditional', 'isActive']}
      overrides={{ minUnit: { id: 'least', sort: undefined } }}
      search={['code', 'name']}
      icon={<Truck />}
      texts={{
        title: t('Services'),
        description: t('Services sold at the rates of this card.'),
        add: t('New service'),
        failed: t('The services could not be loaded'),
        search: t('Search services'),
        filter: t('Filter services'),
        empty: [t('No services yet'), t('Add the services that this card has rates for.')],
        none: t('No matching services'),
        afterwards: t('A service that has rates cannot be deleted; make it inactive instead.'),
      }}
      fields={{
        code: {},
        name: {},
        minUnit: { hint: t('Less than this is charged as this') },
        isAdditional: { hint: t('Only available with another service') },
        isActive: {},
      }}
      rules={{ minUnit: { number: { min: 0 } } }}
    />
  );
}
