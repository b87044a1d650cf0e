import { desc, inArray, lt } from 'drizzle-orm';
import { newId } from '#server/platform/ids.ts';
import type { MailMessage, MailPort } from '#server/platform/mail/port.ts';
import type { Shared } from '#server/platform/shared.ts';
import { outbox } from './tables.ts';

export interface OutboxMessage extends MailMessage {
  sentAt: Date;
}

const keptMost = 200;
const KEPT_MS = 86_400_000;

export function createStoredOutbox(deps: Pick<Shared, 'database' | 'secrets' | 'clock'>): MailPort & {
  messages(): Promise<OutboxMessage[]>;
} {
  const { database, secrets, clock } = deps;
  const opened = ({ id, message }: typeof outbox.$inferSelect): MailMessage | null => {
    const text = secrets.open(message, id);
    return text === null ? null : JSON.parse(text);
  };
  const newest = () => database.orm.select().from(outbox).orderBy(desc(outbox.sentAt), desc(outbox.id));
  return {
    async send(message) {
      const { id = newId() } = message;
      const row = { id, message: secrets.seal(JSON.stringify(message), id), sentAt: clock.now() };
      await database.orm.insert(outbox).values(row);
      const older = database.orm
        .select({ id: outbox.id })
        .from(outbox)
        .orderBy(desc(outbox.sentAt), desc(outbox.id))
        .offset(keptMost);
      await database.orm.delete(outbox).where(inArray(outbox.id, older));
    },
    async messages() {
      return (await newest()).flatMap((row) => {
        const sent = opened(row);
        return sent === null ? [] : [{ ...sent, sentAt: row.sentAt }];
      });
    },
    async forget(tx, isMeant) {
      const rows = await tx.select().from(outbox);
      const gone = rows.filter((row) => {
        const kept = opened(row);
        return kept !== null && isMeant(kept);
      });
      await tx.delete(outbox).where(
        inArray(
          outbox.id,
          gone.map(({ id }) => id),
        ),
      );
    },
  };
}

export async function forgetSentMail({ database, clock }: Pick<Shared, 'database' | 'clock'>): Promise<void> {
  await database.orm.delete(outbox).where(lt(outbox.sentAt, new Date(clock.now().getTime() - KEPT_MS)));
}
