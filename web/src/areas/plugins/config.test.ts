// Tests of plugin configuration.
import { expect, it } from 'vitest';
import { inEnglish, type Translate } from '@waybill/plugin';
import {
  breakerState,
  deliveryState,
  endpointsOf,
  limitsWire,
  limitText,
  mayRetry,
  sumOf,
  unitText,
  wholeAddress,
  type HealthRow,
} from './config.ts';
import { askText } from './model.ts';

const row = (more: Partial<HealthRow>): HealthRow => ({
  function: 'rates',
  calls: 0,
  declined: 0,
  faulted: 0,
  turnedAway: 0,
  averageMicros: 0,
  averageCpuMicros: 0,
  peakMemoryBytes: 0,
  httpCalls: 0,
  retried: 0,
  ...more,
});

it('finds the addresses among what a plugin asks for', () => {
  const sentence = 'Receive POST, PUT /events signed with the secret hook';
  const endpoint = { code: 'endpoint:POST,PUT /events hmac', words: sentence };
  expect(
    endpointsOf('shop', [
      { code: 'host:a.example', words: 'x' },
      endpoint,
      { code: 'endpoint:broken', words: 'x' },
    ]),
  ).toEqual([{ method: 'POST, PUT', path: '/api/plugins/shop/events', ask: endpoint }]);
});

it('says who may call an address in the language of the reader, and what it does not know as the server does', () => {
  const german: Translate = (text, values) =>
    inEnglish(
      (
        {
          'Receive {call} signed with the secret {secret}':
            '{call} annehmen, signiert mit {secret}',
          'Receive {call} from your users who have the permission {permission}':
            '{call} annehmen von Leuten mit {permission}',
        } as Record<string, string>
      )[text] ?? `?${text}`,
      values,
    );
  const germanText = (english: string) =>
    askText({ code: 'endpoint:POST /events x', words: english }, german);
  expect(germanText('Receive POST /events signed with the secret hook')).toBe(
    'POST /events annehmen, signiert mit hook',
  );
  expect(
    germanText('Receive POST /a (b) from your users who have the permission Pages.Booking'),
  ).toBe('POST /a (b) annehmen von Leuten mit Pages.Booking');
  expect(germanText('Receive whatever comes')).toBe('?Receive whatever comes');
});

it('makes whole addresses of paths, and leaves what is whole', () => {
  expect(wholeAddress('/api/plugins/shop/events', 'https://acme.example')).toBe(
    'https://acme.example/api/plugins/shop/events',
  );
  expect(wholeAddress('https://other.example/x', 'https://acme.example')).toBe(
    'https://other.example/x',
  );
});

it('sums up calls by their weight', () => {
  expect(
    sumOf([
      row({ calls: 1, averageMicros: 100 }),
      row({ calls: 3, faulted: 1, averageMicros: 500 }),
    ]),
  ).toEqual({ calls: 4, faulted: 1, faultShare: 0.25, averageMicros: 400 });
  expect(sumOf([])).toEqual({ calls: 0, faulted: 0, faultShare: null, averageMicros: null });
});

it.each([
  ['closed', 'closed'],
  ['Closed', 'closed'],
  ['open', 'resting'],
  ['half-open', 'trying'],
  ['halfOpen', 'trying'],
  ['something new', 'resting'],
])('takes the breaker state %s as %s', (state, expected) =>
  expect(breakerState({ state, reason: null, until: null })).toBe(expected),
);

it('sends limits nested by their paths, and only those that are set', () => {
  expect(
    limitsWire({
      memoryMib: 128,
      'cpuMs.rates': 100,
      'cpuMs.label': 200,
      httpCalls: null,
      logLines: 0,
    }),
  ).toEqual({ memoryMib: 128, cpuMs: { rates: 100, label: 200 }, logLines: 0 });
  expect(limitsWire({ memoryMib: null })).toEqual({});
});

it('names limits and their units', () => {
  expect(limitText('memoryMib', inEnglish)).toBe('Memory per call');
  expect(limitText('cpuMs.rates', inEnglish)).toBe('Processor time: rates');
  expect(limitText('wallMs.label', inEnglish)).toBe('Maximum time: label');
  expect(limitText('somethingNew', inEnglish)).toBe('Something new');
  expect(unitText('MiB', inEnglish)).toBe('MiB');
  expect(unitText('parsecs', inEnglish)).toBe('parsecs');
});

it('tells how deliveries stand, and which can be tried again', () => {
  expect(deliveryState('Failed').tone).toBe('danger');
  expect(deliveryState('done').tone).toBe('success');
  expect(deliveryState('HeldBack')).toEqual({ text: 'Held back', tone: 'neutral' });
  expect(mayRetry({ allowedOperations: ['Retry'] })).toBe(true);
  expect(mayRetry({ allowedOperations: [] })).toBe(false);
});
