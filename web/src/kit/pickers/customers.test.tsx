// The customer picker: the filter it sends, the name it shows, choosing and clearing.
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loopback } from '../../../test/loopback.ts';
import { some } from '../../../test/some.ts';
import { endSession, refreshSession } from '../../api/session.ts';
import { FormProvider, useForm, useWatch } from '@waybill/plugin/forms';
import { CustomerPicker, FormCustomerPicker, type PickedCustomer } from './CustomerPicker.tsx';
import { customerByGuid, customerFilter, customerLabel, likeliestFirst } from './customers.ts';

const IN_NAMES = (text: string) =>
  `contains(tolower(code),'${text}') or contains(tolower(companyName),'${text}')` +
  ` or contains(tolower(contactName),'${text}')` +
  ` or contains(tolower(accountName),'${text}') or contains(tolower(customerName),'${text}')`;

test('text is looked for in five names, without case', () => {
  expect(customerFilter('  Blue ')).toBe(IN_NAMES('blue'));
});

test('a number is also looked for as the id; a quote is doubled', () => {
  expect(customerFilter('17')).toBe(`id eq 17 or ${IN_NAMES('17')}`);
  expect(customerFilter("O'Neil")).toBe(IN_NAMES("o''neil"));
  expect(customerFilter('17a')).toBe(IN_NAMES('17a'));
  expect(customerByGuid('6f9619ff-8b86-d011-b42d-00cf4fc964ff')).toBe(
    "customerGuid eq guid'6f9619ff-8b86-d011-b42d-00cf4fc964ff'",
  );
});

test('the name falls back in order', () => {
  expect(customerLabel({ companyName: 'A', customerName: 'B' })).toBe('A');
  expect(
    customerLabel({ companyName: '', customerName: null, contactName: 'C', accountName: 'D' }),
  ).toBe('C');
  expect(customerLabel({})).toBe('Unknown Customer');
});

test('names that begin with the text come first', () => {
  const found = ['Albion Books', 'Bluegum Wines', 'Cobalt', 'Bass Strait'].map((companyName, at) =>
    some<PickedCustomer>({ id: at, code: `C${at}`, companyName }),
  );
  const names = (recent: number[]) =>
    likeliestFirst(found, ' B', recent).map(({ companyName }) => companyName);
  expect(names([])).toEqual(['Bluegum Wines', 'Bass Strait', 'Albion Books', 'Cobalt']);
  // A recent customer precedes its equals.
  expect(names([2, 3])).toEqual(['Bass Strait', 'Bluegum Wines', 'Cobalt', 'Albion Books']);
});

let server: Awaited<ReturnType<typeof loopback>>;
const bluegum = { id: 17, customerGuid: 'g-17', code: 'C17', companyName: 'Bluegum Wines' };

beforeEach(async () => {
  server = await loopback((request) => {
    if (request.path === '/api/auth/session')
      return { json: { user: { name: 'R' }, accessToken: 't', permissions: [] } };
    const found = (request.query.get('filter') ?? '').match(/blue|id eq 17$/) ? [bluegum] : [];
    return {
      json: { result: { totalCount: found.length, items: found }, success: true, __abp: true },
    };
  });
  await refreshSession();
});
afterEach(async () => {
  endSession();
  await server.close();
});

function Picker({ start, recent = [] }: { start: number | null; recent?: number[] }) {
  const [picked, setPicked] = useState<PickedCustomer | null>(null);
  const [id, setId] = useState(start);
  return (
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <CustomerPicker
        aria-label="Customer"
        value={id}
        recent={recent}
        onChosen={() => document.querySelector('input')?.focus()}
        onChange={(customer) => {
          setPicked(customer);
          setId(customer?.id ?? null);
        }}
      />
      <output>{picked?.customerGuid ?? 'none'}</output>
      <input aria-label="Next" />
    </QueryClientProvider>
  );
}

