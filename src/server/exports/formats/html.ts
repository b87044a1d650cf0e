import { micromark } from 'micromark';
import { dayOf, headingOf, type NotesDocument, oneLine, readableSections } from './document.ts';
import { pageStyle } from './html-style.ts';

/**
 * The notes as one page that needs nothing else and runs nothing: to read, to print, to save as PDF. What is HTML in the
 * notes is shown as text; pictures from elsewhere are not loaded.
 */
export function renderHtml(document: NotesDocument): string {
  const { campaign, sessions } = document;
  const [only] = sessions.length === 1 ? sessions : [];
  const title = oneLine(only?.title ?? campaign?.title ?? 'Session notes');
  const contents = sessions.map(
    ({ title: name }, index) => `<li><a href="#session-${index + 1}">${text(oneLine(name))}</a></li>`,
  );
  const articles = sessions.map((session, index) => {
    const sections = readableSections(session, document).map(
      (section) =>
        `<section>\n<h2 dir="auto">${text(headingOf(section))}</h2>\n<div dir="auto">\n${micromark(section.body)}\n</div>\n</section>`,
    );
    const played =
      session.playedAt === null
        ? ''
        : `\n<p class="day">Played on <time datetime="${dayOf(session.playedAt)}">${dayOf(session.playedAt)}</time></p>`;
    return `<article id="session-${index + 1}">\n<h1 dir="auto">${text(oneLine(session.title))}</h1>${played}\n${sections.join('\n')}\n</article>`;
  });
  return `<!doctype html>
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
${campaign === null ? '' : `<p class="campaign" dir="auto">${text(oneLine(campaign.title))}</p>\n`}${
  only === undefined ? `<nav aria-label="Sessions">\n<ol>\n${contents.join('\n')}\n</ol>\n</nav>\n` : ''
}${articles.join('\n')}
</main>
</body>
</html>
`;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (words: string) => words.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
