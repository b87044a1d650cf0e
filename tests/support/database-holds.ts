import type { Database, Orm } from '#server/platform/database/database.ts';

/** What one transaction, or one statement outside any, asks of the database. Nobody else has the embedded one meanwhile. */
export interface Hold {
  statements: number;
  /** Of what is given, in JSON. */
  characters: number;
  /** That are returned. */
  rows: number;
}

interface Session {
  prepareQuery(
    query: { params: readonly unknown[] },
    ...rest: unknown[]
  ): {
    execute(...given: unknown[]): Promise<unknown>;
  };
}

const none = (): Hold => ({ statements: 0, characters: 0, rows: 0 });

/** Counts instead of taking the time: the same on a busy computer. @returns the most of each since it was asked last */
export function watchHolds(database: Database): { database: Database; most(): Hold } {
  let most = none();
  const end = (hold: Hold) => {
    most = {
      statements: Math.max(most.statements, hold.statements),
      characters: Math.max(most.characters, hold.characters),
      rows: Math.max(most.rows, hold.rows),
    };
  };

  /** Drizzle has no other place by which all statements of a handle come. */
  function watch(orm: Orm, add: (hold: Hold) => void): void {
    const session = Reflect.get(orm, 'session') as Session;
    const prepareQuery = session.prepareQuery.bind(session);
    session.prepareQuery = (query, ...rest) => {
      const prepared = prepareQuery(query, ...rest);
      const execute = prepared.execute.bind(prepared);
      prepared.execute = async (...given) => {
        const answer = await execute(...given);
        add({ statements: 1, characters: charactersOf(query.params), rows: rowsOf(answer) });
        return answer;
      };
      return prepared;
    };
  }

  watch(database.orm, end);
  const watched = Object.assign(Object.create(database) as Database, {
    async transaction<Result>(work: (tx: Orm) => Promise<Result>): Promise<Result> {
      const hold = none();
      try {
        return await database.transaction((tx) => {
          watch(tx, (statement) => {
            hold.statements += statement.statements;
            hold.characters += statement.characters;
            hold.rows += statement.rows;
          });
          return work(tx);
        });
      } finally {
        end(hold);
      }
    },
  });
  return {
    database: watched,
    most() {
      const found = most;
      most = none();
      return found;
    },
  };
}

const charactersOf = (params: readonly unknown[]): number =>
  params.reduce<number>(
    (sum, param) => sum + (typeof param === 'string' ? param.length : JSON.stringify(param ?? null).length),
    0,
  );

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  const rows = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'rows') : null;
  return Array.isArray(rows) ? rows.length : 0;
}