test('choosing shows the name and code; choosing the same again clears', async () => {
  const user = userEvent.setup();
  render(<Picker start={null} />);
  const button = screen.getByRole('combobox', { name: 'Customer' });
  expect(button).toHaveTextContent('Please select a customer');
  await user.click(button);
  await user.type(screen.getByPlaceholderText('Search customers…'), 'blue');
  await user.click(await screen.findByRole('option', { name: /Bluegum Wines/ }));
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveTextContent(
    'Bluegum Wines (C17)',
  );
  expect(screen.getByRole('status')).toHaveTextContent('g-17');
  await user.click(screen.getByRole('combobox', { name: 'Customer' }));
  await user.type(screen.getByPlaceholderText('Search customers…'), 'blue');
  await user.click(await screen.findByRole('option', { name: /Bluegum Wines/ }));
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveTextContent(
    'Please select a customer',
  );
});

test('typing opens the list, Enter takes the first even before it is there, and the focus moves on', async () => {
  const user = userEvent.setup();
  render(<Picker start={null} />);
  screen.getByRole('combobox', { name: 'Customer' }).focus();
  await user.keyboard('blue{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('g-17'));
  await waitFor(() => expect(screen.getByLabelText('Next')).toHaveFocus());
});

test('recent customers are offered before anything is typed', async () => {
  const user = userEvent.setup();
  render(<Picker start={null} recent={[17]} />);
  screen.getByRole('combobox', { name: 'Customer' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('option', { name: /Bluegum Wines/ })).toBeVisible();
  expect(server.received.at(-1)?.query.get('filter')).toBe('id eq 17');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('g-17'));
});

test('nothing found is said; a given id is looked up once', async () => {
  const user = userEvent.setup();
  render(<Picker start={17} />);
  expect(await screen.findByText('Bluegum Wines (C17)')).toBeVisible();
  expect(server.received.at(-1)?.query.get('filter')).toBe('id eq 17');
  expect(server.received.at(-1)?.query.get('maxResultCount')).toBe('1');
  await user.click(screen.getByRole('combobox', { name: 'Customer' }));
  await user.type(screen.getByPlaceholderText('Search customers…'), 'zzz');
  expect(await screen.findByText('No customer found.')).toBeVisible();
});

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

function PickerForm({ start }: { start: number | null }) {
  const form = useForm({
    defaultValues: { customerid: start, customerguid: null as string | null },
  });
  const [id, guid] = useWatch({ control: form.control, name: ['customerid', 'customerguid'] });
  return (
    <QueryClientProvider client={queryClient}>
      <FormProvider {...form}>
        <FormCustomerPicker aria-label="Customer" />
        <button type="button" onClick={() => form.setValue('customerid', 17)}>
          Set
        </button>
        <output>{`${id} ${guid} ${form.formState.isDirty ? 'changed' : 'as it was'}`}</output>
      </FormProvider>
    </QueryClientProvider>
  );
}

test('a form gets the id and the guid of the chosen customer, and neither when it is cleared', async () => {
  const user = userEvent.setup();
  render(<PickerForm start={null} />);
  const choose = async () => {
    await user.click(screen.getByRole('combobox', { name: 'Customer' }));
    await user.type(screen.getByPlaceholderText('Search customers…'), 'blue');
    await user.click(await screen.findByRole('option', { name: /Bluegum Wines/ }));
  };
  await choose();
  expect(screen.getByRole('status')).toHaveTextContent('17 g-17 changed');
  await choose();
  expect(screen.getByRole('status')).toHaveTextContent('null null as it was');
});

test('an id that the form has already, or is given later, brings its customer and the guid', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<PickerForm start={17} />);
  expect(await screen.findByText('Bluegum Wines (C17)')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('17 g-17 as it was'));
  unmount();
  render(<PickerForm start={null} />);
  await user.click(screen.getByRole('button', { name: 'Set' }));
  expect(await screen.findByText('Bluegum Wines (C17)')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('17 g-17'));
});
