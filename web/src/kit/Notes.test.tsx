// Tests of text typed while a note or message is sent.
import { afterEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { some } from '../../test/some.ts';
import { result, show, stage } from '../../test/stage.tsx';
import type { Reply } from '../../test/loopback.ts';
import { NoteField } from '../areas/bookings/activity/NoteField.tsx';
import { ScanDialog } from '../areas/bookings/detail/ScanDialog.tsx';
import { Conversation } from '../areas/jobs/messages/Conversation.tsx';
import type { BookingDetail } from '../lib/bookings/model.ts';
import { Notes } from './Notes.tsx';

let waiting: ((reply: Reply) => void) | null = null;
let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

/** Lets the write under way succeed, once it has arrived. */
const finish = async () => {
  await expect.poll(() => waiting).not.toBeNull();
  waiting?.(result({}));
  waiting = null;
};

/** A server whose answers to writes come when the test lets them. */
const begin = async () => {
  server = await stage(['Pages.Job.Allocate'], ({ method }) => {
    if (method === 'GET') return result({ totalCount: 0, items: [] });
    return new Promise<Reply>((resolve) => (waiting = resolve));
  });
};

it.each([
  {
    name: 'Notes',
    box: 'Add a note',
    send: 'Add note',
    page: (
      <Notes
        notes={[]}
        add={() => new Promise<void>((resolve) => (waiting = () => resolve()))}
        stale={['none']}
        placeholder=""
      />
    ),
  },
  { name: 'NoteField', box: 'Add a note', send: 'Add note', page: <NoteField bookingId={1} /> },
  {
    name: 'Conversation',
    box: 'New message to the driver',
    send: 'Send',
    page: <Conversation driverId={1} />,
  },
])('$name clears what was sent, and keeps what was typed meanwhile', async (one) => {
  await begin();
  const user = await show(one.page);
  const box = await screen.findByRole('textbox', { name: one.box });
  const button = screen.getByRole('button', { name: one.send });
  await user.type(box, 'First');
  await user.click(button);
  await finish();
  await expect.poll(() => box).toHaveValue('');
  await user.type(box, 'Second');
  await expect.poll(() => button).not.toHaveAttribute('aria-busy');
  await user.click(button);
  await user.clear(box);
  await user.type(box, 'Third');
  await finish();
  await expect.poll(() => button).not.toHaveAttribute('aria-busy');
  expect(box).toHaveValue('Third');
});

it('keeps the status that is chosen for the next scan while one is added', async () => {
  await begin();
  const booking = some<BookingDetail>({ id: 1, bookingStatus: 'Manifested' });
  const user = await show(<ScanDialog booking={booking} onClose={() => undefined} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Stay open for the next scan' }));
  const status = screen.getByRole('combobox', { name: 'Status' });
  expect(status).toHaveValue('PickedUp');
  await user.click(screen.getByRole('button', { name: 'Add scan' }));
  await finish();
  await expect.poll(() => status).toHaveValue('InTransit');
  await user.click(screen.getByRole('button', { name: 'Add scan' }));
  await user.selectOptions(status, 'OutForDelivery');
  await user.type(screen.getByRole('textbox', { name: /Description/ }), 'Left');
  await finish();
  await screen.findByText(/In transit/, { selector: '[role=status]' });
  expect(status).toHaveValue('OutForDelivery');
  expect(screen.getByRole('textbox', { name: /Description/ })).toHaveValue('Left');
});
