// Tests of unit codes whose units load after the form is shown.
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Reply } from '../../../../test/loopback.ts';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { UnitCodes } from './SeriesFields.tsx';

const sent: unknown[] = [];

function Screen() {
  const form = useRecordForm({
    record: null,
    values: () => ({
      numbering: { series: [], unitCodes: [{ organizationUnitId: '4', code: 'SYD' }] },
    }),
    save: (values) => Promise.resolve(sent.push(values.numbering.unitCodes)),
  });
  return (
    <FormPage of={form} ready>
      <UnitCodes />
    </FormPage>
  );
}

test('a unit stays chosen when its name arrives', async () => {
  let arrive: (reply: Reply) => void = () => undefined;
  const units = new Promise<Reply>((resolve) => (arrive = resolve));
  const server = await stage(['Pages.Administration.OrganizationUnits'], ({ path }) =>
    path.endsWith('/getorganizationunits') ? units : refusal(404, 'There is no such call.'),
  );
  const user = await show(<Screen />);
  const unit = await screen.findByRole('combobox', { name: 'Unit' });
  expect(unit).toHaveDisplayValue('Unit 4');
  await act(async () =>
    arrive(
      result({
        items: [
          { id: 3, displayName: 'Melbourne' },
          { id: 4, displayName: 'Sydney' },
        ],
      }),
    ),
  );
  expect(await screen.findByRole('option', { name: 'Sydney' })).toBeInTheDocument();
  expect(unit).toHaveDisplayValue('Sydney');
  await user.click(unit);
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toEqual([[{ organizationUnitId: '4', code: 'SYD' }]]);
  await server.close();
});
