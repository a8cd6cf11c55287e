// Tests that a failed refetch hides no data: TanStack Query keeps the data and sets `isError`, so
// only `isLoadingError`, a failure without data, may replace a screen or a form. `isError` is for
// mutations and for notes next to the data.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '../src');

/** Uses of a query's `isError` that replace nothing. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // A run of unknown status may be started again.
  'areas/rates/simulator/RePrice.tsx': ['status.isError'],
};

function misuses(text: string): string[] {
  const mutations = new Set(
    [...text.matchAll(/\b(\w+)(?: = useMutation\b|\.mutate(?:Async)?\b)/g)].map(([, name]) => name),
  );
  return [...text.matchAll(/\b(?:(\w+)\.)?isError\b(?! && [(<])/g)]
    .filter(([, name]) => name === undefined || !mutations.has(name))
    .map(([use]) => use);
}

it('a failed refetch hides no data', () => {
  const found = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) =>
      misuses(readFileSync(path.join(SRC, file), 'utf8'))
        .filter((use) => !EXCEPTIONS[file]?.includes(use))
        .map((use) => `${file}: ${use}`),
    );
  expect(found, 'isLoadingError instead of isError').toEqual([]);
});

it('finds a query that hides its data', () => {
  expect(misuses('const { data, isError } = useQuery(one);')).toEqual(['isError']);
  expect(misuses('found.isError ? <ErrorNote /> : <Form />')).toEqual(['found.isError']);
  expect(misuses('{found.isError && <ErrorNote />}')).toEqual([]);
  expect(misuses('const save = useMutation(one); save.isError ? 1 : 2')).toEqual([]);
});
