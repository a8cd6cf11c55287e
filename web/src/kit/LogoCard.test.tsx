// Tests that a file which isn't an image is rejected before upload.
import { expect, test, vi } from 'vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { LogoCard } from './LogoCard.tsx';

URL.createObjectURL ??= () => 'blob:logo';
URL.revokeObjectURL ??= () => undefined;

test('a picture that the browser cannot read is not offered', async () => {
  const user = userEvent.setup();
  const save = vi
    .fn<(file: File) => Promise<void>>()
    .mockRejectedValueOnce(new Error('Not on Sundays.'))
    .mockResolvedValue();
  const card = (
    <LogoCard
      description="Shown here"
      shown={null}
      alt="The logo"
      grounds={['light']}
      stored={false}
      save={save}
      remove={async () => undefined}
      afterwards="Gone"
    />
  );
  render(<QueryClientProvider client={queryClient}>{card}</QueryClientProvider>);
  const chooser = screen.getByLabelText('Choose a picture');
  await user.upload(chooser, new File(['no picture'], 'logo.png', { type: 'image/png' }));
  fireEvent.error(screen.getByRole('img', { name: 'The new logo' }));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The picture cannot be read. Choose another file.',
  );
  expect(screen.queryByRole('button', { name: 'Use this logo' })).toBeNull();

  const file = new File(['a picture'], 'logo.png', { type: 'image/png' });
  await user.upload(chooser, file);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use this logo' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not on Sundays.');
  await user.click(screen.getByRole('button', { name: 'Use this logo' }));
  await vi.waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toHaveFocus();
  expect(save.mock.calls.map(([sent]) => sent)).toEqual([file, file]);
});
