import { html, raw } from 'hono/html';
import type { MailMessage } from './port.ts';

interface LetterLine {
  words: string;
  /** “0:41”. */
  time: string;
  /** What the time links to. */
  href: string | null;
}

export interface Letter {
  to: string;
  subject: string;
  before: readonly string[];
  code?: string;
  link?: { words: string; href: string };
  /** Below the link. */
  lists?: readonly { title: string; lines: readonly LetterLine[]; more?: string }[];
  after?: readonly string[];
  quotes?: string;
}

const paragraphStyle = 'margin:0 0 16px;line-height:1.5';
const titleStyle = 'margin:0 0 8px;line-height:1.5;font-weight:700';
const listStyle = 'margin:0 0 16px;padding:0;list-style:none;line-height:1.5';
const linkStyle = 'color:#98350f';
const codeStyle =
  'margin:0 0 16px;font:700 28px/1.2 ui-monospace,Consolas,monospace;letter-spacing:6px;color:#98350f';

/** For mail programs that have dark colors and read style sheets; the others show the colors of the elements. */
const darkStyle = raw(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body{background:#17120e!important;color:#f2e7d3!important}
.sheet{background:#2b221a!important;border-color:#3d3125!important}
a,.code{color:#f3a75f!important}
}`);

export async function composeLetter({
  to,
  subject,
  before,
  code,
  link,
  lists = [],
  after = [],
  quotes,
}: Letter): Promise<MailMessage> {
  const text = `${[
    ...before,
    ...(code === undefined ? [] : [code]),
    ...(link === undefined ? [] : [`${link.words}:\n${link.href}`]),
    ...lists.map(({ title, lines, more }) =>
      [
        `${title}:`,
        ...lines.map(({ words, time, href }) => `${time} ${words}${href === null ? '' : `\n${href}`}`),
        ...(more === undefined ? [] : [more]),
      ].join('\n'),
    ),
    ...after,
  ].join('\n\n')}\n`;
  const paragraph = (words: string) => html`<p style="${paragraphStyle}">${words}</p>`;
  const timeOf = ({ time, href }: LetterLine) =>
    href === null ? time : html`<a href="${href}" style="${linkStyle}">${time}</a>`;
  const item = (words: unknown) => html`<li style="margin:0 0 6px">${words}</li>`;
  const list = ({ title, lines, more }: (typeof lists)[number]) => html`<p style="${titleStyle}">${title}</p>
<ul style="${listStyle}">${lines.map((line) => item(html`${timeOf(line)} ${line.words}`))}${more === undefined ? '' : item(more)}</ul>`;
  const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title><style>${darkStyle}</style></head>
<body style="margin:0;padding:24px;background:#f5eddd;color:#2a1f16;font-family:Georgia,serif;font-size:16px">
<div class="sheet" style="max-width:480px;margin:0 auto;padding:24px;background:#fffdf7;border:1px solid #ddcdb2;border-radius:12px">
<p style="margin:0 0 16px;font-size:20px;font-weight:700">Hearthscribe</p>
${before.map(paragraph)}
${code === undefined ? '' : html`<p class="code" style="${codeStyle}">${code}</p>`}
${link === undefined ? '' : html`<p style="${paragraphStyle}"><a href="${link.href}" style="${linkStyle}">${link.words}</a></p>`}
${lists.map(list)}
${after.map(paragraph)}
</div></body></html>`;
  return { to, subject, text, html: String(page), ...(quotes === undefined ? {} : { quotes }) };
}
