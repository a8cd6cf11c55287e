// /settings/markups: markups by level.
import { useState } from 'react';
import { Field, Select } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { SectionHeading } from '../../shell/SectionHeading.tsx';
import { MarkupGrid } from './MarkupGrid.tsx';
import type { Level } from './markup-grid.ts';

export default function Markups() {
  const t = useT();
  const [level, setLevel] = useState<Level>(0);
  const levels: [Level, string][] = [
    [0, t('Carrier accounts')],
    [1, t('Carriers')],
    [2, t('Account customers')],
    [3, t('Pay-as-you-go customers')],
    [5, t('Prepaid customers')],
    [4, t('Guests')],
  ];
  return (
    <>
      <SectionHeading
        title={t('Markups')}
        description={t(
          'Markups on carrier costs. The first that is set applies: the ' +
            'customer’s own, then the customer type, the carrier account, the carrier.',
        )}
      />
      <Field label={t('Applies to')} className="mb-3 max-w-64">
        <Select value={level} onChange={(event) => setLevel(Number(event.target.value) as Level)}>
          {levels.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {/* Edits belong to a level. */}
      <MarkupGrid key={level} level={level} />
    </>
  );
}
