import { join } from 'node:path';
import { inject } from 'vitest';
import type { programs } from './pack-programs.ts';

/** Arguments of Node that run a program which `pack-programs.ts` has packed. It lives for seconds, for which optimising the database's code does not pay. */
export function packed(program: keyof typeof programs): string[] {
  return ['--liftoff-only', join(inject('packedPrograms'), `${program}.js`)];
}
