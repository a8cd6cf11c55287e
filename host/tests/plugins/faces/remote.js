// A handwritten remote: it takes the host's shared modules, and its only module is a component.
let shares;

export function init(given) {
  shares = given;
}

async function share(name) {
  const [version] = Object.values(shares[name]);
  return (await version.get())();
}

export async function get(module) {
  if (module !== './Widget') throw new Error(`there is no ${module}`);
  const [react, sdk] = await Promise.all([share('react'), share('@waybill/plugin')]);
  const h = react.createElement;
  function Widget() {
    /* BODY */
    return h(sdk.Card);
  }
  return () => ({ default: Widget });
}
