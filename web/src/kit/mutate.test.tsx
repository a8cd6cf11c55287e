// Tests of changes outside forms.
import { afterEach, expect, it, vi } from 'vitest';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { render } from '@testing-library/react';
import { queryClient } from '../api/query-client.ts';
import { toast, ToastArea, undoShown } from '../shell/toast.tsx';
import { requireAll } from './answers.ts';
import { mutate, undoable, useMutate } from './mutate.ts';

const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

afterEach(() => queryClient.clear());

it('refetches before it tells and goes on', async () => {
  render(<ToastArea />);
  const steps: string[] = [];
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async () => {
    steps.push('refetched');
  });
  const answer = await mutate({
    call: async () => 'Depot',
    stale: [['depots']],
    notice: (name) => {
      steps.push('told');
      return `${name} deleted`;
    },
    after: () => steps.push('closed'),
  });
  expect(answer).toBe('Depot');
  expect(steps).toEqual(['refetched', 'told', 'closed']);
  expect(await screen.findByText('Depot deleted')).toBeVisible();
});

it('leaves a failure to the dialog that called', async () => {
  const notice = vi.fn(() => null);
  await expect(mutate({ call: () => Promise.reject(new Error('In use')), notice })).rejects.toThrow(
    'In use',
  );
  expect(notice).not.toHaveBeenCalled();
});

it('shows a failure of a button, with its reason', async () => {
  render(<ToastArea />);
  const { result } = renderHook(
    () =>
      useMutate({
        call: (name: string) => Promise.reject(new Error(`${name} is in use`)),
        failed: (name) => `${name} was not deleted`,
        explain: (error) => String(error),
      }),
    { wrapper: around },
  );
  act(() => result.current.mutate('Depot'));
  expect(await screen.findByText('Depot was not deleted')).toBeVisible();
  expect(screen.getByText('Error: Depot is in use')).toBeVisible();
});

it('gives a failure to the form that shows it', async () => {
  const refuse = vi.fn();
  const { result } = renderHook(
    () => useMutate({ call: () => Promise.reject(new Error('No')), failed: 'Failed', refuse }),
    { wrapper: around },
  );
  act(() => result.current.mutate());
  await waitFor(() => expect(refuse).toHaveBeenCalledExactlyOnceWith(new Error('No'), undefined));
});

it('takes a change back while its notice is shown, once', async () => {
  render(<ToastArea />);
  const back = vi.fn(() => Promise.resolve());
  toast(undoable({ title: 'Depot moved' }, { call: back }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  act(() => expect(undoShown()).toBe(true));
  expect(await screen.findByText('Undone')).toBeVisible();
  expect(back).toHaveBeenCalledOnce();
  act(() => expect(undoShown()).toBe(false));
});

it('says so if a change cannot be taken back', async () => {
  render(<ToastArea />);
  toast(undoable({ title: 'Depot moved' }, { call: () => Promise.reject(new Error('In use')) }));
  act(() => expect(undoShown()).toBe(true));
  expect(await screen.findByText('It could not be undone')).toBeVisible();
});

it.each([
  ['a list of rows', [{ id: 7, success: false, message: 'J00007 was delivered' }]],
  ['rows as results', { results: [{ success: false, message: 'J00007 was delivered' }] }],
])('tells that rows could not be taken back: %s', async (_, answer) => {
  render(<ToastArea />);
  const refetch = vi.spyOn(queryClient, 'invalidateQueries');
  toast(undoable({ title: 'On hold' }, { call: () => Promise.resolve(answer), stale: [['jobs']] }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  act(() => expect(undoShown()).toBe(true));
  expect(await screen.findByText('It could not be undone')).toBeVisible();
  expect(screen.getByText('J00007 was delivered')).toBeVisible();
  expect(screen.queryByText('Undone')).toBeNull();
  expect(refetch).toHaveBeenCalledWith({ queryKey: ['jobs'] });
});

it('tells how many of several rows were refused', () => {
  const done = { success: true };
  expect(() => requireAll([done, { success: false, message: 'Gone' }, done])).toThrow(
    '1 of 3 refused: Gone',
  );
  expect(() => requireAll([done, done])).not.toThrow();
  expect(() => requireAll(undefined)).not.toThrow();
});
