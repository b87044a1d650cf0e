import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJson } from '#server/engines/notes/endpoint/chat.ts';

const schema = z.object({ title: z.string(), events: z.array(z.object({ text: z.string() })) });
const honest = { title: 'The Mill', events: [{ text: 'A } brace, a "quote" and {x}' }] };
const json = JSON.stringify(honest);

describe('answers of language models', () => {
  it.each([
    ['plain', json],
    ['in a fence', `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`],
    ['in an envelope', `{"result":${json}}`],
    ['in an envelope of another name', `{"status": "ok", "answer": ${json}}`],
    ['after thoughts with braces', `<think>An object like {"title": ...}</think>${json}`],
    ['after thoughts without an opening tag', `I should return {"title": "x"} or {.\n</think>\n\n${json}`],
    [
      'on the final channel',
      `<|channel|>analysis<|message|>We need {"title"}.<|end|><|start|>assistant<|channel|>final<|message|>${json}`,
    ],
    ['with an afterthought', `${json}\n\nI used {"title"} for the name.`],
    ['after a draft that also fits', `Draft: {"title":"T","events":[]}\nFinal: ${json}`],
  ])('%s', (_, answer) => {
    expect(readJson(answer, schema)).toEqual({ value: honest });
  });

  it('an object without any of the fields is no answer', () => {
    const allOptional = z.object({ events: z.array(z.string()).default([]) });
    expect(readJson('{"error":"busy"}', allOptional)).toHaveProperty('problem');
    expect(readJson('no object', schema)).toEqual({ problem: 'it is not valid JSON' });
  });
});
