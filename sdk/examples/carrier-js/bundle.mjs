// Externals of the bundle: the host's interfaces, which the component imports.
export default { external: [/^waybill:/] };
