import { sql } from 'drizzle-orm';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Orm } from '#server/platform/database/database.ts';
import { newStandInId } from './ids.ts';
import type { Seconds } from './periods.ts';
import { createEventRows, createObjects, type EventRows, never, type Objects } from './store.ts';
import type { CustomerSettings, Event, EventType } from './wire.ts';

/** The SDK's (`npm ls stripe`). */
export const apiVersion = '2026-10-28.endive';

export interface Act {
  objects: Objects;
  events: EventRows;
  now(customerId: string | null): Promise<Seconds>;
  settings(customerId: string): Promise<CustomerSettings>;
  tell(
    type: EventType,
    object: { id: string; object: string },
    created: Seconds,
    previous?: Record<string, unknown>,
  ): Promise<void>;
}

interface Asker {
  id: string | null;
  idempotency_key: string | null;
}
export const nobody: Asker = { id: null, idempotency_key: null };

const actsLock = 7_042_026;

export type RunAct = <Result>(work: (act: Act) => Promise<Result>, asker?: Asker) => Promise<Result>;

export function createActs(deps: { database: Database; clock: Clock; changed: () => void }): RunAct {
  const { database, clock } = deps;

  function actIn(tx: Orm, asker: Asker, heard: () => void): Act {
    const objects = createObjects(tx);
    const events = createEventRows(tx);
    let held: Promise<boolean> | undefined;
    const settings = async (customerId: string) =>
      (await objects.find('stand_in.customer', `settings_${customerId}`)) ?? {
        id: `settings_${customerId}`,
        object: 'stand_in.customer' as const,
        created: 0,
        customer: customerId,
        ahead: 0,
        failsNext: false,
      };
    return {
      objects,
      events,
      settings,
      async now(customerId) {
        const now = Math.floor(clock.now().getTime() / 1000);
        return customerId === null ? now : now + (await settings(customerId)).ahead;
      },
      async tell(type, object, created, previous) {
        const event: Event = {
          id: newStandInId('evt'),
          object: 'event',
          api_version: apiVersion,
          created,
          data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
          livemode: false,
          pending_webhooks: 1,
          request: asker,
          type,
        };
        held ??= objects.find('stand_in.delivery', 'delivery').then((delivery) => delivery?.isHeld ?? false);
        const now = clock.now();
        await events.add(event, { now, deliverAt: (await held) ? never : now });
        heard();
      },
    };
  }

  return async (work, asker = nobody) => {
    let hasChanged = false;
    const result = await database.transaction(async (tx) => {
      if (database.kind === 'server') await tx.execute(sql`select pg_advisory_xact_lock(${actsLock})`);
      return work(
        actIn(tx, asker, () => {
          hasChanged = true;
        }),
      );
    });
    if (hasChanged) deps.changed();
    return result;
  };
}
