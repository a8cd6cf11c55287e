// Rate card tab: details and terms.
import { Card, CardHeader } from '@waybill/plugin';
import { FlagField, NumberField, SelectField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormPage } from '../../kit/FormPage.tsx';
import { useT } from '../../lib/i18n.ts';
import { cardProblems, cardRules, draftOf, toSent } from './card-draft.ts';
import { CardFields } from './CardFields.tsx';
import { choices, cardName, itemsPriced, roundingModes, type RateCard } from './model.ts';
import { cardsKey, fetchCard, saveCard } from './queries.ts';
import { FuelLevies, Holidays, Levies } from './TermRows.tsx';

export default function Details({ card, readOnly }: { card: RateCard; readOnly: boolean }) {
  const t = useT();
  const form = useRecordForm({
    record: card,
    values: draftOf,
    rules: (values) => cardRules(values, t),
    check: (values) => cardProblems(values, t),
    units: ['terms.fuelLevies', 'terms.levies', 'terms.holidays'],
    save: (values, record) => saveCard(toSent(values, record)),
    stale: [cardsKey],
    notice: (saved) => t('{name} saved', { name: cardName(saved) }),
    newest: () => fetchCard(card.id),
    draft: `rate-card/${card.id}`,
  });
  return (
    <FormPage of={form} readOnly={readOnly} label={t('Rate card')} className="max-w-4xl">
      <Card>
        <CardHeader title={t('Rate card')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <CardFields readOnly={readOnly} isOwnForm={card.isOwnForm} />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('Terms')} description={t('They apply to all rates of this card.')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberField
            name="terms.cubicAllowance"
            label={t('Cubic allowance')}
            unit="kg/m³"
            hint={t('Kilograms per cubic metre')}
          />
          <SelectField name="terms.itemsPriced" label={t('Items are priced')} optional={false}>
            {choices(itemsPriced).map(([value, text]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </SelectField>
          <NumberField
            name="terms.rounding.step"
            label={t('Freight is rounded to')}
            unit={card.currency}
            hint={t("Leave empty for the currency's smallest unit")}
          />
          <SelectField name="terms.rounding.mode" label={t('Rounding')} optional={false}>
            {choices(roundingModes).map(([value, text]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </SelectField>
          <NumberField
            name="terms.waiting.freeMinutes"
            label={t('Waiting is free for')}
            unit={t('minutes')}
            integer
          />
          <div className="grid grid-cols-2 gap-3">
            <NumberField
              name="terms.waiting.pricePerStep"
              label={t('Price per interval')}
              unit={card.currency}
            />
            <NumberField
              name="terms.waiting.stepMinutes"
              label={t('Interval')}
              unit={t('minutes')}
              integer
              hint={t('Charged per started interval')}
            />
          </div>
          <FlagField
            name="terms.zonesByPostcodeAlone"
            label={t('Zones by postcode only')}
            hint={t('Suburbs are ignored')}
          />
          <FlagField
            name="terms.fallsBackToWiderZones"
            label={t('Fall back to wider zones')}
            hint={t("If an address's own zone has no rate")}
          />
          <FlagField
            name="terms.leviesCompound"
            label={t('Levies compound')}
            hint={t('A percentage is also charged on the levies before it')}
          />
        </div>
      </Card>
      <FuelLevies readOnly={readOnly} />
      <Levies readOnly={readOnly} />
      <Holidays readOnly={readOnly} />
    </FormPage>
  );
}
