// Tests of plugin rules.
import { describe, expect, it } from 'vitest';
import { ApiError, inEnglish } from '@waybill/plugin';
import {
  askText,
  asksAdded,
  asksChanged,
  explained,
  groupPackages,
  inOrder,
  isOlder,
  kindText,
  levelOf,
  needsAgreement,
  newAsks,
  pluginState,
  problemOf,
  questionOf,
  refusalText,
  reviewText,
  signerChange,
  signersInOrder,
  wantedOf,
  type Package,
  type Plugin,
  type Signer,
} from './model.ts';

const keep = {
  code: 'capability:key-value',
  words: 'Store up to 10 MiB of plugin data for your company',
};
const host = { code: 'host:api.ferry.example', words: 'Exchange data with api.ferry.example' };

const plugin = (over: Partial<Plugin> = {}): Plugin => ({
  id: 'ferry',
  name: 'Ferry',
  version: '1.0.0',
  kind: 'carrier',
  description: '',
  isBundled: false,
  isEnabled: true,
  isPinned: false,
  asks: [keep, host],
  missingConsents: [],
  waiting: null,
  ...over,
});
const one = (id: number, over: Partial<Package> = {}): Package => ({
  id,
  plugin: 'ferry',
  version: `1.0.${id}`,
  name: 'Ferry',
  kind: 'carrier',
  digest: 'ab',
  size: 10,
  signerName: null,
  newSigner: null,
  asks: [],
  state: 'available',
  uploadedBy: 'ops',
  creationTime: `2026-05-0${id}T00:00:00Z`,
  ...over,
});

