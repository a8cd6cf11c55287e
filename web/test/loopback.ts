// HTTP server on loopback for tests: records requests and returns set responses.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

export async function loopback(answer: (request: Received) => Reply | Promise<Reply>) {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://loopback');
      const entry = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      };
      received.push(entry);
      void Promise.resolve(answer(entry)).then(({ status = 200, json, text, headers }) => {
        response.writeHead(status, {
          'content-type': json === undefined ? 'text/plain' : 'application/json',
          ...headers,
        });
        response.end(json === undefined ? (text ?? '') : JSON.stringify(json));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Pages use relative paths, which resolve to the server here.
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    real(typeof input === 'string' && input.startsWith('/') ? origin + input : input, init);
  return {
    origin,
    received,
    async close() {
      globalThis.fetch = real;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
