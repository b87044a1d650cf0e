import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { beginningOf, readJson } from '#server/engines/notes/endpoint/chat.ts';
import { createOpenAiTransport } from '#server/engines/notes/endpoint/openai-transport.ts';
import { startChatServer } from '#tests/support/chat-server.ts';

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

  it.each([
    ['{"title":"A","events":[{"text":"One }"},{"text":"Tw', { title: 'A', events: [{ text: 'One }' }] }],
    ['<think>{</think>{"events":[{"text":"\\""},{"te', { events: [{ text: '"' }] }],
    ['{"title":"A","ev', null],
    ['Once upon a time', null],
  ])('that are cut: %s', (cut, begun) => {
    const beginning = beginningOf(cut);
    expect(beginning === null ? null : JSON.parse(beginning)).toEqual(begun);
  });

  it.each([json.repeat(4), 'endless' as const])(
    'that are longer than was asked for are cut while they come: %s',
    async (answer) => {
      const chat = await startChatServer();
      chat.answer = () => answer;
      const model = 'test-model';
      const transport = createOpenAiTransport({
        url: chat.url,
        model,
        contextTokens: 8192,
        silenceMs: 60_000,
      });
      const asked = { name: 'story', schema: {}, mostTokens: 20 };
      const messages = [
        { role: 'system' as const, content: 'House.' },
        { role: 'user' as const, content: 'Tell this as a story.' },
      ];
      const cut = await transport.send(messages, asked, new AbortController().signal);
      expect(cut).toMatchObject({ kind: 'content', isCut: true });
      expect('content' in cut && cut.content).toHaveLength(80);
      await chat.close();
    },
  );

  it('an object without any of the fields is no answer', () => {
    const allOptional = z.object({ events: z.array(z.string()).default([]) });
    expect(readJson('{"error":"busy"}', allOptional)).toHaveProperty('problem');
    expect(readJson('no object', schema)).toEqual({ problem: 'it is not valid JSON' });
  });
});
