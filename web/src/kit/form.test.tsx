// Tests of edits made while a record form is being saved.
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { ApiError } from '@waybill/plugin';
import { result, show, stage } from '../../test/stage.tsx';
import { TextField } from './form-fields.tsx';
import { useRecordForm } from './form.ts';
import { FormPage } from './FormPage.tsx';

interface Depot {
  name: string;
  rowVersion: number;
}

const saves: {
  sent: string;
  onto: Depot;
  answer: () => void;
  refuse: (error: unknown) => void;
}[] = [];

function Screen({ saved, newest }: { saved?: () => void; newest?: () => Promise<Depot> }) {
  const [depot, setDepot] = useState<Depot>({ name: 'River', rowVersion: 1 });
  const form = useRecordForm({
    record: depot,
    values: ({ name }) => ({ name }),
    save: ({ name }, onto) =>
      new Promise<void>((resolve, reject) =>
        saves.push({
          sent: name,
          onto,
          refuse: reject,
          answer: () => {
            setDepot({ name, rowVersion: onto.rowVersion + 1 });
            resolve();
          },
        }),
      ),
    saved,
    ...(newest ? { newest } : {}),
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

it.each([
  { which: 'a form', props: {} },
  { which: 'a form that stays after a save of its own', props: { saved: () => undefined } },
])('keeps what is typed into $which during a save, also the first value', async ({ props }) => {
  server = await stage([], () => result({}));
  const user = await show(<Screen {...props} />);
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

it('keeps what is typed while a save meets the change of another', async () => {
  server = await stage([], () => result({}));
  const newest = () => Promise.resolve({ name: 'Lake', rowVersion: 2 });
  const user = await show(<Screen newest={newest} />);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Hill{Enter}');
  await expect.poll(() => saves).toHaveLength(1);
  await user.type(name, 'top');
  saves[0]?.refuse(new ApiError(409, 'Changed by another.', {}));
  const button = await screen.findByRole('button', { name: 'Save' });
  await expect.poll(() => button).toBeEnabled();
  expect(name).toHaveValue('Hilltop');
  await user.click(button);
  await expect.poll(() => saves).toHaveLength(2);
  expect(saves[1]).toMatchObject({ sent: 'Hilltop', onto: { name: 'Lake', rowVersion: 2 } });
});
