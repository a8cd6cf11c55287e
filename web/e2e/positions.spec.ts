// The position of an address: corrected by keys on the page of a job, and kept for the address.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { makeJobs } from './jobs.ts';
import { call } from './people.ts';

interface Kept {
  position: { latitude: number; longitude: number; source: string };
}

test('the position of an address is corrected by keys, and another job of it has it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const mark = `PO${Date.now().toString(36)}`;
  const street = `${(Date.now() % 900) + 100} Albert Street`;
  const toaddress = {
    companyname: 'Harbour Tools',
    addressline1: street,
    suburb: 'Parramatta',
    postcode: '2150',
    statecode: 'NSW',
    countrycode: 'AU',
  };
  const [first] = await makeJobs(page, mark, 1, { toaddress });
  if (!first) throw new Error('no job');
  await page.goto(`/jobs/details/${first.id}`);
  const button = page.getByRole('button', { name: 'Correct the position of Harbour Tools' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Correct the position' });
  await expect(dialog.getByRole('button', { name: 'Save position' })).toBeDisabled();
  await settled(page);
  await accessible(page);
  await expect(dialog.getByRole('button', { name: 'Pin: arrow keys move it' })).toBeFocused();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  const shown = (await dialog.getByRole('status').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Save position' }).click();
  await expect(dialog).toBeHidden();

  const query = new URLSearchParams({
    addressline1: street.toUpperCase(),
    suburb: 'Parramatta',
    postcode: '2150',
    countrycode: 'AU',
  });
  const { position } = await call<Kept>(page, 'GET', `/api/route/position?${query.toString()}`);
  expect(position.source).toBe('Manual');
  expect(`${position.latitude.toFixed(6)}, ${position.longitude.toFixed(6)}`).toBe(shown);
  const [second] = await makeJobs(page, mark, 1, { toaddress });
  const { job } = await call<{ job: { toaddress: Kept['position'] } }>(
    page,
    'GET',
    `/api/jobs/job/job?jobId=${second?.id}`,
  );
  expect(job.toaddress.latitude).toBeCloseTo(position.latitude, 6);

  await button.click();
  await expect(dialog.getByText('Set by hand')).toBeVisible();
  await dialog.getByRole('button', { name: 'Find it again' }).click();
  await expect(dialog).toBeHidden();
});
