import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { missing } from './errors.ts';
import { standInEvents as events, standInObjects as objects } from './tables.ts';
import type { Event, Kept, KeptType } from './wire.ts';

export interface Listing {
  fields?: Readonly<Record<string, string>>;
  not?: Readonly<Record<string, string>>;
  created?: { gte?: number; gt?: number; lte?: number; lt?: number };
  limit?: number;
  startingAfter?: string;
  endingBefore?: string;
}

export interface Page<T> {
  data: T[];
  hasMore: boolean;
}

export type Objects = ReturnType<typeof createObjects>;

// biome-ignore lint/plugin: only `put` writes bodies, under the type by which they are read.
const keptIn = <Type extends KeptType>({ body }: { body: unknown }) => body as Kept[Type];
// biome-ignore lint/plugin: bodies of events are written by `put` alone.
const eventIn = ({ body }: { body: unknown }) => body as Event;

const inOrder = sql`${objects.id} collate "C"`;
const at = (seconds: number) => new Date(seconds * 1000);
const field = (path: string) => sql`${objects.body} #>> ${`{${path.replaceAll('.', ',')}}`}::text[]`;

function conditions(type: KeptType, listing: Listing): SQL[] {
  const { created = {} } = listing;
  return [
    eq(objects.type, type),
    ...Object.entries(listing.fields ?? {}).map(([path, value]) => sql`${field(path)} = ${value}`),
    ...Object.entries(listing.not ?? {}).map(
      ([path, value]) => sql`${field(path)} is distinct from ${value}`,
    ),
    ...(created.gte === undefined ? [] : [gte(objects.createdAt, at(created.gte))]),
    ...(created.gt === undefined ? [] : [gt(objects.createdAt, at(created.gt))]),
    ...(created.lte === undefined ? [] : [lte(objects.createdAt, at(created.lte))]),
    ...(created.lt === undefined ? [] : [lt(objects.createdAt, at(created.lt))]),
  ];
}

export function createObjects(orm: Orm) {
  async function list<Type extends KeptType>(type: Type, listing: Listing = {}): Promise<Page<Kept[Type]>> {
    const limit = listing.limit ?? 10;
    const where = conditions(type, listing);
    const cursor = listing.endingBefore ?? listing.startingAfter;
    const backwards = listing.endingBefore !== undefined;
    if (cursor !== undefined) {
      const [row] = await orm
        .select()
        .from(objects)
        .where(and(eq(objects.id, cursor), eq(objects.type, type)));
      if (!row) throw missing(type, cursor, backwards ? 'ending_before' : 'starting_after');
      const { createdAt } = row;
      const beyond = backwards
        ? or(
            gt(objects.createdAt, createdAt),
            and(eq(objects.createdAt, createdAt), sql`${inOrder} > ${cursor}`),
          )
        : or(
            lt(objects.createdAt, createdAt),
            and(eq(objects.createdAt, createdAt), sql`${inOrder} < ${cursor}`),
          );
      if (beyond) where.push(beyond);
    }
    const way = backwards ? asc : desc;
    const rows = await orm
      .select()
      .from(objects)
      .where(and(...where))
      .orderBy(way(objects.createdAt), way(inOrder))
      .limit(limit + 1);
    const data = rows.slice(0, limit).map(keptIn<Type>);
    return { data: backwards ? data.reverse() : data, hasMore: rows.length > limit };
  }

  async function find<Type extends KeptType>(type: Type, id: string): Promise<Kept[Type] | null> {
    const [row] = await orm
      .select()
      .from(objects)
      .where(and(eq(objects.id, id), eq(objects.type, type)));
    return row ? keptIn<Type>(row) : null;
  }

  return {
    find,
    async get<Type extends KeptType>(type: Type, id: string, param?: string): Promise<Kept[Type]> {
      const found = await find(type, id);
      if (found === null) throw missing(type, id, param);
      return found;
    },
    async findAny(id: string): Promise<Kept[KeptType] | null> {
      const [row] = await orm.select().from(objects).where(eq(objects.id, id));
      return row ? keptIn<KeptType>(row) : null;
    },
    async put<Type extends KeptType>(object: Kept[Type] & { object: Type }): Promise<void> {
      const { id, object: type } = object;
      const created = 'created' in object ? object.created : 0;
      await orm
        .insert(objects)
        .values({ id, type, body: object, createdAt: at(created) })
        .onConflictDoUpdate({ target: objects.id, set: { body: object, createdAt: at(created) } });
    },
    list,
    async all<Type extends KeptType>(
      type: Type,
      fields: Readonly<Record<string, string>> = {},
    ): Promise<Kept[Type][]> {
      const rows = await orm
        .select()
        .from(objects)
        .where(and(...conditions(type, { fields })))
        .orderBy(asc(objects.createdAt), asc(inOrder));
      return rows.map(keptIn<Type>);
    },
  };
}