describe('a plugin', () => {
  it('waits when it is enabled and asks for more than was agreed to', () => {
    expect(pluginState(plugin())).toBe('enabled');
    expect(pluginState(plugin({ missingConsents: [host.code] }))).toBe('review');
    expect(pluginState(plugin({ isEnabled: false, missingConsents: [host.code] }))).toBe(
      'disabled',
    );
  });

  it('waits when a version of it does, and that is what is agreed to', () => {
    const newSigner = {
      from: 'Ferry Ltd',
      fromFingerprint: 'aa:bb',
      to: 'Barge Ltd',
      toFingerprint: 'cc:dd',
    };
    const held = plugin({
      waiting: {
        version: '2.0.0',
        asks: [keep, host, { code: 'capability:log', words: 'Log' }],
        missingConsents: ['capability:log'],
        newSigner,
      },
    });
    expect(pluginState(held)).toBe('review');
    expect(wantedOf(held)).toMatchObject({ version: '2.0.0', missingConsents: ['capability:log'] });
    expect(questionOf(wantedOf(held))).not.toBe(questionOf(held));
    expect([...newAsks(wantedOf(held))]).toEqual(['capability:log']);
    expect(reviewText(held, inEnglish)).toBe(
      'Version 2.0.0 needs your approval. Your organisation stays on 1.0.0 until then.',
    );
    expect(signerChange(newSigner, inEnglish)).toBe(
      'This version is signed by Barge Ltd (cc:dd). Earlier versions were signed by Ferry Ltd (aa:bb).',
    );
    expect(signerChange({ ...newSigner, to: null, toFingerprint: null }, inEnglish)).toMatch(
      /^This version is not signed/,
    );
  });

  it('knows what is older', () => {
    expect(isOlder('1.9.0', '1.10.0')).toBe(true);
    expect(isOlder('2.0.0', '1.0.0')).toBe(false);
    expect(isOlder('next', '1.0.0')).toBe(false);
  });

  it('is listed with what waits first, then by name', () => {
    const list = [
      plugin({ id: 'a', name: 'A', isEnabled: false }),
      plugin({ id: 'c', name: 'C' }),
      plugin({ id: 'b', name: 'B' }),
      plugin({ id: 'd', name: 'D', missingConsents: ['x'] }),
    ];
    expect(inOrder(list).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a']);
  });

  it('is agreed to by hand unless it came with the program or asks for nothing', () => {
    expect(needsAgreement(plugin())).toBe(true);
    expect(needsAgreement(plugin({ asks: [] }))).toBe(false);
    expect(needsAgreement(plugin({ isBundled: true }))).toBe(false);
  });

  it('puts another question when it asks for something else, or is another version', () => {
    expect(questionOf(plugin())).toBe(questionOf(plugin({ asks: [host, keep] })));
    expect(questionOf(plugin())).not.toBe(questionOf(plugin({ asks: [keep] })));
    expect(questionOf(plugin())).not.toBe(questionOf(plugin({ version: '1.0.1' })));
  });

  it('marks what is new only beside what was agreed to', () => {
    expect([...newAsks(plugin({ missingConsents: [host.code] }))]).toEqual([host.code]);
    expect(newAsks(plugin({ missingConsents: [host.code, keep.code] })).size).toBe(0);
    expect(newAsks(plugin({ isEnabled: false, missingConsents: [host.code] })).size).toBe(0);
  });
});

describe('words', () => {
  const german = (text: string, values?: Record<string, unknown>) =>
    inEnglish(
      {
        'Exchange data with {name}': 'Daten mit {name} austauschen',
        [keep.words]: 'Eigene Daten',
        'Rate engine': 'Preisrechner',
      }[text] ?? text,
      values as Record<string, string>,
    );

  it('are the reader’s, with the names of the ask in them', () => {
    expect(askText(host, german)).toBe('Daten mit api.ferry.example austauschen');
    expect(askText(keep, german)).toBe('Eigene Daten');
    expect(kindText('rate-engine', german)).toBe('Preisrechner');
  });

  it('stay the server’s when it says something else', () => {
    expect(
      askText(
        { code: 'host:api.ferry.example', words: 'Send your bookings to api.ferry.example' },
        german,
      ),
    ).toBe('Send your bookings to api.ferry.example');
  });
});

it('marks a line of the log by its level, known or not', () => {
  expect(levelOf('Warn')).toEqual({ text: 'Warning', tone: 'warning' });
  expect(levelOf('fatal')).toEqual({ text: 'Fatal', tone: 'neutral' });
});

describe('packages', () => {
  it('stand under their plugin: the active one, the way back, then the newest', () => {
    const [ferry, zebra] = groupPackages([
      one(1),
      one(4, { plugin: 'zebra', name: 'Zebra' }),
      one(2, { state: 'previous' }),
      one(5),
      one(3, { state: 'active', name: 'Ferry Line' }),
    ]);
    expect(ferry?.packages.map(({ id }) => id)).toEqual([3, 2, 5, 1]);
    expect(ferry).toMatchObject({
      plugin: 'ferry',
      name: 'Ferry Line',
      state: 'active',
      current: { id: 3 },
      previous: { id: 2 },
    });
    expect(zebra).toMatchObject({
      plugin: 'zebra',
      name: 'Zebra',
      state: 'none',
      current: null,
      previous: null,
    });
  });

  it('know that a suspended one is still the current one', () => {
    expect(groupPackages([one(1, { state: 'suspended' }), one(2)])[0]).toMatchObject({
      state: 'suspended',
      current: { id: 1 },
      packages: [{ id: 1 }, { id: 2 }],
    });
  });

  it('tell what they ask for beyond the active one', () => {
    expect(asksAdded(one(2, { asks: [keep, host] }), one(1, { asks: [keep] }))).toEqual([host]);
    expect(asksAdded(one(2, { asks: [keep] }), null)).toEqual([]);
  });
});

it('lists trusted keys before revoked ones', () => {
  const signer = (id: number, name: string, revokedAt: string | null = null): Signer => ({
    id,
    key: 'k',
    fingerprint: 'f',
    name,
    creationTime: '2026-05-01T00:00:00Z',
    revokedAt,
  });
  expect(
    signersInOrder([signer(1, 'A', '2026-05-02T00:00:00Z'), signer(2, 'C'), signer(3, 'B')]).map(
      ({ id }) => id,
    ),
  ).toEqual([3, 2, 1]);
});

describe('a refusal', () => {
  const untrusted = new ApiError(400, 'This package has no signature of a trusted signer.', {
    code: 702,
    details: 'It is not signed.',
  });

  it('is told with its reason', async () => {
    expect(refusalText(untrusted)).toBe(
      'This package has no signature of a trusted signer. It is not signed.',
    );
    expect(refusalText(new ApiError(404, 'The package was not found.'))).toBe(
      'The package was not found.',
    );
    await expect(explained(Promise.reject(untrusted))).rejects.toThrow('It is not signed.');
    await expect(explained(Promise.resolve(7))).resolves.toBe(7);
  });

  it('keeps what was meant for programmers to itself when no answer came', () => {
    expect(
      refusalText(
        new ApiError(0, 'The server could not be reached.', { details: 'APIClient error' }),
      ),
    ).toBe('The server could not be reached.');
  });

  it('is found by its code and by the member it is about', () => {
    expect(asksChanged(new ApiError(400, 'Changed', { code: 711 }))).toBe(true);
    expect(asksChanged(untrusted)).toBe(false);
    const invalid = new ApiError(400, 'Invalid', {
      validationErrors: [{ message: 'is no key', members: ['key'] }],
    });
    expect(problemOf(invalid, 'key')).toBe('is no key');
    expect(problemOf(invalid, 'name')).toBeUndefined();
    expect(problemOf(null, 'key')).toBeUndefined();
  });
});
