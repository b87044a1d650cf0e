import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { analysisFailures, ErrorBody, errorCatalogue, errorCodes } from '#contract/errors.ts';
import { longList } from '#server/http/long-lists.ts';
import { contractCalls as calls } from '../../src/setup/access/contract-calls.ts';

describe('every call', () => {
  it.each(calls)('$name: has exactly the parameters of its path', ({ call }) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(call.params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted());
  });

  it.each(calls)(
    '$name: lists each error code once, with its purpose, and has a success response',
    ({ call }) => {
      expect(new Set(call.errors).size).toBe(call.errors.length);
      expect(call.description).toMatch(/\.$/);
      // 303: what a form of another app posted leads to a page.
      for (const code of Object.keys(call.responses)) expect(Number(code)).toBeLessThan(304);
      if (call.method === 'GET') expect(call.body).toBeUndefined();
    },
  );

  it('asks for the operator’s key at each of the operator’s addresses, and at no other', () => {
    const withKey = calls.filter(({ call }) => call.auth === 'operator').map(({ call }) => call.path);
    expect(withKey).toEqual(
      calls.map(({ call }) => call.path).filter((path) => path.startsWith('/operator/')),
    );
    expect(withKey).not.toEqual([]);
  });

  it.each(calls)('$name: has a limit for each list that it takes', ({ call }) => {
    const unlimited: string[] = [];
    const look = (schema: z.core.$ZodType, path: string) => {
      const { def } = (schema as z.core.$ZodTypes)._zod;
      expect(['record', 'map', 'set', 'any', 'unknown', 'lazy', 'tuple']).not.toContain(def.type);
      if (def.type === 'array') {
        if (longList(schema, new Array(100_001)) === null) unlimited.push(path);
        look(def.element, `${path}[]`);
      } else if (def.type === 'object')
        for (const [key, inner] of Object.entries(def.shape)) look(inner, `${path}.${key}`);
      else if (def.type === 'union') for (const option of def.options) look(option, path);
      else if (def.type === 'pipe') look(def.in, path);
      else if ('innerType' in def) look(def.innerType, path);
    };
    for (const part of ['body', 'query'] as const) if (call[part]) look(call[part], part);
    expect(unlimited).toEqual([]);
  });

  it('has a unique method and path', () => {
    const addresses = calls.map(({ call }) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe('refusals', () => {
  it.each(errorCodes)('[R8.13] %s: has a sentence for the user', (code) => {
    const { status: httpStatus, message } = errorCatalogue[code];
    expect(httpStatus).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^[A-Z].*\.$/s);
    expect(message).not.toMatch(/\b[a-z]+[A-Z]|_|If-Match|form|state\b/);
    expect(ErrorBody.safeParse({ error: { code, message } }).success).toBe(true);
  });

  it('[D1] every failure of an analysis, except earlier warnings, says whether credits were charged', () => {
    for (const { message } of Object.values(analysisFailures)) {
      expect(message).toMatch(/You were not charged\.|Try MP3/);
    }
  });
});
