// Lines of a form: keys, sums, proposals, late choices.
import { render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FormProvider, useForm } from '@waybill/plugin/forms';
import { LineGrid } from './LineGrid.tsx';

interface Line {
  code: string;
  amount: string;
  taxed: boolean;
}
const line = (code = '', amount = ''): Line => ({ code, amount, taxed: true });

function Lines({ first = [line('FUEL', '5')], max = 3 }: { first?: Line[]; max?: number }) {
  const form = useForm<{ lines: Line[] }>({ defaultValues: { lines: first } });
  return (
    <FormProvider {...form}>
      <LineGrid<Line>
        name="lines"
        className=""
        columns={[
          { id: 'code', label: 'Charge', proposals: ['FUEL', 'TOLL'] },
          { id: 'amount', label: 'Amount', kind: 'number' },
          { id: 'taxed', label: 'Taxed', kind: 'flag' },
        ]}
        newLine={() => line()}
        isBlank={({ code, amount }) => code === '' && amount === ''}
        max={max}
        first="code"
        sum={{ label: 'Sum', of: ({ amount }) => (amount === '' ? '' : `$${amount}`) }}
      />
    </FormProvider>
  );
}

test('Enter leads to the next line, and adds one after a line with content only', async () => {
  const user = userEvent.setup();
  render(<Lines />);
  await user.click(screen.getByLabelText('Amount, line 1'));
  await user.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('lines.1.code');
  await user.keyboard('{Enter}');
  expect(screen.queryByLabelText('Charge, line 3')).toBeNull();
  await user.keyboard('TOLL{Shift>}{Enter}{/Shift}');
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('lines.0.code');
  await user.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('lines.1.code');
  await user.type(screen.getByLabelText('Amount, line 2'), '7');
  expect(screen.getByText('$7')).toBeTruthy();
});

test('lines are bounded, and one stays', async () => {
  const user = userEvent.setup();
  render(<Lines first={[line('A', '1'), line('B', '2')]} max={2} />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add line' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Remove line 1' }));
  expect(screen.getByLabelText<HTMLInputElement>('Charge, line 1').value).toBe('B');
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove line 1' });
  expect(remove.disabled).toBe(true);
});

test('a choice keeps its value until its options have loaded', async () => {
  const user = userEvent.setup();
  const { result } = renderHook(() => useForm({ defaultValues: { lines: [{ code: 'TOLL' }] } }));
  const grid = (options: [string, string][]) => (
    <FormProvider {...result.current}>
      <LineGrid<{ code: string }>
        name="lines"
        className=""
        columns={[{ id: 'code', label: 'Charge', kind: 'choice', options }]}
        newLine={() => ({ code: '' })}
        isBlank={() => false}
        max={3}
        first="code"
      />
    </FormProvider>
  );
  const { rerender } = render(grid([['', 'None']]));
  const choice = screen.getByLabelText<HTMLSelectElement>('Charge, line 1');
  await user.click(choice);
  await user.tab();
  expect(result.current.getValues('lines')).toEqual([{ code: 'TOLL' }]);
  rerender(
    grid([
      ['', 'None'],
      ['TOLL', 'Toll'],
    ]),
  );
  expect(choice.value).toBe('TOLL');
  await user.click(choice);
  await user.tab();
  expect(result.current.getValues('lines')).toEqual([{ code: 'TOLL' }]);
});
