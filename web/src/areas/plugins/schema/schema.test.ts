// Tests of schema parsing.
import { expect, it } from 'vitest';
import { fieldsOf, readSchema, type SettingField } from './schema.ts';

const one = (schema: unknown, more: object = {}): SettingField => {
  const read = readSchema({ type: 'object', properties: { it: schema }, ...more });
  const field = read && fieldsOf(read)[0];
  if (!field) throw new Error('no field');
  return field;
};

it.each([
  [{ type: 'string' }, 'text'],
  [{ type: ['string', 'null'] }, 'text'],
  [{ type: 'string', format: 'uri' }, 'url'],
  [{ type: 'string', format: 'email' }, 'email'],
  [{ type: 'string', format: 'date' }, 'date'],
  // The format demands a zone; browsers have none.
  [{ type: 'string', format: 'time' }, 'text'],
  [{ type: 'string', format: 'password' }, 'secret'],
  [{ type: 'string', writeOnly: true }, 'secret'],
  [{ type: 'string', format: 'something-new' }, 'text'],
  [{ type: 'number' }, 'number'],
  [{ type: 'integer' }, 'integer'],
  [{ type: 'boolean' }, 'flag'],
  [{ enum: ['a', 'b'] }, 'choice'],
  [{ type: 'integer', enum: [1, 2] }, 'choice'],
  [{ oneOf: [{ const: 'x', title: 'The X' }] }, 'choice'],
  [{ type: 'array', items: { type: 'string' } }, 'list'],
  [{ type: 'array', items: { enum: ['a'] } }, 'choices'],
  [{ type: 'array', items: { type: 'object' } }, 'json'],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'json'],
  [{ type: 'object' }, 'json'],
  [{}, 'json'],
])('reads %j as %s', (schema, kind) => expect(one(schema).kind).toBe(kind));

it('takes the words, the rules and the default along', () => {
  const field = one(
    {
      type: 'integer',
      title: 'Parcels',
      description: 'In one go',
      default: 3,
      minimum: 1,
      maximum: 9,
      multipleOf: 2,
    },
    { required: ['it'] },
  );
  expect(field).toMatchObject({
    key: 'it',
    path: ['it'],
    title: 'Parcels',
    description: 'In one go',
    initial: 3,
    min: 1,
    max: 9,
    step: 2,
    required: true,
  });
  expect(one({ type: 'string', minLength: 2, maxLength: 4, pattern: '^a' })).toMatchObject({
    minLength: 2,
    maxLength: 4,
    pattern: '^a',
    required: false,
  });
  expect(
    one({ type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', pattern: '^a' } }),
  ).toMatchObject({ minItems: 1, maxItems: 2, item: { pattern: '^a' } });
  expect(one({ oneOf: [{ const: 'x', title: 'The X' }, { const: 2 }] }).choices).toEqual([
    { value: 'x', label: 'The X' },
    { value: 2, label: '2' },
  ]);
});

it('never takes the default of a secret', () =>
  expect(one({ type: 'string', writeOnly: true, default: 'hunter2' }).initial).toBeUndefined());

it('shows one level of nesting as a group, and more of it as JSON', () => {
  const read = readSchema({
    type: 'object',
    properties: {
      sender: {
        type: 'object',
        title: 'Sender',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          geo: { type: 'object', properties: { lat: { type: 'number' } } },
        },
      },
    },
  });
  expect(read?.parts).toHaveLength(1);
  expect(read?.parts[0]).toMatchObject({
    group: { key: 'sender', title: 'Sender', required: false },
  });
  expect(read && fieldsOf(read).map(({ key, kind, required }) => [key, kind, required])).toEqual([
    ['sender.name', 'text', true],
    ['sender.geo', 'json', false],
  ]);
});

it('follows references inside the document alone, and no circle', () => {
  const defs = {
    $defs: { 'a/b': { type: 'string', format: 'email' }, loop: { $ref: '#/$defs/loop' } },
  };
  expect(one({ $ref: '#/$defs/a~1b', title: 'Mail' }, defs)).toMatchObject({
    kind: 'email',
    title: 'Mail',
  });
  expect(one({ $ref: '#/$defs/loop' }, defs).kind).toBe('json');
  expect(one({ $ref: 'https://elsewhere.example/schema' }).kind).toBe('json');
  expect(one({ $ref: '#/nowhere' }).kind).toBe('json');
});

it.each([
  null,
  undefined,
  5,
  [],
  {},
  { type: 'object' },
  { type: 'object', properties: {} },
  { properties: 'none' },
])('finds no settings in %j', (schema) => expect(readSchema(schema)).toBeNull());
