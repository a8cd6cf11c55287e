// Tests that areas match the host's and import no other area, and that folders which areas share
// import only what lies below them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '../src');

/** Relative static and dynamic imports, and re-exports. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, target = '']) =>
    path.join(path.dirname(file), target),
  );
}

const filesBelow = (folder: string) =>
  readdirSync(path.join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
const areaOf = (file: string) => /^areas\/([^/]+)\//.exec(file)?.[1];

it('no area imports another', () => {
  const crossings = filesBelow('areas').flatMap((file) =>
    importsOf(file)
      .filter((target) => areaOf(target) !== undefined && areaOf(target) !== areaOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(crossings).toEqual([]);
});

const SHARED = ['kit', 'lib', 'shell', 'api', 'plugins'];

/** Imports of a folder's files, apart from tests, that lead to other places. */
const leaving = (folder: string, places: readonly string[]) =>
  filesBelow(folder)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !places.some((place) => target.startsWith(place)))
        .map((target) => `${file} -> ${target}`),
    );
const inFolders = (folders: readonly string[]) => folders.map((folder) => `${folder}/`);

it('areas import what they share, and of the app only the types of routes', () => {
  expect(leaving('areas', [...inFolders(['areas', ...SHARED]), 'app/root.tsx'])).toEqual([]);
});

it('what areas share knows neither areas nor the app', () => {
  expect(SHARED.flatMap((folder) => leaving(folder, inFolders(SHARED)))).toEqual([]);
});

it('lib imports only the API', () => {
  expect(leaving('lib', inFolders(['lib', 'api']))).toEqual([]);
});

/**
 * The dashboard combines several areas of the host, finance its ledger, billing and receivables,
 * the driver pages drivers and jobs. The guide is text.
 */
const COMBINED_AREAS = new Set(['dashboard', 'driver', 'finance', 'guide']);

it('areas are named as in the host', () => {
  const folders = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const host = new Set(folders(path.join(SRC, '../../host/areas')));
  expect(
    folders(path.join(SRC, 'areas')).filter((name) => !host.has(name) && !COMBINED_AREAS.has(name)),
  ).toEqual([]);
});
