// Tests of choices whose options load after the form is shown.
import { useEffect, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { act, screen } from '@testing-library/react';
import { result, show, stage } from '../../test/stage.tsx';
import { SelectField, TextField } from './form-fields.tsx';
import { useRecordForm } from './form.ts';
import { FormPage } from './FormPage.tsx';

interface Trip {
  vehicle: string;
  note: string;
}

const sent: Trip[] = [];
const options = { load: () => {} };

function Screen() {
  const [vehicles, setVehicles] = useState<string[]>([]);
  useEffect(() => {
    options.load = () => setVehicles(['Truck', 'Van']);
  }, []);
  const form = useRecordForm({
    record: null,
    values: (): Trip => ({ vehicle: 'Van', note: '' }),
    save: (values) => Promise.resolve(sent.push(values)),
  });
  return (
    <FormPage of={form} ready>
      <SelectField name="vehicle" label="Vehicle">
        <option value="">Not set</option>
        {vehicles.map((vehicle) => (
          <option key={vehicle}>{vehicle}</option>
        ))}
      </SelectField>
      <TextField name="note" label="Note" />
    </FormPage>
  );
}

let server: Awaited<ReturnType<typeof stage>>;
afterEach(async () => {
  sent.length = 0;
  await server.close();
});

it('shows the stored value once its option has loaded', async () => {
  server = await stage([], () => result({}));
  const user = await show(<Screen />);
  const vehicle = await screen.findByRole('combobox', { name: 'Vehicle' });
  act(() => options.load());
  expect(vehicle).toHaveValue('Van');
  await user.selectOptions(vehicle, '');
  await user.tab();
  expect(vehicle).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toEqual([{ vehicle: '', note: '' }]);
});

it('keeps the stored value when one only passes the field before its option has loaded', async () => {
  server = await stage([], () => result({}));
  const user = await show(<Screen />);
  const vehicle = await screen.findByRole('combobox', { name: 'Vehicle' });
  await user.click(vehicle);
  await user.tab();
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Early');
  act(() => options.load());
  expect(vehicle).toHaveValue('Van');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toEqual([{ vehicle: 'Van', note: 'Early' }]);
});
