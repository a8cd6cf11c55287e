// Tests of a note that is typed while another booking is chosen.
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { result, show, stage } from '../../../../test/stage.tsx';
import { NoteField } from './NoteField.tsx';

let server: Awaited<ReturnType<typeof stage>>;
const sent: unknown[] = [];
beforeEach(async () => {
  sessionStorage.clear();
  sent.length = 0;
  server = await stage(['Pages.Booking'], ({ body }) => {
    if (body) sent.push(JSON.parse(body));
    return result({});
  });
});
afterEach(() => server.close());

/** As the preview of the workbench, which has one field for each booking. */
function Workbench() {
  const [id, setId] = useState(1);
  return (
    <>
      <button onClick={() => setId(1)}>First</button>
      <button onClick={() => setId(2)}>Second</button>
      <NoteField key={id} bookingId={id} />
    </>
  );
}

const begin = async () => {
  const user = await show(<Workbench />);
  await screen.findByRole('textbox');
  return user;
};
const box = () => screen.getByRole('textbox', { name: 'Add a note' });
const choose = (name: string) => screen.getByRole('button', { name });

it('is there again when its booking is chosen again, until it is sent', async () => {
  const user = await begin();
  await user.type(box(), 'Gate code 12');
  await user.click(choose('Second'));
  expect(box()).toHaveValue('');
  await user.click(choose('First'));
  expect(box()).toHaveValue('Gate code 12');
  await user.click(choose('Add note'));
  await expect.poll(() => box()).toHaveValue('');
  expect(sent).toMatchObject([{ bookingId: 1, bookingNote: { comment: 'Gate code 12' } }]);
  await user.click(choose('Second'));
  await user.click(choose('First'));
  expect(box()).toHaveValue('');
});

it('does not come back when it is sent and its booking left at once', async () => {
  const user = await begin();
  await user.type(box(), 'Call first');
  await user.click(choose('Add note'));
  await user.click(choose('Second'));
  await expect.poll(() => sent).toHaveLength(1);
  await expect
    .poll(() => Object.keys(sessionStorage).filter((key) => key.includes('booking-note')))
    .toEqual([]);
  await user.click(choose('First'));
  expect(box()).toHaveValue('');
});

it('keeps its readers with its text', async () => {
  const user = await begin();
  await user.click(screen.getByRole('radio', { name: 'Customer sees this' }));
  await user.type(box(), 'On its way');
  await user.click(choose('Second'));
  expect(screen.getByRole('radio', { name: 'Internal' })).toBeChecked();
  await user.click(choose('First'));
  expect(screen.getByRole('radio', { name: 'Customer sees this' })).toBeChecked();
});
