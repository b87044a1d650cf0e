import type { Database, Orm } from './database.ts';

/** What a service needs of the database to work in a transaction that is open already. */
export type Transactions = Pick<Database, 'orm' | 'transaction'>;

/** The database as the services see it that take part in a transaction. */
export const within = (tx: Orm): Transactions => ({ orm: tx, transaction: (work) => work(tx) });
