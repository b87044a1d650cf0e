import { html } from 'hono/html';
import type { MailMessage } from './port.ts';

export interface Letter {
  to: string;
  subject: string;
  before: readonly string[];
  code?: string;
  link?: { words: string; href: string };
  after?: readonly string[];
}

const paragraphStyle = 'margin:0 0 16px;line-height:1.5';
const codeStyle =
  'margin:0 0 16px;font:700 28px/1.2 ui-monospace,Consolas,monospace;letter-spacing:6px;color:#98350f';

export async function composeLetter({
  to,
  subject,
  before,
  code,
  link,
  after = [],
}: Letter): Promise<MailMessage> {
  const text = `${[
    ...before,
    ...(code === undefined ? [] : [code]),
    ...(link === undefined ? [] : [`${link.words}:\n${link.href}`]),
    ...after,
  ].join('\n\n')}\n`;
  const paragraph = (words: string) => html`<p style="${paragraphStyle}">${words}</p>`;
  const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f5eddd;color:#2a1f16;font-family:Georgia,serif;font-size:16px">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#fffdf7;border:1px solid #ddcdb2;border-radius:12px">
<p style="margin:0 0 16px;font-size:20px;font-weight:700">Hearthscribe</p>
${before.map(paragraph)}
${code === undefined ? '' : html`<p style="${codeStyle}">${code}</p>`}
${link === undefined ? '' : html`<p style="${paragraphStyle}"><a href="${link.href}" style="color:#98350f">${link.words}</a></p>`}
${after.map(paragraph)}
</div></body></html>`;
  return { to, subject, text, html: String(page) };
}
