import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import type { PageHead } from '../web/pages/page-head.ts';
import { LampLitTable } from '../web/ui/illustrations/lamp-lit-table.tsx';
import { Logo } from '../web/ui/logo.tsx';
import { browserPath } from './browser-path.ts';
import { projectRoot } from './generated-files.ts';
import { cardOf, cardPage, fingerprintOf, type SocialCard } from './social/card.ts';

/** `npm run social-images`: draws changed preview pictures with Chromium and ffmpeg. Commit them. */
const LARGEST_BYTES = 40_000;
const drawnFile = join(projectRoot, 'src/setup/social/drawn.json');

async function cards(): Promise<SocialCard[]> {
  const vite = await createServer({
    root: projectRoot,
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  try {
    const module = await vite.ssrLoadModule('/src/web/pages/page-heads.ts');
    const pageHeads: Readonly<Record<string, PageHead>> = module.pageHeads;
    return Object.entries(pageHeads).flatMap(([path, { title, image }]) =>
      image === undefined ? [] : [cardOf(path, { title, image })],
    );
  } finally {
    await vite.close();
  }
}

function fewerColours(from: string, to: string): void {
  const filter = 'split[a][b];[a]palettegen=max_colors=48:stats_mode=full[p];[b][p]paletteuse=dither=none';
  const { status, stderr } = spawnSync(
    'ffmpeg',
    ['-nostdin', '-y', '-v', 'error', '-i', from, '-filter_complex', filter, '-compression_level', '9', to],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`ffmpeg could not write ${to}: ${stderr}`);
}

const all = await cards();
const drawn: Record<string, string> = existsSync(drawnFile)
  ? JSON.parse(readFileSync(drawnFile, 'utf8'))
  : {};
const stale = all.filter(
  (card) =>
    drawn[card.file] !== fingerprintOf(card) || !existsSync(join(projectRoot, 'src/web/public', card.file)),
);

if (stale.length > 0) {
  const fontFile = createRequire(import.meta.url).resolve(
    '@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2',
  );
  const parts = {
    art: renderToStaticMarkup(createElement(LampLitTable)),
    logo: renderToStaticMarkup(createElement(Logo)),
    font: `data:font/woff2;base64,${readFileSync(fontFile).toString('base64')}`,
    tokens: readFileSync(join(projectRoot, 'src/web/ui/styles/tokens.css'), 'utf8'),
  };
  const folder = mkdtempSync(join(tmpdir(), 'social-images-'));
  const browser = await chromium.launch(browserPath ? { executablePath: browserPath } : {});
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    for (const card of stale) {
      await page.setContent(cardPage(card, parts));
      await page.evaluate(() => document.fonts.ready);
      const shot = join(folder, 'shot.png');
      await page.screenshot({ path: shot });
      const target = join(projectRoot, 'src/web/public', card.file);
      mkdirSync(dirname(target), { recursive: true });
      fewerColours(shot, target);
      const { size } = statSync(target);
      if (size > LARGEST_BYTES)
        throw new Error(`public${card.file} is ${size} bytes, over ${LARGEST_BYTES}.`);
      console.log(`public${card.file} ${size} bytes`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

writeFileSync(
  drawnFile,
  `${JSON.stringify(Object.fromEntries(all.map((card) => [card.file, fingerprintOf(card)])), null, 2)}\n`,
);
