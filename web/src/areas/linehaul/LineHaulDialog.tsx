// A line haul's plan in a dialog: lane, times, who carries it, what fits.
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@waybill/plugin';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions } from '../../api/session.ts';
import { AreaField, NumberField, SelectField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { CustomerPicker } from '../../kit/pickers/CustomerPicker.tsx';
import type { CarrierAccountRow } from '../../lib/carrier-accounts.ts';
import { useT } from '../../lib/i18n.ts';
import { useCarriage } from './carriage.ts';
import { MEMBERS, problemsOf, rulesOf, toDraft, toRequest, type Draft } from './draft.ts';
import { portName, type LineHaul, type Port } from './model.ts';
import { lineHaulQuery, lineHaulsKey, portsQuery, saveLineHaul } from './queries.ts';
import { rememberedPort } from './scan/device.ts';

const CODE = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;

function PortField({
  name,
  label,
  ports,
  isFixed,
}: {
  name: string;
  label: string;
  ports: readonly Port[];
  isFixed: boolean;
}) {
  const t = useT();
  return (
    <SelectField name={name} label={label} disabled={isFixed}>
      <option value="">{t('Choose a head port')}</option>
      {ports.map((port) => (
        <option key={port.code} value={port.code}>
          {`${port.code} · ${portName(port)}`}
        </option>
      ))}
    </SelectField>
  );
}

/** Account, service and customer of the carrier's booking; fixed once it is made. */
function CarrierFields({
  lineHaul,
  accounts,
}: {
  lineHaul: LineHaul | null;
  accounts: readonly CarrierAccountRow[];
}) {
  const t = useT();
  const { has } = usePermissions();
  const { control, setValue } = useFormContext<Draft>();
  const [carrier, customer] = useWatch({ control, name: ['carrier', 'customer'] });
  const isBooked = lineHaul !== null && lineHaul.carrierbookingid !== null;
  const label = t('Customer of the booking');
  return (
    <>
      <SelectField
        name="carrier"
        label={t('Carrier account')}
        optional
        disabled={isBooked}
        hint={isBooked ? t('Booked with the carrier. Cancel the booking to change it.') : undefined}
        className="sm:col-span-2"
      >
        <option value="">{t('Not set')}</option>
        {accounts
          .filter(({ id, isActive }) => isActive || String(id) === carrier)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      {carrier !== '' && (
        <>
          <TextField
            name="service"
            label={t('Service')}
            hint={t('The cheapest if empty.')}
            disabled={isBooked}
            optional
            {...CODE}
          />
          {has('Pages.Customer') && (
            <div className="grid content-start gap-1">
              <span className="text-[13px] font-medium">{label}</span>
              <CustomerPicker
                name="customer"
                aria-label={label}
                value={customer ? Number(customer) : null}
                disabled={isBooked}
                onChange={(chosen) =>
                  setValue('customer', chosen ? String(chosen.id) : '', { shouldDirty: true })
                }
              />
              <span className="text-xs text-muted-foreground">
                {t("The customer of the account's last line haul if empty.")}
              </span>
            </div>
          )}
        </>
      )}
    </>
  );
}

function Carriage({ lineHaul }: { lineHaul: LineHaul | null }) {
  const t = useT();
  const { seesDrivers, seesCarriers, drivers, vehicles, accounts } = useCarriage();
  const { control } = useFormContext<Draft>();
  const way = useWatch({ control, name: 'carriedBy' });
  if (!seesDrivers && !seesCarriers) return null;
  return (
    <>
      {seesDrivers && seesCarriers && (
        <SelectField name="carriedBy" label={t('Carried by')} className="sm:col-span-2">
          <option value="own">{t('Own vehicle and driver')}</option>
          <option value="carrier">{t('A carrier')}</option>
        </SelectField>
      )}
      {way === 'carrier' || !seesDrivers ? (
        <CarrierFields lineHaul={lineHaul} accounts={accounts} />
      ) : (
        <>
          <SelectField name="vehicle" label={t('Vehicle')} optional>
            <option value="">{t('Not set')}</option>
            {vehicles.map(({ id, name, registrationnumber }) => (
              <option key={id} value={id}>
                {[name, registrationnumber].filter(Boolean).join(' · ')}
              </option>
            ))}
          </SelectField>
          <SelectField name="driver" label={t('Driver')} optional>
            <option value="">{t('Not set')}</option>
            {drivers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </>
  );
}

export function LineHaulDialog({
  lineHaul,
  onClose,
}: {
  lineHaul: LineHaul | null;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const ports = useQuery(portsQuery).data ?? [];
  const form = useRecordForm<LineHaul | null, Draft, LineHaul>({
    record: lineHaul,
    values: (record) => toDraft(record, format, rememberedPort() ?? undefined),
    rules: rulesOf(t),
    check: (values) => problemsOf(values, t),
    members: MEMBERS,
    save: (values, record) => saveLineHaul(toRequest(values, record, format)),
    stale: [lineHaulsKey],
    notice: ({ linehaulcode }) =>
      lineHaul
        ? t('{name} saved', { name: linehaulcode })
        : t('{name} added', { name: linehaulcode }),
    ...(lineHaul
      ? {
          newest: () => queryClient.fetchQuery({ ...lineHaulQuery(lineHaul.id), staleTime: 0 }),
        }
      : {}),
    saved: async ({ id }) => {
      onClose();
      if (!lineHaul) await navigate({ to: '/jobs/line-haul/$id', params: { id: String(id) } });
    },
  });
  const hasJobs = (lineHaul?.numberofjobs ?? 0) > 0;
  return (
    <FormDialog
      of={form}
      title={lineHaul ? t('Edit {name}', { name: lineHaul.linehaulcode }) : t('New line haul')}
      action={lineHaul ? t('Save') : t('Add')}
      size="lg"
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <PortField name="start" label={t('From')} ports={ports} isFixed={hasJobs} />
        <PortField name="destination" label={t('To')} ports={ports} isFixed={hasJobs} />
        <TextField
          name="departs"
          type="datetime-local"
          label={t('Departs')}
          hint={format.timezone}
          optional
        />
        <TextField name="arrives" type="datetime-local" label={t('Arrives')} optional />
        <Carriage lineHaul={lineHaul} />
        <div className="grid gap-3 sm:col-span-2 sm:grid-cols-3">
          <NumberField
            name="weight"
            label={t('Payload')}
            unit="kg"
            hint={t("The vehicle's if empty.")}
            optional
          />
          <NumberField name="palletspaces" label={t('Pallet spaces')} optional />
          <NumberField name="volume" label={t('Volume')} unit="m³" optional />
        </div>
        <TextField name="manifestno" label={t('Manifest')} optional {...CODE} />
        <TextField name="connoteno" label={t('Connote')} optional {...CODE} />
        <AreaField name="note" label={t('Note')} rows={2} optional className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
