// Calls are typed by the API's document alone: the inference itself, and that no screen asserts a
// type.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { api } from './client.ts';
import type {
  BodyOf,
  FeatureWord,
  PermissionName,
  QueryOf,
  ResultOf,
  RowOf,
  Schema,
} from './types.ts';

const SOURCES = path.resolve(import.meta.dirname, '..');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|^api\/schema\.ts$/.test(file),
);
const lines = (pattern: RegExp) =>
  sources.flatMap((file) =>
    readFileSync(path.join(SOURCES, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );

test('no call says what it answers: the document does', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(lines(/\bapi\s*\.\s*(get|post|put|del|upload)\s*</)).toEqual([]);
  expect(lines(/await (\(?api|uploadWithProgress)\b.*\bas (?!const\b)[A-Z{(]/)).toEqual([]);
});

test('only plugins have the client without types', () => {
  const users = [...new Set(lines(/\bpluginApi\b/).map((line) => line.split(':')[0]))];
  expect(users.toSorted()).toEqual(['api/client.ts', 'app/Host.tsx']);
});

test('path, query, body and answer come from the document', () => {
  expectTypeOf<RowOf<'/api/customer/customer/getCustomers'>>().toEqualTypeOf<Schema<'Customer'>>();
  expectTypeOf<QueryOf<'get', '/api/customer/customer/getCustomerForEdit'>>().toEqualTypeOf<{
    id: number;
  }>();
  expectTypeOf<QueryOf<'get', '/api/plugins/getplugins'>>().toBeNever();
  expectTypeOf<BodyOf<'post', '/api/core/platform/enter'>['tenantId']>().toEqualTypeOf<number>();
  expectTypeOf<ResultOf<'post', '/api/core/platform/enter'>['url']>().toEqualTypeOf<string>();
  expectTypeOf<ResultOf<'get', '/api/core/user/GetUsersForExcel'>>().toBeUnknown();
  expectTypeOf<'Pages.Booking.Create'>().toExtend<PermissionName>();
  expectTypeOf<'DangerousGoods'>().toExtend<FeatureWord>();
  expectTypeOf<'Booking.Enabled'>().not.toExtend<FeatureWord>();
});

test('what the document does not have is refused before anything runs', () => {
  const calls = (client: typeof api) => [
    () => client.get('/api/customer/customer/getCustomers'),
    // @ts-expect-error There is no such path.
    () => client.get('/api/customer/customer/getCustomer'),
    // @ts-expect-error The id has to be there.
    () => client.get('/api/customer/customer/getCustomerForEdit'),
    // @ts-expect-error The query has no such key.
    () => client.get('/api/customer/customer/getCustomers', { take: 1 }),
    // @ts-expect-error The call does not take a text for the number.
    () => client.post('/api/core/platform/enter', { tenantId: '1' }),
  ];
  expect(calls).toHaveLength(1);
});
