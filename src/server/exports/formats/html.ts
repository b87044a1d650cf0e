import { drawn } from '#contract/markdown/draw.ts';
import { parsedMarkdown } from '#contract/markdown/tree.ts';
import type { FileSession } from '#contract/notes-file.ts';
import { htmlPen, escapedText as text } from '#server/platform/markdown-html.ts';
import { dayInWords, dayOf, headingOf, type NotesDocument, oneLine, readableSections } from './document.ts';
import { pageStyle } from './html-style.ts';

/** Without scripts or external images; shows HTML in the notes as text. */
export function* renderHtml(document: NotesDocument): Generator<string> {
  const { campaign, sessions } = document;
  const [only] = sessions.length === 1 ? sessions : [];
  const title = oneLine(only?.title ?? campaign?.title ?? 'Session notes');
  yield `<!doctype html>
<html lang="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>
${pageStyle}</style>
</head>
<body>
<main>
`;
  if (campaign !== null) yield `<p class="campaign" dir="auto">${text(oneLine(campaign.title))}</p>\n`;
  if (only === undefined) yield contents(sessions);
  for (const [index, session] of sessions.entries()) yield article(session, index + 1, document);
  yield '</main>\n</body>\n</html>\n';
}

function contents(sessions: readonly FileSession[]): string {
  const links = sessions.map(
    ({ title }, index) => `<li><a href="#session-${index + 1}" dir="auto">${text(oneLine(title))}</a></li>\n`,
  );
  return `<nav aria-label="Sessions">\n<ol>\n${links.join('')}</ol>\n</nav>\n`;
}

function article(session: FileSession, number: number, document: NotesDocument): string {
  const { playedAt } = session;
  const played =
    playedAt === null
      ? ''
      : `<p class="day">Played on <time datetime="${dayOf(playedAt)}">${dayInWords(playedAt)}</time></p>\n`;
  const sections = readableSections(session, document).map(
    (section) =>
      `<section>\n<h2 dir="auto">${text(headingOf(section))}</h2>\n<div dir="auto">\n${bodyHtml(section.body)}\n</div>\n</section>\n`,
  );
  return `<article id="session-${number}">\n<h1 dir="auto">${text(oneLine(session.title))}</h1>\n${played}${sections.join('')}</article>\n`;
}

const pen = htmlPen();
const bodyHtml = (body: string) => drawn(parsedMarkdown(body), pen, { lines: true }).join('');
