// Price choice for all rows.
import { useQuery } from '@tanstack/react-query';
import { errorMessage, Field, Select } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { Choice } from './choice.ts';
import { offersQuery } from './queries.ts';
import type { BookingBody } from './rows.ts';

export interface ChoiceFieldProps {
  choice: Choice;
  /** A valid row, quoted to list the services. */
  sample: BookingBody | null;
  disabled: boolean;
  onChange: (choice: Choice) => void;
}

const valueOf = (choice: Choice): string =>
  choice.kind === 'fixed' ? `${choice.accountId} ${choice.service}` : choice.kind;

export function ChoiceField({ choice, sample, disabled, onChange }: ChoiceFieldProps) {
  const t = useT();
  const offers = useQuery(offersQuery(sample));
  const known = offers.data ?? [];
  const isKnown =
    choice.kind !== 'fixed' ||
    known.some(
      ({ accountId, service }) => accountId === choice.accountId && service === choice.service,
    );
  const choose = (value: string) => {
    if (value === 'cheapest' || value === 'given') return onChange({ kind: value });
    const offer = known.find(({ accountId, service }) => `${accountId} ${service}` === value);
    if (offer) onChange({ kind: 'fixed', accountId: offer.accountId, service: offer.service });
  };
  const hint = offers.isLoadingError
    ? errorMessage(offers.error)
    : sample === null
      ? t('Services to choose from appear once a row is complete.')
      : undefined;
  return (
    <Field label={t('Carrier and service')} hint={hint}>
      <Select
        value={valueOf(choice)}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="cheapest">{t('Cheapest for each row')}</option>
        <option value="given">{t('As given in each row')}</option>
        {(known.length > 0 || !isKnown) && (
          <optgroup label={t('The same for all rows')}>
            {choice.kind === 'fixed' && !isKnown && (
              <option value={valueOf(choice)}>{choice.service}</option>
            )}
            {known.map(({ accountId, service, text }) => (
              <option key={`${accountId} ${service}`} value={`${accountId} ${service}`}>
                {text}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    </Field>
  );
}
