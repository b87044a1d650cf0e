import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

let compiled: Promise<WebAssembly.Module> | undefined;

/** PostgreSQL's program. Another thread compiles it, so a start asks for it before it loads the rest. */
export function compileDatabaseProgram(): Promise<WebAssembly.Module> {
  compiled ??= readFile(
    join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '..', 'pglite.wasm'),
  ).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
