// Tests of uploading packages.
import { afterEach, expect, it, vi } from 'vitest';
import { refusalText } from './model.ts';
import { uploadPackage } from './upload.ts';

interface Sent {
  line: string;
  headers: Record<string, string>;
  body: unknown;
}

function server(status: number, body: unknown) {
  const sent: Sent[] = [];
  class Request extends EventTarget {
    upload = new EventTarget();
    status = status;
    responseText = JSON.stringify(body);
    line = '';
    headers: Record<string, string> = {};
    open(method: string, path: string) {
      this.line = `${method} ${path}`;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    abort() {
      this.dispatchEvent(new Event('abort'));
      this.dispatchEvent(new Event('loadend'));
    }
    send(file: unknown) {
      sent.push({ line: this.line, headers: this.headers, body: file });
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
const file = new File(['x'], 'ferry.wbp');

it('sends the bytes themselves, and tells how far they are', async () => {
  const sent = server(200, {
    result: { id: 3, plugin: 'ferry', version: '1.0.0' },
    success: true,
    error: null,
    __abp: true,
  });
  const shares: number[] = [];
  await expect(uploadPackage(file, { onProgress: (share) => shares.push(share) })).resolves.toEqual(
    { id: 3, plugin: 'ferry', version: '1.0.0' },
  );
  expect(sent).toEqual([
    {
      line: 'POST /api/plugins/platform/upload',
      headers: { accept: 'application/json', 'content-type': 'application/zip' },
      body: file,
    },
  ]);
  expect(shares).toEqual([0.25]);
});

it('hands on why a package was refused', async () => {
  server(400, {
    result: null,
    success: false,
    error: {
      code: 705,
      message: 'The plugin did not pass its trial.',
      details: 'It took longer than 10 s to start.',
    },
    __abp: true,
  });
  const refusal: unknown = await uploadPackage(file).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 705 });
  expect(refusalText(refusal)).toBe(
    'The plugin did not pass its trial. It took longer than 10 s to start.',
  );
});

it('can be stopped', async () => {
  server(200, {});
  const stop = new AbortController();
  const upload = uploadPackage(file, { signal: stop.signal });
  stop.abort();
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
});
