// Tests of focus and errors in settings rows.
import { expect, test } from 'vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Input } from '@waybill/plugin';
import {
  FormProvider,
  useFieldArray,
  useForm,
  useFormContext,
  useWatch,
  type FieldErrors,
} from '@waybill/plugin/forms';
import { RowField, RowsCard } from './RowsCard.tsx';

interface Zones {
  zones: { code: string }[];
}

function ZoneRows() {
  const { register } = useFormContext<Zones>();
  const { fields, append, move, remove } = useFieldArray<Zones, 'zones', 'key'>({
    name: 'zones',
    keyName: 'key',
  });
  const typed = useWatch<Zones, 'zones'>({ name: 'zones' });
  return (
    <RowsCard
      name="zones"
      title="Zones"
      keys={fields.map(({ key }) => key)}
      columns={[
        {
          header: 'Code',
          cell: (at) => (
            <RowField name={`zones.${at}.code`} label="Code">
              <Input {...register(`zones.${at}.code`)} />
            </RowField>
          ),
        },
        { header: 'Letters', numeric: true, cell: (at) => typed[at]?.code.length },
      ]}
      nameOf={(at) => typed[at]?.code || 'row'}
      onRemove={remove}
      onMove={move}
      add={{
        text: 'Add zone',
        disabled: fields.length >= 4,
        onClick: () => append({ code: '' }, { shouldFocus: false }),
      }}
      empty={{ title: 'No zones', description: 'Add one.' }}
      below={[
        {
          text: 'Add the usual one',
          onClick: () => append({ code: 'METRO' }, { shouldFocus: false }),
        },
        { text: 'Remove all', quiet: true, onClick: () => remove() },
      ]}
    />
  );
}

function show(codes: string[], errors: FieldErrors<Zones> = {}) {
  function Form() {
    const form = useForm<Zones>({
      defaultValues: { zones: codes.map((code) => ({ code })) },
      errors,
    });
    return (
      <FormProvider {...form}>
        <ZoneRows />
      </FormProvider>
    );
  }
  render(<Form />);
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole('button', { name });
const codes = () => screen.queryAllByRole('textbox', { name: 'Code' });

test('a new row is typed into at once, and there are no more than may be', async () => {
  const user = show([]);
  expect(screen.getByText('No zones')).toBeVisible();
  await user.click(button('Add zone'));
  expect(codes()[0]).toHaveFocus();
  await user.keyboard('WEST');
  expect(screen.getByRole('region', { name: 'Zones' })).toBeVisible();
  expect(button('Remove WEST')).toBeVisible();
  for (const at of [1, 2, 3]) {
    await user.click(button('Add zone'));
    expect(codes()[at]).toHaveFocus();
  }
  expect(button('Add zone')).toBeDisabled();
});

test(
  'after a row is removed, the focus is on the next one, then on the one ' +
    'before, then on what adds one',
  async () => {
    const user = show(['A', 'B', 'C']);
    await user.click(button('Remove B'));
    expect(button('Remove C')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(button('Remove A')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByText('No zones')).toBeVisible();
    expect(button('Add zone')).toHaveFocus();
  },
);

test('a row moves by one place with the focus, which at an end is on the way back', async () => {
  const user = show(['A', 'B', 'C']);
  const typed = () => codes().map((field) => (field as HTMLInputElement).value);
  expect(button('Move A up')).toBeDisabled();
  expect(button('Move C down')).toBeDisabled();
  await user.click(button('Move A down'));
  expect(typed()).toEqual(['B', 'A', 'C']);
  expect(button('Move A down')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(typed()).toEqual(['B', 'C', 'A']);
  expect(button('Move A up')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(typed()).toEqual(['B', 'A', 'C']);
  expect(button('Move A up')).toHaveFocus();
});

test('a button below the rows keeps the focus for as long as it is there', async () => {
  const user = show(['A']);
  await user.click(button('Add the usual one'));
  await user.keyboard('{Enter}');
  expect(codes()).toHaveLength(3);
  expect(button('Add the usual one')).toHaveFocus();
  await user.click(button('Remove all'));
  expect(codes()).toHaveLength(0);
  expect(button('Add zone')).toHaveFocus();
});

test('what is wrong with a row stands on its field, and what is wrong with the list above it', () => {
  show(['A', 'B'], {
    zones: Object.assign(
      [undefined, { code: { type: 'check', message: 'There is one already' } }],
      { root: { type: 'check', message: 'These are too many' } },
    ),
  });
  expect(codes()[0]).not.toHaveAccessibleDescription();
  expect(codes()[1]).toHaveAccessibleDescription('There is one already');
  expect(codes()[1]).toBeInvalid();
  expect(screen.getByText('These are too many')).toBeVisible();
});
