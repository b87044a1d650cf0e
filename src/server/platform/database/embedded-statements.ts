import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';
import { createStatementNames } from './repeated-statements.ts';

const { serialize } = protocol;

type Rows = Results<Record<string, unknown>>;

type RunStatement = (
  text: string,
  values: readonly unknown[],
  options: QueryOptions,
  inTransaction: boolean,
) => Promise<Rows>;

interface Prepared {
  types: readonly number[];
  columns: Awaited<ReturnType<PGlite['execProtocol']>>['messages'];
}

/** One message instead of the six of PGlite's `query`. Null for an unprepared statement. */
export function createEmbeddedStatements(
  pglite: PGlite,
): (...statement: Parameters<RunStatement>) => Promise<Rows> | null {
  const nameOf = createStatementNames();
  /** PGlite merges hundreds of parsers for each result. */
  const merged = new WeakMap<object, typeof pglite.parsers>();
  function parsersFor({ parsers }: QueryOptions): typeof pglite.parsers {
    if (parsers === undefined) return pglite.parsers;
    const known = merged.get(parsers) ?? { ...pglite.parsers, ...parsers };
    merged.set(parsers, known);
    return known;
  }
  const prepared = new Map<string, Prepared>();

  async function prepare(name: string, text: string): Promise<Prepared> {
    const { messages } = await pglite.execProtocol(
      Buffer.concat([
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
      { syncToFs: false },
    );
    const statement = {
      types: parse.parseDescribeStatementResults([...messages]),
      columns: messages.filter((message) => message.name === 'rowDescription'),
    };
    prepared.set(name, statement);
    return statement;
  }

  async function run(
    name: string,
    text: string,
    values: readonly unknown[],
    options: QueryOptions,
    inTransaction: boolean,
  ): Promise<Rows> {
    const { types, columns } = prepared.get(name) ?? (await prepare(name, text));
    const { messages } = await pglite.execProtocol(
      Buffer.concat([
        serialize.bind({
          statement: name,
          values: values.map((value, index) =>
            value === null || value === undefined
              ? null
              : (pglite.serializers[types[index] ?? 0]?.(value) ?? String(value)),
          ),
        }),
        serialize.execute({}),
        serialize.sync(),
      ]),
      // Reads change nothing; a transaction is flushed at its end.
      { syncToFs: !inTransaction && !text.startsWith('select ') },
    );
    // biome-ignore lint/plugin: PGlite types rows by the caller's word; drizzle reads them as records.
    return parse.parseResults([...columns, ...messages], parsersFor(options), {
      rowMode: options.rowMode ?? 'object',
    })[0] as Rows;
  }

  return (text, values, options, inTransaction) => {
    const name = pglite.closed ? undefined : nameOf(text);
    if (name === undefined) return null;
    const work = () => pglite.runExclusive(() => run(name, text, values, options, inTransaction));
    return inTransaction ? work() : pglite._runExclusiveTransaction(work);
  };
}
