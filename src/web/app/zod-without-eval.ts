// zod probes `new Function` when a schema is made; the page's content security policy forbids and reports it. zod
// takes its configuration from here, so this may be said before zod is loaded, and is: by then schemas are being made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
