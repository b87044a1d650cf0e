import { createHash } from 'node:crypto';

/** Increase it to redraw every image. */
const TEMPLATE = 1;

const TAGLINE = 'Less note-taking, more world-building';

export interface SocialCard {
  file: string;
  kicker: string;
  title: string;
}

const kickers: readonly [RegExp, string][] = [
  [/^\/blog\/./, 'From the blog'],
  [/^\/(terms|privacy|cookies)$/, 'The small print, in plain words'],
];

/** Without the product's name, which is on every card. */
export function cardOf(path: string, head: { title: string; image: string }): SocialCard {
  return {
    file: head.image,
    kicker: kickers.find(([pattern]) => pattern.test(path))?.[1] ?? 'Session notes for game masters',
    title: head.title.replace(/ · Hearthscribe$/, '').replace(/^Hearthscribe · /, ''),
  };
}

export const fingerprintOf = (card: SocialCard): string =>
  createHash('sha256')
    .update(JSON.stringify([TEMPLATE, card]))
    .digest('hex')
    .slice(0, 16);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** 1200 × 630. @param art an illustration as SVG @param font address of the book font */
export function cardPage(
  card: SocialCard,
  { art, logo, font, tokens }: { art: string; logo: string; font: string; tokens: string },
): string {
  return `<!doctype html>
<html lang="en" data-theme="dark">
<meta charset="utf-8">
<style>
${tokens}
@font-face { font-family: Book; src: url("${font}"); font-weight: 400 900; }
* { box-sizing: border-box; margin: 0; }
body { width: 1200px; height: 630px; overflow: hidden; background: #17120e; color: #f2e7d3; font-family: Book, serif; }
main { display: grid; grid-template-rows: auto 1fr auto; height: 100%; padding: 64px 72px 56px; border-bottom: 14px solid #f3a75f; }
.brand { display: flex; align-items: center; gap: 18px; font-size: 36px; font-weight: 700; }
.brand svg { width: 52px; height: 52px; color: #f3a75f; }
.words { align-self: center; width: 690px; }
.kicker { color: #f3a75f; font-size: 28px; font-weight: 600; margin-bottom: 14px; }
h1 { font-size: ${card.title.length > 42 ? 62 : 76}px; line-height: 1.08; font-weight: 700; text-wrap: balance; }
.tagline { color: #bcaa8f; font-size: 27px; }
.art { position: absolute; right: 56px; bottom: 78px; width: 380px; }
.art svg { display: block; width: 100%; height: auto; }
</style>
<main>
  <p class="brand">${logo}Hearthscribe</p>
  <div class="words"><p class="kicker">${escaped(card.kicker)}</p><h1>${escaped(card.title)}</h1></div>
  <p class="tagline">${card.title === TAGLINE ? 'Each line with the words it stands on' : TAGLINE}</p>
</main>
<div class="art">${art}</div>
</html>`;
}
