import { join } from 'node:path';
import { inject } from 'vitest';
import type { programs } from './pack-programs.ts';

/** Node's arguments. The program runs for seconds, so optimizing its code does not pay. */
export function packed(program: keyof typeof programs): string[] {
  return ['--liftoff-only', '--interrupt-budget=1000000', join(inject('packedPrograms'), `${program}.js`)];
}
