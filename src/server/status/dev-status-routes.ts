import { html } from 'hono/html';
import type { App } from '#server/http/mount.ts';
import { isFromThisMachine } from '#server/http/this-machine.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Finding } from './checks.ts';

const words = { ok: 'OK', warning: 'Warning', error: 'Error' };

export interface UseShown {
  what: string;
  model: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  minutes: string;
  cost: string;
}

export function devStatusRoute(
  app: App,
  check: () => Promise<Finding[]>,
  modelUse: () => Promise<UseShown[]>,
): void {
  app.get('/dev/status', async (context) => {
    if (!isFromThisMachine(context)) throw new Refusal('notFound');
    context.header('cache-control', 'no-store');
    const findings = await check();
    const rows = findings.map(
      ({ name, level, text }) =>
        html`<tr><th scope="row">${name}</th><td>${words[level]}</td><td>${text}</td></tr>`,
    );
    const used = (await modelUse()).map(
      (use) =>
        html`<tr><th scope="row">${use.what}</th><td>${use.model}</td><td>${use.calls}</td><td>${use.inputTokens}</td><td>${use.outputTokens}</td><td>${use.minutes}</td><td>${use.cost}</td></tr>`,
    );
    const use =
      used.length < 2
        ? ''
        : html`<h2>What the language model used</h2>
<table><thead><tr><th scope="col">Analysis</th><th scope="col">Model</th><th scope="col">Calls</th><th scope="col">Tokens in</th><th scope="col">Tokens out</th><th scope="col">Minutes</th><th scope="col">Cost</th></tr></thead>
<tbody>${used}</tbody></table>`;
    return context.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Status of this installation</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body><h1>Status of this installation</h1>
<p>Checked just now. <code>npm run doctor</code> prints the same.</p>
<table><thead><tr><th scope="col">Part</th><th scope="col">State</th><th scope="col">What was found</th></tr></thead>
<tbody>${rows}</tbody></table>
${use}
</body></html>`);
  });
}
