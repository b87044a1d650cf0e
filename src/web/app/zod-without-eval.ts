import { z } from 'zod';

// zod probes `new Function` when a schema is made; the page's content security policy forbids and reports it. So this
// module is imported before any that holds a schema.
z.config({ jitless: true });
