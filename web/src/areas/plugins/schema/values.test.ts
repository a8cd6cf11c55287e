// Tests of settings drafts.
import { describe, expect, it } from 'vitest';
import { readSchema, type SettingSchema } from './schema.ts';
import {
  changedKeys,
  draftsOf,
  keyOfMember,
  wireOf,
  type Drafts,
  type StoredSettings,
} from './values.ts';

function schemaOf(properties: object, more: object = {}): SettingSchema {
  const schema = readSchema({ type: 'object', properties, ...more });
  if (!schema) throw new Error('no schema');
  return schema;
}

const nothing: StoredSettings = { settings: {}, secretsSet: [] };

const all = schemaOf({
  name: { type: 'string' },
  days: { type: 'integer', minimum: 1, maximum: 30 },
  rate: { type: 'number', exclusiveMinimum: 0 },
  live: { type: 'boolean' },
  mode: { enum: ['a', 1, true] },
  hosts: { type: 'array', items: { type: 'string' } },
  zones: { type: 'array', items: { enum: ['N', 'S'] } },
  table: { type: 'array', items: { type: 'object' } },
  key: { type: 'string', writeOnly: true },
  sender: {
    type: 'object',
    properties: { name: { type: 'string' }, pin: { type: 'string', format: 'password' } },
  },
});

const stored: StoredSettings = {
  settings: {
    name: 'Kiosk',
    days: 5,
    rate: 0.25,
    live: true,
    mode: 1,
    hosts: ['a.example', 'b.example'],
    zones: ['S'],
    table: [{ from: 1 }],
    sender: { name: 'Ana' },
  },
  secretsSet: ['key', 'sender.pin'],
};

const change = (drafts: Drafts, more: Drafts): Drafts => ({ ...drafts, ...more });

it('gives back exactly what was stored when nothing is touched', () => {
  const { sent, problems } = wireOf(all, draftsOf(all, stored), stored);
  expect(problems).toEqual([]);
  expect(sent).toEqual({ settings: stored.settings, secrets: {} });
});

it('keeps members that the schema does not name, unless it forbids them', () => {
  const old = { settings: { name: 'x', gone: { a: 1 } }, secretsSet: [] };
  const open = schemaOf({ name: { type: 'string' } });
  const closed = schemaOf({ name: { type: 'string' } }, { additionalProperties: false });
  expect(wireOf(open, draftsOf(open, old), old).sent.settings).toEqual({
    name: 'x',
    gone: { a: 1 },
  });
  expect(wireOf(closed, draftsOf(closed, old), old).sent.settings).toEqual({ name: 'x' });
});

it('leaves out what is emptied, and takes values as their types', () => {
  const drafts = change(draftsOf(all, stored), {
    name: ' ',
    days: '7',
    rate: '1.5',
    live: false,
    mode: 'true',
    hosts: ['c.example', '', ' d.example '],
    zones: [],
    table: '',
    'sender.name': '',
  });
  expect(wireOf(all, drafts, stored).sent.settings).toEqual({
    days: 7,
    rate: 1.5,
    live: false,
    mode: true,
    hosts: ['c.example', 'd.example'],
  });
});

it('starts with the defaults of the schema, where nothing is stored', () => {
  const schema = schemaOf({
    days: { type: 'integer', default: 3 },
    live: { type: 'boolean', default: true },
    mode: { enum: ['a', 'b'], default: 'b' },
  });
  const drafts = draftsOf(schema, nothing);
  expect(wireOf(schema, drafts, nothing).sent.settings).toEqual({ days: 3, live: true, mode: 'b' });
  const off = { settings: { live: false }, secretsSet: [] };
  expect(draftsOf(schema, off).live).toBe(false);
});

