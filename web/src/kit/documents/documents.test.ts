// Tests of file sizes and uploads.
import { afterEach, expect, it, vi } from 'vitest';
import { formatNumber } from '@waybill/plugin';
import { sizeText } from '../../lib/size.ts';
import { typeText, uploadDocument } from './documents.ts';

it('writes sizes with as many digits as they need', () => {
  expect(
    [0, 900, 1024, 1536, 20_480, 5_242_880].map((bytes) => sizeText(bytes, formatNumber)),
  ).toEqual(['0 B', '900 B', '1 KB', '1.5 KB', '20 KB', '5 MB']);
});

it('names every kind, and unknown ones as other', () => {
  expect([typeText(5), typeText(99), typeText(1234)]).toEqual([
    'Proof of delivery',
    'Other',
    'Other',
  ]);
});

function server(status: number, body: unknown) {
  const sent: FormData[] = [];
  class Request extends EventTarget {
    upload = new EventTarget();
    status = status;
    responseText = JSON.stringify(body);
    open() {}
    setRequestHeader() {}
    abort() {
      this.dispatchEvent(new Event('abort'));
      this.dispatchEvent(new Event('loadend'));
    }
    send(form: FormData) {
      sent.push(form);
      this.upload.dispatchEvent(
        Object.assign(new Event('progress'), { lengthComputable: true, loaded: 1, total: 4 }),
      );
      setTimeout(() => this.dispatchEvent(new Event('load')));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

afterEach(() => vi.unstubAllGlobals());
const filing = {
  entityType: 'Booking',
  entityId: 7,
  documentType: 5,
  isVisibleToCustomer: true,
} as const;
const file = new File(['x'], 'pod.pdf', { type: 'application/pdf' });

it('tells where the file goes before the file, and how far it is', async () => {
  const sent = server(200, { __abp: true, success: true, result: { document: { id: 3 } } });
  const shares: number[] = [];
  expect(await uploadDocument(file, filing, { onProgress: (share) => shares.push(share) })).toEqual(
    { document: { id: 3 } },
  );
  expect([...(sent[0]?.keys() ?? [])]).toEqual([
    'entityType',
    'entityId',
    'documentType',
    'isVisibleToCustomer',
    'file',
  ]);
  expect(sent[0]?.get('entityId')).toBe('7');
  expect(shares).toEqual([0.25]);
});

it("says the server's refusal, and stops when told", async () => {
  server(400, {
    __abp: true,
    success: false,
    error: { code: 4, message: 'This kind of file is not taken.', validationErrors: null },
  });
  await expect(uploadDocument(file, filing, {})).rejects.toMatchObject({
    status: 400,
    message: 'This kind of file is not taken.',
  });
  const stop = new AbortController();
  stop.abort();
  await expect(uploadDocument(file, filing, { signal: stop.signal })).rejects.toThrow('cancelled');
});
