// Number and date format fields of a template.
import { useT } from '../../lib/i18n.ts';
import { SelectField } from '../form-fields.tsx';

export function HowWritten() {
  const t = useT();
  return (
    <>
      <SelectField name="decimalSign" optional={false} label={t('Before decimals')}>
        <option value="Either">{t('Point or comma')}</option>
        <option value="Point">{t('Point: 1,234.50')}</option>
        <option value="Comma">{t('Comma: 1.234,50')}</option>
      </SelectField>
      <SelectField name="dayOrder" optional={false} label={t('Dates begin with')}>
        <option value="DayFirst">{t('The day: 31/01/2026')}</option>
        <option value="MonthFirst">{t('The month: 01/31/2026')}</option>
      </SelectField>
    </>
  );
}
