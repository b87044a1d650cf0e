import { join } from 'node:path';
import { inject } from 'vitest';
import type { programs } from './pack-programs.ts';

/**
 * Arguments of Node that run a program which `pack-programs.ts` has packed. It lives for seconds, so optimising the
 * database's code does not pay, and optimising JavaScript pays only where it runs much longer than usual.
 */
export function packed(program: keyof typeof programs): string[] {
  return ['--liftoff-only', '--interrupt-budget=1000000', join(inject('packedPrograms'), `${program}.js`)];
}