it('sends a secret only when it changes: replaced, or taken away', () => {
  const drafts = draftsOf(all, stored);
  expect(drafts.key).toEqual({ act: 'keep' });
  const { sent } = wireOf(
    all,
    change(drafts, { key: { act: 'clear' }, 'sender.pin': { act: 'set', value: ' 1 2 ' } }),
    stored,
  );
  expect(sent.secrets).toEqual({ key: null, 'sender.pin': ' 1 2 ' });
  expect(JSON.stringify(sent.settings)).not.toContain('1 2');
  expect(
    wireOf(all, change(drafts, { key: { act: 'set', value: '' } }), stored).sent.secrets,
  ).toEqual({});
});

describe('what is wrong', () => {
  const problemsOf = (property: object, draft: Drafts[string], more: object = {}) => {
    const schema = schemaOf({ it: property }, more);
    return wireOf(schema, { it: draft }, nothing).problems.map(({ rule, limit }) =>
      limit === undefined ? rule : `${rule} ${limit}`,
    );
  };
  it.each([
    [{ type: 'integer' }, 'x', 'number'],
    [{ type: 'integer' }, '1.5', 'whole'],
    [{ type: 'number', minimum: 1 }, '0.9', 'min 1'],
    [{ type: 'number', maximum: 1 }, '1.1', 'max 1'],
    [{ type: 'number', exclusiveMinimum: 0 }, '0', 'above 0'],
    [{ type: 'number', exclusiveMaximum: 1 }, '1', 'below 1'],
    [{ type: 'number', multipleOf: 0.1 }, '0.25', 'step 0.1'],
    [{ type: 'string', minLength: 3 }, 'ab', 'short 3'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'long 1'],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'abc', 'pattern'],
    [{ type: 'string', format: 'uri' }, 'example.com', 'url'],
    [{ type: 'string', format: 'email' }, 'nobody', 'email'],
    [{ type: 'array', items: { type: 'string' }, minItems: 2 }, ['a'], 'few 2'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a', 'b'], 'many 1'],
    [{ type: 'array', items: { type: 'string', pattern: '^a' } }, ['a', 'b'], 'pattern'],
    [{ type: 'array', items: { type: 'object' } }, '[{', 'json'],
  ])('%j refuses %j', (property, draft, rule) =>
    expect(problemsOf(property, draft)).toEqual([rule]),
  );

  it.each([
    [{ type: 'number', multipleOf: 0.1 }, '0.3'],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'ABC'],
    [{ type: 'string', maxLength: 1 }, '🚚'],
    [{ type: 'string', format: 'uri' }, 'https://api.example.com/v1'],
    // Left to the server: unsupported or catastrophic patterns.
    [{ type: 'string', pattern: '(?<!' }, 'x'],
    [{ type: 'string', pattern: '^(a+)+$' }, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'],
  ])('%j takes %j', (property, draft) => expect(problemsOf(property, draft)).toEqual([]));

  it('is a needed field that is empty, of whatever kind', () => {
    const schema = schemaOf(
      {
        a: { type: 'string' },
        b: { type: 'integer' },
        c: { enum: ['x'] },
        d: { type: 'string', writeOnly: true },
        e: { type: 'boolean' },
      },
      { required: ['a', 'b', 'c', 'd', 'e'] },
    );
    const { problems } = wireOf(schema, draftsOf(schema, nothing), nothing);
    expect(problems.map(({ key, rule }) => [key, rule])).toEqual([
      ['a', 'required'],
      ['b', 'required'],
      ['c', 'required'],
      ['d', 'required'],
    ]);
  });

  it('is a needed secret that is taken away, but not one that is set and kept', () => {
    const schema = schemaOf({ key: { type: 'string', writeOnly: true } }, { required: ['key'] });
    const set = { settings: {}, secretsSet: ['key'] };
    expect(wireOf(schema, { key: { act: 'keep' } }, set).problems).toEqual([]);
    expect(wireOf(schema, { key: { act: 'clear' } }, set).problems).toEqual([
      { key: 'key', rule: 'required' },
    ]);
  });

  it('is not a needed field of an optional group that is left empty as a whole', () => {
    const schema = schemaOf({
      sender: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          town: { type: 'string' },
          commercial: { type: 'boolean' },
        },
      },
    });
    const empty = draftsOf(schema, nothing);
    expect(wireOf(schema, empty, nothing)).toEqual({
      sent: { settings: {}, secrets: {} },
      problems: [],
    });
    expect(wireOf(schema, { ...empty, 'sender.town': 'Ulm' }, nothing).problems).toEqual([
      { key: 'sender.name', rule: 'required' },
    ]);
  });
});

