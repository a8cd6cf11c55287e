// Bundle budgets: sign-in, dashboard, each plugin.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const KIB = 1024;
const SIGN_IN = 150 * KIB;
const DASHBOARD = 200 * KIB;
/** First scripts of the driver pages, which phones load over slow networks. */
const DRIVER = 120 * KIB;
/** Budget of a remote's entry, federation runtime share and start-up, without exposed modules. */
const REMOTE = 13 * KIB;

const root = path.resolve(import.meta.dirname, '../..');
const gzip = (file) => zlib.gzipSync(fs.readFileSync(file), { level: 9 }).length;
const kib = (bytes) => `${(bytes / KIB).toFixed(1)} KiB`;

const beside = (file, names) =>
  [...names].map((match) => path.resolve(path.dirname(file), match[1]));

/** The modules that a built module imports before it runs. */
function imports(file) {
  const code = fs.readFileSync(file, 'utf8');
  return beside(
    file,
    code.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]*?from)?\s*["'](\.{1,2}\/[^"']+\.js)["']/g,
    ),
  );
}

/** A file's static and dynamic imports. */
function reaches(file) {
  const code = fs.readFileSync(file, 'utf8');
  return [
    ...imports(file),
    ...beside(file, code.matchAll(/import\(\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)),
  ];
}

/**
 * Everything that comes with the given files, as far as `next` leads and `skip` does not refuse.
 */
function closure(files, next, skip = () => false) {
  const seen = new Set();
  const walk = (file) => {
    if (seen.has(file) || skip(file) || !fs.existsSync(file)) return;
    seen.add(file);
    for (const following of next(file)) walk(following);
  };
  for (const file of files) walk(file);
  return seen;
}

const sum = (files) => [...files].reduce((total, file) => total + gzip(file), 0);
let failed = false;
function verdict(name, bytes, limit) {
  const over = bytes > limit;
  failed ||= over;
  console.log(`${over ? 'TOO HEAVY' : 'ok'}  ${name}: ${kib(bytes)} of ${kib(limit)}`);
}

const dist = path.join(root, 'web/dist');
/** The scripts that a page names. */
const scriptsOf = (page) =>
  [...fs.readFileSync(path.join(dist, page), 'utf8').matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(
    (match) => path.join(dist, match[1]),
  );
const first = scriptsOf('index.html');
/** The built modules that a page is made of, by the names of their sources. */
const pages = (...names) =>
  fs
    .readdirSync(path.join(dist, 'assets'))
    .filter((file) => file.endsWith('.js') && names.includes(file.replace(/-.{8}\.js$/, '')));
function page(name, limit, ...sources) {
  const found = pages(...sources);
  if (found.length !== sources.length)
    throw new Error(
      `${name}: of ${sources.join(', ')} there are ${found.join(', ') || 'none'} in ${dist}`,
    );
  verdict(
    name,
    sum(closure([...first, ...found.map((file) => path.join(dist, 'assets', file))], imports)),
    limit,
  );
}
page('the sign-in page', SIGN_IN, 'sign-in');
page('the dashboard', DASHBOARD, 'ShellLayout', 'Home', 'Dashboard');
verdict('the driver pages', sum(closure(scriptsOf('driver/index.html'), imports)), DRIVER);

const plugins = path.join(root, 'web-plugins');
for (const id of fs.readdirSync(plugins)) {
  const built = path.join(plugins, id, 'dist');
  if (!fs.existsSync(path.join(plugins, id, 'plugin.web.json'))) continue;
  const { slots = [], routes = [] } = JSON.parse(
    fs.readFileSync(path.join(plugins, id, 'plugin.web.json'), 'utf8'),
  );
  // Modules reached only through exposed ones are the plugin's own.
  const own = [...slots, ...routes].map(({ module }) => `${module.replace('./', '')}-`);
  const isOwn = (file) => own.some((name) => path.basename(file).startsWith(name));
  verdict(
    `${id}, beside its own code`,
    sum(closure([path.join(built, 'remoteEntry.js')], reaches, isOwn)),
    REMOTE,
  );
}
process.exitCode = failed ? 1 : 0;
