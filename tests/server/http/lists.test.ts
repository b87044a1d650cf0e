import { expect, it } from 'vitest';
import { z } from 'zod';
import { contractCalls } from '../../../src/setup/access/contract-calls.ts';
import { lists } from '../../../src/setup/lists.ts';

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isList(schema.unwrap());
  return schema instanceof z.ZodArray;
}
const hasList = (answer: unknown) =>
  isList(answer) || (answer instanceof z.ZodObject && Object.values(answer.shape).some(isList));

it('every call that answers with a list is in the table of what bounds it, and no other', () => {
  const withLists = contractCalls.filter(
    ({ call: { method, path, responses } }) =>
      (method === 'GET' || path.startsWith('/search')) && hasList(responses[200]),
  );
  expect(Object.keys(lists).sort()).toEqual([...new Set(withLists.map(({ call }) => call.path))].sort());
});
