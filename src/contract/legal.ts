import { z } from 'zod';
import { defineCall } from './call.ts';
import { legalNames } from './pages.ts';

/** Text, or an element as [tag, attributes, …children]. */
export type LegalNode = string | readonly [string, Readonly<Record<string, string>> | null, ...LegalNode[]];

const Node: z.ZodType<LegalNode> = z.lazy(() =>
  z.union([
    z.string(),
    // biome-ignore lint/plugin: zod infers no tuple whose rest is itself.
    z.tuple(
      [z.string(), z.record(z.string(), z.string()).nullable()],
      Node,
    ) as unknown as z.ZodType<LegalNode>,
  ]),
);

export const LegalText = z.object({
  nodes: z.array(Node),
  headings: z.array(z.object({ id: z.string(), text: z.string() })),
});
export type LegalText = z.infer<typeof LegalText>;

export const readLegalText = defineCall({
  method: 'GET',
  path: '/legal/{name}',
  auth: 'none',
  params: z.object({ name: z.enum(legalNames) }),
  responses: { 200: z.object({ text: LegalText.nullable() }) },
  errors: [],
  description: 'A legal text of this server; null if the page’s own text applies.',
});
