import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Shared } from '#server/platform/shared.ts';
import type { Convergence } from './converge.ts';
import { type Subject, subjectKindOf } from './event-subjects.ts';
import type { PaymentsPort } from './port.ts';
import { billingEvents } from './tables.ts';

const dayMs = 86_400_000;
/** Stripe retries for three days and can resend for 30. */
const triedForMs = 30 * dayMs;
const keptForMs = 90 * dayMs;

export type BillingEvents = ReturnType<typeof createBillingEvents>;

export function createBillingEvents(
  deps: Pick<Shared, 'database' | 'clock' | 'log'> & {
    port: PaymentsPort;
    converge: Pick<Convergence, 'takeIn'>;
  },
) {
  const { database, clock, port, converge, log } = deps;

  async function process(id: string, subject: Subject): Promise<void> {
    await converge.takeIn(subject);
    await database.orm
      .update(billingEvents)
      .set({ processedAt: clock.now() })
      .where(eq(billingEvents.id, id));
  }

  return {
    /** @throws Refusal signatureInvalid; any other error makes Stripe retry */
    async receive(body: Uint8Array, signature: string): Promise<void> {
      const { id, type, subject, createdAt } = await port.readEvent(body, signature);
      if (subject.kind === 'other') {
        log.info({ event: id, type }, 'A Stripe event about something unknown here. Nothing was changed.');
        return;
      }
      await database.orm
        .insert(billingEvents)
        .values({ id, type, objectId: subject.id, createdAt, receivedAt: clock.now() })
        .onConflictDoNothing();
      const [row] = await database.orm
        .select({ processedAt: billingEvents.processedAt })
        .from(billingEvents)
        .where(eq(billingEvents.id, id));
      if (row?.processedAt) return;
      await process(id, subject);
      log.info({ event: id, type }, 'Processed a Stripe event.');
    },

    async sweep(): Promise<void> {
      const now = clock.now().getTime();
      await database.orm.delete(billingEvents).where(lt(billingEvents.receivedAt, new Date(now - keptForMs)));
      const open = await database.orm
        .select()
        .from(billingEvents)
        .where(
          and(isNull(billingEvents.processedAt), gt(billingEvents.receivedAt, new Date(now - triedForMs))),
        )
        .orderBy(asc(billingEvents.receivedAt));
      for (const { id, type, objectId } of open) {
        try {
          await process(id, { kind: subjectKindOf(type), id: objectId });
        } catch (error) {
          log.error({ err: error, event: id, type }, 'A Stripe event still cannot be processed.');
        }
      }
    },
  };
}
