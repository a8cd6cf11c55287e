// Dev server of a plugin's front end inside a running host.
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';

const HOST = 'http://localhost:8080';
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
};
const MANIFEST = '/api/plugins/manifest';
/** Debounce before a build in milliseconds. */
const PAUSE = 50;
/** Builds kept, for pages that still load parts of older ones. */
const MAX_BUILDS = 10;

/** True for local names: tenants are distinguished by host name. */
const isHere = (name) =>
  name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '[::1]';

/** Reread each time, so new slots show immediately. */
function declared(root) {
  const file = path.join(root, 'plugin.web.json');
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
  }
}

/** The manifest with this plugin's current state. */
function withOurs(text, { id, root, entry }) {
  const { slots = [], routes = [], nav = [] } = declared(root);
  const answer = JSON.parse(text);
  const list = answer.result?.plugins;
  if (!Array.isArray(list)) return text;
  const installed = list.find((plugin) => plugin.id === id);
  const ours = {
    name: id,
    ...installed,
    id,
    version: 'dev',
    sdk: '*',
    entry,
    retries: [],
    integrity: {},
    contributes: { slots, routes, nav },
  };
  answer.result.plugins = [...list.filter((plugin) => plugin.id !== id), ours];
  return JSON.stringify(answer);
}

/** Proxies a request; `change` rewrites a text answer. */
function pass(target, request, response, change) {
  const headers = { ...request.headers };
  if (!isHere(target.hostname)) {
    headers.host = target.host;
    for (const name of ['origin', 'referer'])
      if (headers[name]) headers[name] = headers[name].replace(/^https?:\/\/[^/]+/, target.origin);
  }
  if (change) {
    headers['accept-encoding'] = 'identity';
    delete headers['if-none-match'];
  }
  const client = target.protocol === 'https:' ? https : http;
  const asked = client.request(
    {
      hostname: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method: request.method,
      path: request.url,
      headers,
      servername: target.hostname,
    },
    (answer) => {
      if (!change) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const given = { ...answer.headers };
        delete given['content-length'];
        delete given['transfer-encoding'];
        delete given.etag;
        try {
          const text = change(Buffer.concat(parts).toString('utf8'), given, answer.statusCode);
          response.writeHead(answer.statusCode ?? 502, given);
          response.end(text);
        } catch (error) {
          response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
          response.end(error.message);
        }
      });
    },
  );
  asked.on('error', (error) => {
    if (response.headersSent) return response.destroy();
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(
      `The host at ${target.origin} does not answer (${error.code ?? error.message}). ` +
        `Start it, or name another one in WAYBILL_HOST.`,
    );
  });
  request.pipe(asked);
}

/**
 * Rebuilds on change and proxies the host's pages. The host's CSP is kept except for script hashes,
 * which new builds lack.
 */
export function devServer({ id, exposes, buildSettings }) {
  const base = `/__waybill/${id}`;
  const out = fs.mkdtempSync(path.join(os.tmpdir(), `waybill-${id}-`));
  const listeners = new Set();
  let build = 0;
  let error = null;
  let isStale = true;
  let isBuilding = false;
  let pause;
  const folder = (number) => path.join(out, String(number));
  const state = () => `data: ${JSON.stringify({ build, error })}\n\n`;

  /** Builds the current state; changes during a build trigger another. */
  async function bringUpToDate(server) {
    if (isBuilding) return;
    isBuilding = true;
    while (isStale) {
      isStale = false;
      try {
        follow(server, await buildInto(folder(build + 1), server.config.root));
        error = null;
        build += 1;
        fs.rmSync(folder(build - MAX_BUILDS), { recursive: true, force: true });
        server.config.logger.info(`build ${build} is shown`, { timestamp: true });
      } catch (failure) {
        error = failure?.message ?? String(failure);
        server.config.logger.error(error, { timestamp: true });
      }
      for (const listener of listeners) listener.write(state());
    }
    isBuilding = false;
  }

  async function buildInto(outDir, root) {
    // Builds are for production in any mode.
    process.env.NODE_ENV = 'production';
    const { build: bundle } = await import('vite');
    const settings = buildSettings();
    return bundle({
      ...settings,
      root,
      configFile: false,
      mode: 'production',
      logLevel: 'warn',
      build: {
        ...settings.build,
        outDir,
        emptyOutDir: true,
        minify: false,
        reportCompressedSize: false,
      },
    });
  }

  /** Watches imported files outside the folder, except packages. */
  function follow(server, output) {
    const files = output.output
      .flatMap((chunk) => chunk.moduleIds ?? [])
      .map((file) => file.split('?')[0]);
    server.watcher.add(
      files.filter(
        (file) => path.isAbsolute(file) && !file.includes('/node_modules/') && fs.existsSync(file),
      ),
    );
  }

  /** Editors save in steps: one build after the last. */
  function saved(server) {
    isStale = true;
    clearTimeout(pause);
    pause = setTimeout(() => void bringUpToDate(server), PAUSE);
  }

  function serveFile(address, request, response) {
    if (address === `${base}/events`) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.write(state());
      listeners.add(response);
      request.on('close', () => listeners.delete(response));
      return;
    }
    const isClient = address === `${base}/client.js`;
    const file = isClient
      ? path.join(import.meta.dirname, 'client.js')
      : path.join(out, address.slice(base.length));
    if ((!isClient && !file.startsWith(out + path.sep)) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
    });
    fs.createReadStream(file).pipe(response);
  }

  return {
    name: 'waybill:dev',
    apply: 'serve',
    config: ({ server }) => ({
      appType: 'custom',
      server: { port: server?.port ?? 5174, hmr: false, allowedHosts: ['.localhost'] },
      optimizeDeps: { noDiscovery: true },
    }),
    async configureServer(server) {
      const target = new URL(process.env.WAYBILL_HOST ?? HOST);
      const client = JSON.stringify({
        name: id.replaceAll('-', '_'),
        path: base,
        modules: Object.keys(exposes).map((name) => ({ id, name })),
      });
      const data = client.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      const tag = `<script type="module" src="${base}/client.js" data-waybill-dev="${data}"></script>`;
      server.middlewares.use(async (request, response) => {
        const address = new URL(request.url ?? '/', 'http://here').pathname;
        if (address.startsWith(`${base}/`)) return serveFile(address, request, response);
        if (request.method === 'GET' && address === MANIFEST) {
          return pass(target, request, response, (text, _headers, status) =>
            status === 200
              ? withOurs(text, {
                  id,
                  root: server.config.root,
                  entry: `${base}/${build}/remoteEntry.js`,
                })
              : text,
          );
        }
        if (request.method === 'GET' && request.headers.accept?.includes('text/html')) {
          return pass(target, request, response, (text, headers) => {
            delete headers['integrity-policy'];
            return text.replace('</head>', `${tag}</head>`);
          });
        }
        pass(target, request, response);
      });
      server.httpServer?.on('close', () => {
        for (const listener of listeners) listener.end();
        clearTimeout(pause);
        fs.rmSync(out, { recursive: true, force: true });
      });
      server.config.logger.info(`  ${id} is shown inside ${target.origin}`);
      server.watcher.on('all', () => saved(server));
      await bringUpToDate(server);
    },
  };
}
