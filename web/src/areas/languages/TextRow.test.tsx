// Tests of translations that are typed while one is saved.
import { afterEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { some } from '../../../test/some.ts';
import type { Reply } from '../../../test/loopback.ts';
import { result, show, stage } from '../../../test/stage.tsx';
import type { LanguageText } from './queries.ts';
import { TextCell } from './TextRow.tsx';

let server: Awaited<ReturnType<typeof stage>>;
afterEach(() => server.close());

const sent: string[] = [];
let waiting: ((reply: Reply) => void) | null = null;
const finish = async () => {
  await expect.poll(() => waiting).not.toBeNull();
  waiting?.(result({}));
  waiting = null;
};

const begin = async () => {
  sent.length = 0;
  server = await stage([], ({ method, body }) => {
    if (method === 'GET') return result({});
    sent.push((JSON.parse(body) as { value: string }).value);
    return new Promise<Reply>((resolve) => (waiting = resolve));
  });
  const text = some<LanguageText>({ key: 'Save', baseValue: 'Save', targetValue: '' });
  const user = await show(<TextCell text={text} language="de" direction="ltr" readOnly={false} />);
  return { user, box: await screen.findByRole('textbox', { name: 'Translation of Save' }) };
};

it('keeps what is typed while a translation is saved', async () => {
  const { user, box } = await begin();
  await user.type(box, 'Sichern{Enter}');
  await user.clear(box);
  await user.type(box, 'Speichern');
  await finish();
  await expect.poll(() => screen.queryByRole('img', { name: 'Saving' })).toBeNull();
  expect(box).toHaveValue('Speichern');
  await user.tab();
  await finish();
  expect(await screen.findByRole('img', { name: 'Saved' })).toBeVisible();
  expect(box).toHaveValue('Speichern');
  expect(sent).toEqual(['Sichern', 'Speichern']);
});

it('saves a text that is left while another one is saved, each once', async () => {
  const { user, box } = await begin();
  await user.type(box, 'Sichern{Enter}');
  await user.clear(box);
  await user.type(box, 'Speichern{Enter}');
  await user.tab();
  await finish();
  await finish();
  expect(await screen.findByRole('img', { name: 'Saved' })).toBeVisible();
  expect(box).toHaveValue('Speichern');
  expect(sent).toEqual(['Sichern', 'Speichern']);
});
