// Dev client in the page: loads new builds and reports failures.

const settings =
  document.currentScript?.dataset ?? document.querySelector('script[data-waybill-dev]').dataset;
const { name, path, modules } = JSON.parse(settings.waybillDev);

function say(words) {
  document.getElementById('waybill-dev')?.remove();
  if (!words) return;
  const note = document.createElement('pre');
  note.id = 'waybill-dev';
  note.setAttribute('role', 'alert');
  note.style.cssText =
    'position:fixed;inset:auto 0 0 0;z-index:999;margin:0;max-height:50vh;overflow:auto;' +
    'padding:12px 16px;background:#7f1d1d;color:#fff;font:12px/1.5 monospace;' +
    'white-space:pre-wrap';
  note.textContent = words;
  document.body.append(note);
}

async function take(build) {
  const [page] = globalThis.__FEDERATION__?.__INSTANCES__ ?? [];
  if (!page) return;
  page.registerRemotes(
    [{ name, entry: `${location.origin}${path}/${build}/remoteEntry.js`, type: 'module' }],
    { force: true },
  );
  // A loaded module replaces its predecessor; hidden ones load later.
  for (const module of modules) {
    if (globalThis.__waybillLive?.has(`${module.id} ${module.name}`))
      await page.loadRemote(`${name}/${module.name.replace(/^\.\//, '')}`);
  }
  for (const link of document.querySelectorAll(`link[href*="${path}/"]`))
    if (!link.href.includes(`${path}/${build}/`)) link.remove();
}

let shown = null;
new EventSource(`${path}/events`).addEventListener('message', ({ data }) => {
  const { build, error } = JSON.parse(data);
  say(error);
  if (error || build === shown) return;
  const first = shown === null;
  shown = build;
  if (!first)
    take(build).catch((failure) => say(`The new build could not be shown: ${failure.message}`));
});