describe("a customer's settings on the organisation's", () => {
  const schema = schemaOf(
    {
      name: { type: 'string', default: 'none' },
      live: { type: 'boolean' },
      days: { type: 'integer' },
      key: { type: 'string', writeOnly: true },
    },
    { required: ['name', 'days', 'key'] },
  );
  const inherited: StoredSettings = { settings: { name: 'Org', live: true }, secretsSet: ['key'] };

  it('are empty where nothing is their own, and send nothing then', () => {
    const drafts = draftsOf(schema, nothing, { inherited });
    expect(drafts).toEqual({ name: '', live: '', days: '', key: { act: 'keep' } });
    const { sent, problems } = wireOf(schema, drafts, nothing, { inherited });
    expect(sent).toEqual({ settings: {}, secrets: {} });
    expect(problems).toEqual([{ key: 'days', rule: 'required' }]);
  });

  it('may lie on what the schema itself says', () => {
    const bare = schemaOf({ days: { type: 'integer', default: 3 } }, { required: ['days'] });
    const organisation: StoredSettings = { settings: {}, secretsSet: [] };
    const drafts = draftsOf(bare, nothing, { inherited: organisation });
    expect(wireOf(bare, drafts, nothing, { inherited: organisation })).toEqual({
      sent: { settings: {}, secrets: {} },
      problems: [],
    });
  });

  it("take a group as a whole: one's own stands in place of the organisation's", () => {
    const grouped = schemaOf(
      {
        sender: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, town: { type: 'string' } },
        },
      },
      { required: ['sender'] },
    );
    const organisation: StoredSettings = {
      settings: { sender: { name: 'Org', town: 'Ulm' } },
      secretsSet: [],
    };
    const drafts = draftsOf(grouped, nothing, { inherited: organisation });
    expect(wireOf(grouped, drafts, nothing, { inherited: organisation }).problems).toEqual([]);
    expect(
      wireOf(grouped, { ...drafts, 'sender.town': 'Bonn' }, nothing, { inherited: organisation })
        .problems,
    ).toEqual([{ key: 'sender.name', rule: 'required' }]);
  });

  it('may say no where the organisation says yes', () => {
    const drafts = { ...draftsOf(schema, nothing, { inherited }), live: 'false', days: '2' };
    expect(wireOf(schema, drafts, nothing, { inherited })).toEqual({
      sent: { settings: { live: false, days: 2 }, secrets: {} },
      problems: [],
    });
    expect(
      draftsOf(schema, { settings: { live: false }, secretsSet: [] }, { inherited }).live,
    ).toBe('false');
  });
});

it('tells which fields were touched', () => {
  const before = draftsOf(all, stored);
  expect(changedKeys(before, before)).toEqual([]);
  expect(
    changedKeys(before, { ...before, days: '6', hosts: ['a.example'], key: { act: 'clear' } }),
  ).toEqual(['days', 'hosts', 'key']);
  expect(changedKeys(before, { ...before, days: '5', key: { act: 'keep' } })).toEqual([]);
});

it.each([
  ['settings.days', 'days'],
  ['settings.Sender.Name', 'sender.name'],
  ['secrets.key', 'key'],
  ['settings.hosts[1]', 'hosts'],
  ['settings./hosts/1', 'hosts'],
  ['settings.table[0].from', 'table'],
  ['settings.sender', 'sender.name'],
  ['settings.elsewhere', null],
  ['settings.day', null],
])('finds the field of the refused member %s', (member, key) =>
  expect(keyOfMember(all, member)).toBe(key),
);
