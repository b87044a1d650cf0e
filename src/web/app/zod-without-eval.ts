// zod tests `new Function` when it creates a schema; the content security policy forbids and reports that.
// zod reads this configuration, which must be set before zod loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
