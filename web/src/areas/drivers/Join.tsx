// /driver/join: an invited driver's details and vehicle.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass, readNumber } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { useTenant } from '../../api/tenant.tsx';
import { NumberField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormBody } from '../../kit/FormPage.tsx';
import {
  NewPassword,
  NO_PASSWORD,
  passwordProblems,
  usePasswordRules,
} from '../../kit/password/NewPassword.tsx';
import { useT } from '../../lib/i18n.ts';
import { OutsidePage } from '../../shell/OutsidePage.tsx';

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  phonenumber: '',
  stateCode: '',
  vehicle: '',
  registrationNumber: '',
  length: '',
  width: '',
  height: '',
  weight: '',
  gvm: '',
};

/** The token is in the fragment, which browsers don't send to servers. */
const invitationToken = () => new URLSearchParams(location.hash.slice(1)).get('invitation');

const MEMBERS = {
  ...Object.fromEntries(
    ['firstName', 'lastName', 'email', 'phonenumber', 'stateCode', 'password'].map((name) => [
      `selfRegister.${name}`,
      name,
    ]),
  ),
  'selfRegister.vehicle.name': 'vehicle',
  'selfRegister.vehicle.registrationNumber': 'registrationNumber',
  'selfRegister.vehicle.gvm': 'gvm',
  'selfRegister.vehicle.gvm.value': 'gvm',
  ...Object.fromEntries(
    ['length', 'width', 'height', 'weight'].flatMap((name) => [
      [`selfRegister.vehicle.capacity.${name}`, name],
      [`selfRegister.vehicle.capacity.${name}.value`, name],
    ]),
  ),
};

export function Join() {
  const t = useT();
  const tenant = useTenant();
  const [arrived, setArrived] = useState<string | null>(null);
  if (arrived) {
    return (
      <OutsidePage title={t('Details received')}>
        <p role="status" className="text-sm">
          {t(
            'You can sign in as {email} once the address is confirmed and {tenant} has approved ' +
              'you. Check your email for a confirmation link.',
            { email: arrived, tenant: tenant.name },
          )}
        </p>
        <Link
          to="/auth/login"
          search={{ userName: arrived }}
          className={buttonClass({ size: 'lg', className: 'mt-6 w-full' })}
        >
          {t('Go to sign-in')}
        </Link>
      </OutsidePage>
    );
  }
  return (
    <OutsidePage
      title={t('Drive for {tenant}', { tenant: tenant.name })}
      description={t('Enter your details and your vehicle.')}
    >
      <JoinForm onArrived={setArrived} />
    </OutsidePage>
  );
}

function JoinForm({ onArrived }: { onArrived: (email: string) => void }) {
  const t = useT();
  const passwordRules = usePasswordRules();
  const needed = t('A number is required');
  const number = { needed, number: { min: 0, say: needed } };
  const form = useRecordForm({
    record: null,
    values: () => ({ ...EMPTY, ...NO_PASSWORD }),
    rules: () => ({
      firstName: { needed: t('Enter your first name'), max: 64 },
      lastName: { needed: t('Enter your last name'), max: 64 },
      email: { needed: t('Enter the email address'), max: 256 },
      phonenumber: { needed: t('Enter your phone number'), max: 32 },
      stateCode: { needed: t('Enter your state'), max: 8 },
      vehicle: { needed: t('Enter a name'), max: 128 },
      registrationNumber: { needed: t('Enter the registration number'), max: 16 },
      length: number,
      width: number,
      height: number,
      weight: number,
      gvm: number,
    }),
    check: (values) => passwordProblems(t, passwordRules, values),
    members: MEMBERS,
    secrets: ['password'],
    save: async (values) => {
      const quantity = <U extends string>(text: string, unit: U) => ({
        value: readNumber(text) ?? 0,
        unit,
      });
      await api.post('/api/drivers/driver/self-registration', {
        selfRegister: {
          firstName: values.firstName,
          lastName: values.lastName,
          email: values.email.trim(),
          phonenumber: values.phonenumber,
          stateCode: values.stateCode,
          password: values.password,
          invitationToken: invitationToken(),
          vehicle: {
            name: values.vehicle,
            registrationNumber: values.registrationNumber,
            capacity: {
              length: quantity(values.length, 'm'),
              width: quantity(values.width, 'm'),
              height: quantity(values.height, 'm'),
              weight: quantity(values.weight, 'kg'),
            },
            gvm: quantity(values.gvm, 'kg'),
          },
        },
      });
      return values.email.trim();
    },
    saved: onArrived,
  });
  return (
    <FormBody of={form} brief className="gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="firstName" label={t('First name')} autoComplete="given-name" />
        <TextField name="lastName" label={t('Last name')} autoComplete="family-name" />
        <TextField name="phonenumber" type="tel" label={t('Phone number')} autoComplete="tel" />
        <TextField name="stateCode" label={t('State')} autoComplete="address-level1" />
        <TextField
          name="email"
          type="email"
          label={t('Email address')}
          hint={t('Used to sign in.')}
          autoComplete="email"
          className="sm:col-span-2"
        />
      </div>
      <NewPassword label={t('Password')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="vehicle" label={t('Vehicle')} placeholder={t('White van')} />
        <TextField name="registrationNumber" label={t('Registration number')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField name="length" label={t('Length')} unit="m" />
        <NumberField name="width" label={t('Width')} unit="m" />
        <NumberField name="height" label={t('Height')} unit="m" />
        <NumberField name="weight" label={t('Payload')} unit="kg" />
        <NumberField name="gvm" label={t('Gross vehicle mass')} unit="kg" />
      </div>
      <Button type="submit" size="lg" pending={form.saving}>
        {t('Send')}
      </Button>
    </FormBody>
  );
}
