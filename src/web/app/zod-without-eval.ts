// zod tests `new Function`, which the content security policy forbids. Set this before zod loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
