import process from 'node:process';
import { compileDatabaseProgram } from '#server/platform/database/database-program.ts';

// Imported first: the database's program compiles while other modules load. Opening the database reports a failure.
if (!process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE)
  compileDatabaseProgram().catch(() => undefined);
