// Tests of the text query.
import { afterEach, expect, it, vi } from 'vitest';
import { fetchTexts } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for the empty ones only when told', async () => {
  const urls: URL[] = [];
  vi.stubGlobal('fetch', (input: string) => {
    urls.push(new URL(input, 'http://localhost'));
    const body = input.includes('/auth/session')
      ? { accessToken: 'token', permissions: [] }
      : { __abp: true, success: true, result: { totalCount: 0, items: [] } };
    return Promise.resolve(
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }),
    );
  });
  const { signal } = new AbortController();
  await fetchTexts('de', { maxResultCount: 50, skipCount: 0 }, signal);
  await fetchTexts(
    'ar',
    { maxResultCount: 50, skipCount: 50, targetValueFilter: 'EMPTY', filterText: 'save' },
    signal,
  );
  const texts = urls
    .filter((url) => url.pathname.endsWith('/getlanguagetexts'))
    .map((url) => Object.fromEntries(url.searchParams));
  expect(texts[0]).toMatchObject({
    targetLanguageName: 'de',
    targetValueFilter: 'ALL',
    skipCount: '0',
  });
  expect(texts[1]).toMatchObject({
    targetLanguageName: 'ar',
    targetValueFilter: 'EMPTY',
    filterText: 'save',
    skipCount: '50',
  });
});
