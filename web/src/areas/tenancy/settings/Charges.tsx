// Settings: the tax on prices, and what insuring goods costs.
import { Card, CardHeader, useFormat } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { readNumber } from './draft.ts';
import { NumberField } from './fields.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const KINDS = ['standard', 'premium', 'ati'] as const;
const NUMBERS = {
  'tax.gst': 'needed',
  ...Object.fromEntries(KINDS.flatMap((kind) => [[`insurance.${kind}.minimum`, 'needed'], [`insurance.${kind}.multiplier`, 'needed']])),
  'insurance.ati.minimumValueLimit': 'needed',
} as Record<string, 'needed'>;

const EXAMPLE_VALUE = 10_000;

/** What insuring goods of an example's value costs by what is typed. */
function Example({ kind }: { kind: (typeof KINDS)[number] }) {
  const t = useT();
  const format = useFormat();
  const [minimum, multiplier] = (useWatch({ name: [`insurance.${kind}.minimum`, `insurance.${kind}.multiplier`] }) as string[]).map((text) => readNumber(String(text)) ?? 0) as [number, number];
  return (
    <p role="status" className="text-[13px] text-muted-foreground sm:col-span-2">
      {t('Insuring goods worth {value} costs {price}.', { value: format.money(EXAMPLE_VALUE), price: format.money(Math.max(minimum, EXAMPLE_VALUE * multiplier)) })}
    </p>
  );
}

function Insurance({ kind, title, description }: { kind: (typeof KINDS)[number]; title: string; description: string }) {
  const t = useT();
  const { currency } = useFormat();
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField name={`insurance.${kind}.multiplier`} label={t('Multiplier')} hint={t('{example} is 1.5 percent of the value.', { example: '0.015' })} />
        <NumberField name={`insurance.${kind}.minimum`} label={t('At least')} unit={currency} />
        {kind === 'ati' && <NumberField name="insurance.ati.minimumValueLimit" label={t('For goods worth at least')} unit={currency} />}
        <Example kind={kind} />
      </div>
    </Card>
  );
}

export default function Charges() {
  const t = useT();
  return (
    <SettingsPage title={t('Tax and insurance')} description={t('Added to prices when goods are quoted and booked.')}>
      {(settings) => (
        <SettingsForm settings={settings} groups={['tax', 'insurance']} numbers={NUMBERS}>
          <Card>
            <CardHeader title={t('Tax')} />
            <NumberField name="tax.gst" label={t('GST')} unit="%" hint={t('Holds for prices made from now on.')} />
          </Card>
          <Insurance kind="standard" title={t('Standard insurance')} description={t('The value of the goods times the multiplier.')} />
          <Insurance kind="premium" title={t('Premium insurance')} description={t('The value of the goods times the multiplier.')} />
          <Insurance kind="ati" title={t('All transit insurance (ATI)')} description={t('Offered for goods of some value.')} />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
