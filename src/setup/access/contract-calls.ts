import type { Call } from '#contract/call.ts';
import * as contract from '#contract/every-module.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export const contractCalls = Object.values(contract).flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isCall(value) ? [{ name, call: value }] : [])),
);
