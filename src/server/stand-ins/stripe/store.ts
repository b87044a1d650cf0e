import { and, asc, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '#server/platform/database/database.ts';
import { missing } from './errors.ts';
import { standInEvents as events, standInObjects as objects } from './tables.ts';
import type { Event, Kept, KeptType } from './wire.ts';

export interface Listing {
  fields?: Readonly<Record<string, string>>;
  not?: Readonly<Record<string, string>>;
  /** From this second on. */
  since?: number | undefined;
  limit?: number;
  startingAfter?: string | undefined;
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
  return [
    eq(objects.type, type),
    ...Object.entries(listing.fields ?? {}).map(([path, value]) => sql`${field(path)} = ${value}`),
    ...Object.entries(listing.not ?? {}).map(
      ([path, value]) => sql`${field(path)} is distinct from ${value}`,
    ),
    ...(listing.since === undefined ? [] : [gte(objects.createdAt, at(listing.since))]),
  ];
}

export function createObjects(orm: Orm) {
  async function list<Type extends KeptType>(type: Type, listing: Listing = {}): Promise<Page<Kept[Type]>> {
    const limit = listing.limit ?? 10;
    const where = conditions(type, listing);
    const cursor = listing.startingAfter;
    if (cursor !== undefined) {
      const [row] = await orm
        .select()
        .from(objects)
        .where(and(eq(objects.id, cursor), eq(objects.type, type)));
      if (!row) throw missing(type, cursor, 'starting_after');
      const { createdAt } = row;
      const beyond = or(
        lt(objects.createdAt, createdAt),
        and(eq(objects.createdAt, createdAt), sql`${inOrder} < ${cursor}`),
      );
      if (beyond) where.push(beyond);
    }
    const rows = await orm
      .select()
      .from(objects)
      .where(and(...where))
      .orderBy(desc(objects.createdAt), desc(inOrder))
      .limit(limit + 1);
    return { data: rows.slice(0, limit).map(keptIn<Type>), hasMore: rows.length > limit };
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

export function createEventRows(orm: Orm) {
  return {
    async add(event: Event, times: { now: Date; deliverAt: Date }): Promise<void> {
      const { now: createdAt, deliverAt } = times;
      await orm.insert(events).values({ id: event.id, body: event, deliverAt, createdAt });
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