export interface EventRow {
  event: Event;
  deliverAt: Date;
  attempts: number;
  deliveredAt: Date | null;
}

/** Paused until deliveries resume. */
export const never = new Date('9999-01-01T00:00:00Z');
export const isHeld = ({ deliverAt, deliveredAt }: EventRow): boolean =>
  deliveredAt === null && deliverAt.getTime() === never.getTime();

const toRow = (row: typeof events.$inferSelect): EventRow => ({ ...row, event: eventIn(row) });
const eventOrder = sql`${events.id} collate "C"`;

export interface EventListing {
  types: readonly string[] | null;
  created: NonNullable<Listing['created']>;
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

function isWanted({ type, created }: Event, { types, created: within }: EventListing): boolean {
  const fits = (pattern: string) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
  return (
    (types === null || types.some(fits)) &&
    created >= (within.gte ?? 0) &&
    created > (within.gt ?? -1) &&
    created <= (within.lte ?? Number.POSITIVE_INFINITY) &&
    created < (within.lt ?? Number.POSITIVE_INFINITY)
  );
}

export function createEventRows(orm: Orm) {
  return {
    async add(event: Event, times: { now: Date; deliverAt: Date }): Promise<void> {
      const { now: createdAt, deliverAt } = times;
      await orm.insert(events).values({ id: event.id, body: event, deliverAt, createdAt });
    },
    async find(id: string): Promise<EventRow | null> {
      const [row] = await orm.select().from(events).where(eq(events.id, id));
      return row ? toRow(row) : null;
    },
    async list(wanted: EventListing): Promise<Page<Event>> {
      const { startingAfter, endingBefore, limit } = wanted;
      const rows = await orm
        .select()
        .from(events)
        .where(
          and(
            startingAfter === undefined ? undefined : sql`${eventOrder} < ${startingAfter}`,
            endingBefore === undefined ? undefined : sql`${eventOrder} > ${endingBefore}`,
          ),
        )
        .orderBy(desc(eventOrder));
      const all = rows.map(eventIn).filter((event) => isWanted(event, wanted));
      const page = endingBefore === undefined ? all.slice(0, limit) : all.slice(-limit);
      return { data: page, hasMore: all.length > limit };
    },
    async undelivered(): Promise<EventRow[]> {
      const rows = await orm.select().from(events).where(isNull(events.deliveredAt)).orderBy(asc(eventOrder));
      return rows.map(toRow);
    },
    async latest(limit: number): Promise<EventRow[]> {
      const rows = await orm.select().from(events).orderBy(desc(eventOrder)).limit(limit);
      return rows.map(toRow);
    },
    async delivered(id: string, now: Date): Promise<void> {
      await orm
        .update(events)
        .set({ deliveredAt: now, attempts: sql`${events.attempts} + 1` })
        .where(eq(events.id, id));
    },
    /** Unless it has been paused meanwhile. */
    async failed(id: string, again: Date): Promise<void> {
      await orm
        .update(events)
        .set({ deliverAt: again, attempts: sql`${events.attempts} + 1` })
        .where(and(eq(events.id, id), lt(events.deliverAt, never)));
    },
    async setDue(deliverAt: Date): Promise<void> {
      await orm.update(events).set({ deliverAt }).where(isNull(events.deliveredAt));
    },
    async forget(customerId: string): Promise<void> {
      const about = sql`${events.body} #> '{data,object}'`;
      const shown = [
        ['object', 'email'],
        ['object', 'customer_email'],
        ['object', 'customer_details'],
        ['previous_attributes', 'email'],
      ];
      for (const [part, name] of shown) {
        await orm
          .update(events)
          .set({ body: sql`jsonb_set(${events.body}, ${`{data,${part},${name}}`}::text[], 'null')` })
          .where(
            and(
              or(sql`${about} ->> 'id' = ${customerId}`, sql`${about} ->> 'customer' = ${customerId}`),
              sql`jsonb_exists(${events.body} #> ${`{data,${part}}`}::text[], ${name})`,
            ),
          );
      }
    },
    async anew(id: string, now: Date): Promise<void> {
      await orm.update(events).set({ deliverAt: now, deliveredAt: null }).where(eq(events.id, id));
    },
  };
}
export type EventRows = ReturnType<typeof createEventRows>;
