import { z } from 'zod';
import { missing } from '../errors.ts';
import type { EventListing } from '../store.ts';
import { asList, type Routes } from './call.ts';
import { expand, listing, read, text, toListing } from './parameters.ts';

export const eventRoutes: Routes = {
  async 'GET /v1/events'({ act, form }) {
    const given = read({ ...listing, type: text.optional(), types: z.array(text).max(20).optional() }, form);
    const types = given.types ?? (given.type === undefined ? null : [given.type]);
    const { limit = 10, created = {}, startingAfter, endingBefore } = toListing(given, {});
    const wanted: EventListing = { limit, created, types, startingAfter, endingBefore };
    return { object: asList(await act.events.list(wanted), '/v1/events'), expand: given.expand };
  },
  async 'GET /v1/events/{id}'({ act, path, form }) {
    const row = await act.events.find(path.id ?? '');
    if (row === null) throw missing('event', path.id ?? '');
    return { object: row.event, expand: read({ expand }, form).expand };
  },
};
