// Tests of custom import sources: nothing stored with errors, undo.
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screen } from '@testing-library/react';
import { refusal, result, show, stage } from '../../../test/stage.tsx';
import { ToastArea } from '../../shell/toast.tsx';
import type { BegunImport, Foreseen } from './calls.ts';
import type { ImportSpec } from './spec.ts';
import { TableImport } from './TableImport.tsx';

const TABLE: ImportSpec = {
  name: 'rates',
  columns: [
    { id: 'zone', header: 'Zone', also: ['gebiet'], needed: true },
    { id: 'value', header: 'Price', kind: 'number' },
    { id: 'postCode', header: 'Postcode' },
  ],
  record: ['zone'],
  postcodes: { columns: ['postCode'], country: 'countryCode' },
};
const FORESEEN: Foreseen = {
  total: 3,
  inserted: 2,
  updated: 0,
  unchanged: 1,
  refused: 0,
  errors: [],
  warnings: [],
  isWhole: true,
  store: () => Promise.resolve({ inserted: 2, updated: 0, refused: 0 }),
};
/** Suburbs by postcode. */
let places: Record<string, string>;
let close: (() => Promise<void>) | undefined;

beforeEach(async () => {
  places = {};
  const server = await stage([], ({ path, query }) => {
    if (!path.endsWith('/getlocations')) return refusal(404, 'Not here.');
    const postCode = query.get('search') ?? '';
    const suburb = places[postCode];
    return result(suburb ? [{ suburb, postCode, state: 'NT', countryCode: 'AU' }] : []);
  });
  close = server.close;
});
afterEach(() => close?.());

function Screen({ foreseen }: { foreseen: Foreseen }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      {open && (
        <TableImport
          title="Import rates"
          description="A file"
          table={TABLE}
          source={() => Promise.resolve(foreseen)}
          stale={['rates']}
          onClose={() => setOpen(false)}
        />
      )}
      <ToastArea />
    </>
  );
}

async function look(foreseen: Foreseen) {
  const user = await show(<Screen foreseen={foreseen} />);
  await user.upload(
    await screen.findByLabelText('File'),
    new File(['zone'], 'rates.csv', { type: 'text/csv' }),
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  return user;
}

test('how far a large file is read is shown while it is looked at', async () => {
  let finish: (foreseen: Foreseen) => void = () => undefined;
  const source = (_: File, progress: (progress: { done: number; total: number }) => void) => {
    progress({ done: 250_000, total: 1_000_000 });
    return new Promise<Foreseen>((resolve) => {
      finish = resolve;
    });
  };
  const user = await show(
    <TableImport
      title="Import rates"
      description="A file"
      table={TABLE}
      source={source}
      stale={['rates']}
      onClose={() => undefined}
    />,
  );
  await user.upload(await screen.findByLabelText('File'), new File(['zone'], 'rates.xlsx'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(
    await screen.findByRole('progressbar', { name: 'The file is being read' }),
  ).toHaveAttribute('aria-valuenow', '25');
  finish(FORESEEN);
  expect(await screen.findByText('3 rows: 2 new, 0 changed, 1 unchanged')).toBeVisible();
});

test('a wrong cell of a workbook is named as Excel names it', async () => {
  await look({
    ...FORESEEN,
    refused: 1,
    errors: [
      { index: 2, column: 'value', cell: 'L3', message: 'must be a number' },
      { index: 4, column: '', cell: null, message: 'is odd' },
    ],
  });
  expect(await screen.findByText('L3, Price: must be a number')).toBeVisible();
  expect(screen.getByText('Row 5: is odd')).toBeVisible();
});

test('a wrong row is named with its column, and nothing can be stored', async () => {
  await look({
    ...FORESEEN,
    inserted: 0,
    unchanged: 0,
    refused: 2,
    errors: [
      { index: 0, column: 'csvFile', message: 'lacks these columns: “zone”' },
      { index: 2, column: 'value', message: 'must be a number' },
    ],
  });
  expect(await screen.findByText('3 rows. Correct every row before you import.')).toBeVisible();
  expect(screen.getByText('The file has no column for Zone.')).toBeVisible();
  expect(screen.getByText('Row 3, Price: must be a number')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
});

test('what is worth a second look is told, and an import is taken back from its notice', async () => {
  const undo = vi.fn(() => Promise.resolve('2 rates removed'));
  const begun: BegunImport = {
    key: 'rates/1',
    status: () =>
      Promise.resolve({
        state: 'done',
        hasEnded: true,
        done: 3,
        total: 3,
        outcome: { inserted: 2, updated: 0, refused: 0 },
        failure: null,
      }),
    cancel: () => Promise.resolve(),
    undo,
  };
  const user = await look({
    ...FORESEEN,
    warnings: [{ index: 1, column: 'value', message: 'costs less above 50' }],
    store: () => Promise.resolve(begun),
  });
  expect(await screen.findByText('Row 2, Price: costs less above 50')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 rates removed')).toBeVisible();
  expect(undo).toHaveBeenCalledOnce();
});

test('unknown columns are matched, lost zeros put back and wrong rows skipped', async () => {
  const sent: string[] = [];
  const source = async (file: File): Promise<Foreseen> => {
    const text = await file.text();
    sent.push(text);
    const isWrong = text.includes('dear');
    return {
      ...FORESEEN,
      inserted: isWrong ? 0 : 1,
      refused: isWrong ? 1 : 0,
      errors: isWrong ? [{ index: 1, column: 'value', message: 'must be a number' }] : [],
    };
  };
  places = { '0800': 'Darwin' };
  const user = await show(
    <TableImport
      title="Import rates"
      description="A file"
      table={TABLE}
      source={source}
      stale={['rates']}
      onClose={() => undefined}
    />,
  );
  const text = 'Gebiet;Kosten;Postcode\nNT;dear;800\nnt;1,5;3121\nMEL;2;3000\n';
  await user.upload(await screen.findByLabelText('File'), new File([text], 'preise.csv'));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const costs = await screen.findByLabelText('Field for Kosten');
  expect(screen.getByLabelText('Field for Gebiet')).toHaveValue('zone');
  expect(costs).toHaveValue('');
  await user.selectOptions(costs, 'Price');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Row 2, Price: must be a number')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  expect(screen.getByText('1 postcode seems to have lost its leading zero')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Put the zeros back' }));
  await vi.waitFor(() => expect(sent.at(-1)).toContain('NT,dear,0800'));
  await user.click(
    await screen.findByRole('radio', { name: 'Skip the rows with errors and import the others' }),
  );
  expect(await screen.findByText('2 rows will be skipped')).toBeVisible();
  expect(sent.at(-1)).toBe('zone,value,postCode\r\nMEL,2,3000\r\n');
  expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled();
  await user.click(screen.getByRole('radio', { name: 'Import nothing until every row is right' }));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled());
});
