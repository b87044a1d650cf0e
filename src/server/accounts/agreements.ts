import { eq, sql } from 'drizzle-orm';
import type { Agreement } from '#contract/agreements.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import { agreementAcceptances, users } from './tables.ts';

/** After a significant change to a text, increase its version: all users are asked again. */
const currentAgreements: readonly Agreement[] = [
  {
    name: 'Terms of Service',
    version: '2026-11',
    change_description:
      'First version: what we do with your recordings, what credits buy, and what you are responsible for.',
  },
  {
    name: 'Privacy Policy',
    version: '2026-11',
    change_description:
      'First version: what we store about you and your players, for how long, and how to export or delete it.',
  },
];

export type Agreements = ReturnType<typeof createAgreements>;

export function createAgreements(
  deps: Pick<Shared, 'database' | 'clock'> & { current?: readonly Agreement[] | undefined },
) {
  const current = deps.current ?? currentAgreements;
  const accepted =
    current.length === 0
      ? sql`0`
      : sql`(select count(*) from agreement_acceptances where user_id = ${users.id} and (name, version) in (${sql.join(
          current.map(({ name, version }) => sql`(${name}, ${version})`),
          sql`, `,
        )}))`;
  return {
    areAccepted: sql<boolean>`${accepted} = ${sql.raw(String(current.length))}`,
    async pending(orm: Orm, userId: string): Promise<Agreement[]> {
      const accepted = await orm
        .select({ name: agreementAcceptances.name, version: agreementAcceptances.version })
        .from(agreementAcceptances)
        .where(eq(agreementAcceptances.userId, userId));
      return current.filter(
        (agreement) =>
          !accepted.some(({ name, version }) => name === agreement.name && version === agreement.version),
      );
    },
    /** @throws Refusal notFound for an unknown name; agreementChanged for another version (R7.6) */
    async accept(userId: string, name: string, version: string): Promise<void> {
      const agreement = current.find((one) => one.name === name);
      if (agreement === undefined) throw new Refusal('notFound');
      if (agreement.version !== version) throw new Refusal('agreementChanged');
      await deps.database.orm
        .insert(agreementAcceptances)
        .values({ userId, name, version, acceptedAt: deps.clock.now() })
        .onConflictDoNothing();
    },
  };
}
