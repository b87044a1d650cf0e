import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { App } from '#server/http/mount.ts';
import { devStatusRoute, type UseShown } from '#server/status/dev-status-routes.ts';

const use = (changes: Partial<UseShown>): UseShown => ({
  what: 'Last 30 days',
  model: '',
  calls: 12,
  inputTokens: 2_000_000,
  outputTokens: 1_000_000,
  minutes: '1.5',
  cost: '0.90',
  ...changes,
});

async function page(shown: UseShown[]): Promise<string> {
  const app: App = new Hono();
  const check = async () => [{ name: 'Notes', level: 'ok' as const, text: 'A model writes them.' }];
  devStatusRoute(app, check, async () => shown);
  const fromHere = { incoming: { socket: { remoteAddress: '127.0.0.1' }, httpVersion: '1.1' } };
  const answer = await app.request('/dev/status', { headers: { host: 'localhost' } }, fromHere);
  expect(answer.status).toBe(200);
  return answer.text();
}

it('shows what the language model used and cost, once it was used', async () => {
  expect(await page([use({ calls: 0 })])).not.toContain('What the language model used');
  const shown = await page([use({}), use({ what: 'an analysis', model: 'qwen3 <script>' })]);
  expect(shown).toContain('A model writes them.');
  expect(shown).toContain('What the language model used');
  expect(shown).toContain('qwen3 &lt;script&gt;');
  expect(shown).toMatch(/<td>12<\/td><td>2000000<\/td><td>1000000<\/td><td>1\.5<\/td><td>0\.90<\/td>/);
});
