// The organisation's public data.
import { Card, DefinitionList } from '@waybill/plugin';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';

export default function Organisation() {
  const t = useT();
  const { name, billing, currency, timezone } = useTenant();
  return (
    <>
      <SectionHeading title={t('About the organisation')} />
      <Card className="max-w-3xl">
        <DefinitionList
          items={[
            { label: t('Name'), value: name },
            { label: t('Legal name'), value: billing.legalName || '–' },
            { label: t('Tax number'), value: billing.taxVatNo || '–' },
            {
              label: t('Address'),
              value: <span className="whitespace-pre-line">{billing.address || '–'}</span>,
            },
            { label: t('Currency'), value: currency },
            { label: t('Time zone'), value: timezone },
          ]}
        />
      </Card>
    </>
  );
}
