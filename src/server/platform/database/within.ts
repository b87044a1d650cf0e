import type { Database, Orm } from './database.ts';

export type Transactions = Pick<Database, 'orm' | 'transaction'>;

/** For services that take part in a transaction. */
export const within = (tx: Orm): Transactions => ({ orm: tx, transaction: (work) => work(tx) });
