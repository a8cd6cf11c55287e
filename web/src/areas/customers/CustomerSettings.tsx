// Customer tab: booking defaults and fields.
import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, ErrorNote, Skeleton } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { queryClient } from '../../api/query-client.ts';
import { useSession } from '../../api/session.ts';
import { useTenant } from '../../api/tenant.tsx';
import { FlagField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormPage } from '../../kit/FormPage.tsx';
import { useT } from '../../lib/i18n.ts';
import {
  customerSettingsQuery,
  draftOf,
  saveCustomerSettings,
  type CustomerSettings as Settings,
} from './customer-settings.ts';

export default function CustomerSettings({
  customerId,
  readOnly,
}: {
  customerId: number;
  readOnly: boolean;
}) {
  const t = useT();
  const settings = useQuery(customerSettingsQuery(customerId));
  if (settings.isPending) return <Skeleton className="h-60 max-w-3xl" />;
  if (settings.isLoadingError)
    return (
      <ErrorNote
        title={t('The settings could not be loaded')}
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    );
  return <Form key={customerId} settings={settings.data} readOnly={readOnly} />;
}

function Form({ settings, readOnly }: { settings: Settings; readOnly: boolean }) {
  const t = useT();
  const { isCustomer } = useSession();
  const { name } = useTenant();
  const { queryKey } = customerSettingsQuery(settings.customerId);
  const form = useRecordForm({
    record: settings,
    values: draftOf,
    save: (values, record) => saveCustomerSettings(values, record),
    stale: [queryKey],
    notice: () => t('Settings saved'),
    newest: () =>
      queryClient.fetchQuery({ ...customerSettingsQuery(settings.customerId), staleTime: 0 }),
  });
  return (
    <FormPage of={form} readOnly={readOnly} label={t('Booking settings')} className="max-w-3xl">
      {isCustomer && (
        <p className="text-[13px] text-muted-foreground">{t('Set by {name}.', { name })}</p>
      )}
      <FieldVisibility
        name="costCenterSettings"
        title={t('Cost centre')}
        enable={t('Start new bookings with the default cost centre')}
        require={t('No booking without a cost centre')}
        readOnly={readOnly}
      />
      <FieldVisibility
        name="referenceSettings"
        title={t('Reference')}
        enable={t('Require a reference')}
        require={t('No booking without a reference')}
        readOnly={readOnly}
      />
      <Card>
        <CardHeader title={t('New bookings')} />
        <div className="grid gap-3">
          <FlagField
            name="bookingSettings.atl"
            label={t('Authority to leave')}
            hint={t('Goods may be left without a signature')}
          />
          <FlagField name="bookingSettings.notification" label={t('Notify the receiver')} />
        </div>
      </Card>
    </FormPage>
  );
}

/** A hidden field can't be required. */
function FieldVisibility({
  name,
  title,
  enable,
  require,
  readOnly,
}: {
  name: 'costCenterSettings' | 'referenceSettings';
  title: string;
  enable: string;
  require: string;
  readOnly: boolean;
}) {
  const isOn = useWatch({ name: `${name}.isEnable` }) as boolean;
  return (
    <Card>
      <CardHeader title={title} />
      <div className="grid gap-3">
        <FlagField name={`${name}.isEnable`} label={enable} />
        <FlagField name={`${name}.isRequired`} label={require} disabled={readOnly || !isOn} />
      </div>
    </Card>
  );
}
