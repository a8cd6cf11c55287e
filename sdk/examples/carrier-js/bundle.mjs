// What the bundler leaves alone: the host's interfaces, which the component imports.
export default { external: [/^waybill:/] };
