// Settings: tax, price limits and insurance.
import { Card, CardHeader, useFormat, readNumber } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import type { Numbers } from '../../../kit/form-numbers.ts';
import { useT } from '../../../lib/i18n.ts';
import { NumberField, SelectField, WordsField } from '../../../kit/form-fields.tsx';
import { InsuranceTester } from './InsuranceTester.tsx';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

/** The wire value is a fraction. */
const PERCENT = 0.01;
const KINDS = ['standard', 'premium', 'ati'] as const;
const NUMBERS: Numbers = {
  'tax.gst': 'needed',
  'pricing.minimumMargin': 'optional',
  'pricing.roundTo': 'needed',
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [`insurance.${kind}.minimum`, 'needed'],
      [`insurance.${kind}.multiplier`, PERCENT],
      [`insurance.${kind}.excess`, 'needed'],
      [`insurance.${kind}.maximumValue`, 'optional'],
      [`insurance.${kind}.taxPercent`, 'optional'],
    ]),
  ),
  'insurance.ati.minimumValueLimit': 'needed',
};

const EXAMPLE_VALUE = 10_000;

/** Cost under the draft. */
function Example({ kind }: { kind: (typeof KINDS)[number] }) {
  const t = useT();
  const format = useFormat();
  const [minimum, multiplier] = (
    useWatch({ name: [`insurance.${kind}.minimum`, `insurance.${kind}.multiplier`] }) as string[]
  ).map((text) => readNumber(String(text)) ?? 0) as [number, number];
  return (
    <p role="status" className="text-[13px] text-muted-foreground sm:col-span-2">
      {t('Insuring goods worth {value} costs {price}.', {
        value: format.money(EXAMPLE_VALUE),
        price: format.money(Math.max(minimum, EXAMPLE_VALUE * multiplier * PERCENT)),
      })}
    </p>
  );
}

function Insurance({
  kind,
  title,
  description,
}: {
  kind: (typeof KINDS)[number];
  title: string;
  description: string;
}) {
  const t = useT();
  const { currency } = useFormat();
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          name={`insurance.${kind}.multiplier`}
          label={t('Share of the goods value')}
          unit="%"
        />
        <NumberField name={`insurance.${kind}.minimum`} label={t('Minimum')} unit={currency} />
        {kind === 'ati' && (
          <NumberField
            name="insurance.ati.minimumValueLimit"
            label={t('Minimum goods value')}
            unit={currency}
          />
        )}
        <NumberField
          name={`insurance.${kind}.maximumValue`}
          label={t('Maximum goods value')}
          unit={currency}
          optional
          hint={t('Empty for any value.')}
        />
        <NumberField
          name={`insurance.${kind}.excess`}
          label={t('Excess')}
          unit={currency}
          hint={t('The part of every loss that the customer bears.')}
        />
        <NumberField
          name={`insurance.${kind}.taxPercent`}
          label={t('Tax on the insurance')}
          unit="%"
          optional
          hint={t('Empty for the tax above, and none where goods cross the border.')}
        />
        <WordsField
          name={`insurance.${kind}.excludedClasses`}
          label={t('Excluded dangerous goods')}
          optional
          hint={t(
            'Classes or divisions, separated by commas: 3, 5.1. Class 1 includes all its divisions.',
          )}
        />
        <Example kind={kind} />
      </div>
    </Card>
  );
}

function Prices() {
  const t = useT();
  const { currency } = useFormat();
  return (
    <Card>
      <CardHeader
        title={t('Selling prices')}
        description={t('Applies to all customers, on top of markups and promo codes.')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          name="pricing.minimumMargin"
          label={t('Minimum margin')}
          unit="%"
          optional
          hint={t(
            'The share of the price before tax that stays after the carrier’s cost. Empty for none.',
          )}
        />
        <NumberField
          name="pricing.roundTo"
          label={t('Round prices to')}
          unit={currency}
          hint={t('Marked-up prices before tax become a multiple of this. 0 for no rounding.')}
        />
        <SelectField name="pricing.rounding" label={t('Rounding')}>
          <option value="Nearest">{t('To the nearest')}</option>
          <option value="Up">{t('Up')}</option>
          <option value="Down">{t('Down')}</option>
        </SelectField>
      </div>
    </Card>
  );
}

export default function Charges() {
  const t = useT();
  return (
    <SettingsPage
      title={t('Tax and insurance')}
      description={t('Added to prices when quoting and booking.')}
    >
      {(settings) => (
        <>
          <SettingsForm
            settings={settings}
            groups={['tax', 'pricing', 'insurance']}
            numbers={NUMBERS}
          >
            <Card>
              <CardHeader title={t('Tax')} />
              <NumberField
                name="tax.gst"
                label={t('GST')}
                unit="%"
                hint={t('Applies to new prices.')}
              />
            </Card>
            <Prices />
            <Insurance
              kind="standard"
              title={t('Standard insurance')}
              description={t('Charged as a share of the goods value.')}
            />
            <Insurance
              kind="premium"
              title={t('Premium insurance')}
              description={t('Charged as a share of the goods value.')}
            />
            <Insurance
              kind="ati"
              title={t('All transit insurance (ATI)')}
              description={t('Offered above a minimum goods value.')}
            />
          </SettingsForm>
          <InsuranceTester version={settings.rowVersion} />
        </>
      )}
    </SettingsPage>
  );
}
