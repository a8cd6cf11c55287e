// Tests of edits made while a record form is being saved.
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { result, show, stage } from '../../test/stage.tsx';
import { TextField } from './form-fields.tsx';
import { useRecordForm } from './form.ts';
import { FormPage } from './FormPage.tsx';

interface Depot {
  name: string;
  rowVersion: number;
}

const saves: { sent: string; onto: Depot; answer: () => void }[] = [];

function Screen() {
  const [depot, setDepot] = useState<Depot>({ name: 'River', rowVersion: 1 });
  const form = useRecordForm({
    record: depot,
    values: ({ name }) => ({ name }),
    save: ({ name }, onto) =>
      new Promise<void>((resolve) =>
        saves.push({
          sent: name,
          onto,
          answer: () => {
            setDepot({ name, rowVersion: onto.rowVersion + 1 });
            resolve();
          },
        }),
      ),
  });
  return (
    <FormPage of={form}>
      <TextField name="name" label="Name" />
    </FormPage>
  );
}

let server: Awaited<ReturnType<typeof stage>>;
afterEach(async () => {
  saves.length = 0;
  await server.close();
});

it('keeps what is typed during a save and saves it onto the new version, also back to the first value', async () => {
  server = await stage([], () => result({}));
  const user = await show(<Screen />);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Hill{Enter}');
  await expect.poll(() => saves).toHaveLength(1);
  await user.clear(name);
  await user.type(name, 'River');
  saves[0]?.answer();
  const button = await screen.findByRole('button', { name: 'Save' });
  await expect.poll(() => button).toBeEnabled();
  expect(name).toHaveValue('River');
  await user.click(button);
  await expect.poll(() => saves).toHaveLength(2);
  expect(saves[1]).toMatchObject({ sent: 'River', onto: { name: 'Hill', rowVersion: 2 } });
});
