/**
 * Every public page and component state, in both themes at 375 and 1280 px.
 * Usage: npm run build && npm run contact-sheet [-- FOLDER [WORD …]]; `components` alone needs no build
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Browser, chromium, type Page } from 'playwright';
import { publicPaths } from '#contract/pages.ts';
import { exhibitGroups } from '#web/features/components/exhibits.ts';
import { browserPath } from '../../src/setup/browser-path.ts';
import { serveComponents } from './components-site.ts';
import { startServerProcess } from './server-process.ts';

interface Picture {
  file: string;
  name: string;
}

interface Look {
  width: number;
  theme: 'light' | 'dark';
}

const looks: readonly Look[] = [1280, 375].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

const [folder = mkdtempSync(join(tmpdir(), 'hearthscribe-contact-sheet-')), ...words] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const say = (text: string) => process.stdout.write(`${text}\n`);
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

async function inEachLook(browser: Browser, take: (page: Page, look: Look) => Promise<void>): Promise<void> {
  for (const look of looks) {
    const page = await browser.newPage({
      viewport: { width: look.width, height: look.width > 650 ? 860 : 740 },
      colorScheme: look.theme,
      reducedMotion: 'reduce',
    });
    page.on('pageerror', ({ message }) => say(`${page.url()}: ${message}`));
    await take(page, look);
    await page.close();
  }
}

const layOutAll = (page: Page) =>
  page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(sheet);
    // A page that scrolls to its section keeps its bar at the top of the picture.
    window.scrollTo({ top: 0, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
  });

async function tellExcess(page: Page, name: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (excess > 0) say(`${name} is ${excess} px wider than the window`);
}

async function componentPictures(browser: Browser): Promise<Map<Look, Picture[]>> {
  const pictures = new Map<Look, Picture[]>();
  const site = await serveComponents();
  await inEachLook(browser, async (page, look) => {
    await page.goto(`${site.url}?bare&theme=${look.theme}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await tellExcess(page, `components ${look.theme} ${look.width}`);
    const taken: Picture[] = [];
    for (const { exhibits } of exhibitGroups) {
      for (const { id } of exhibits) {
        const file = `component-${id}-${look.theme}-${look.width}.png`;
        await page.locator(`#${id}`).screenshot({ path: join(folder, file), animations: 'disabled' });
        taken.push({ file, name: id });
      }
    }
    pictures.set(look, taken);
  });
  await site.close();
  return pictures;
}

async function pagePictures(browser: Browser): Promise<Map<Look, Picture[]>> {
  const pictures = new Map<Look, Picture[]>();
  const server = startServerProcess({
    LOG_LEVEL: 'error',
    HEARTHSCRIBE_DATA: mkdtempSync(join(tmpdir(), 'hearthscribe-contact-sheet-data-')),
  });
  const url = await server.ready;
  await inEachLook(browser, async (page, look) => {
    const taken: Picture[] = [];
    for (const path of [...publicPaths, '/nowhere'].filter(isWanted)) {
      await page.goto(new URL(path, url).href, { waitUntil: 'networkidle' });
      await layOutAll(page);
      await tellExcess(page, `${path} ${look.theme} ${look.width}`);
      const name = path === '/' ? 'start' : path.slice(1).replaceAll('/', '-');
      const file = `page-${name}-${look.theme}-${look.width}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
      taken.push({ file, name: path });
    }
    pictures.set(look, taken);
  });
  server.signal('SIGTERM');
  await server.ended;
  return pictures;
}

const styles = `
  body { margin: 24px; background: #777; color: #fff; font: 14px system-ui; }
  .pictures { columns: auto; column-gap: 16px; }
  figure { margin: 0 0 16px; break-inside: avoid; }
  img { display: block; width: 100%; }
`;

async function writeSheet(browser: Browser, kind: string, look: Look, pictures: readonly Picture[]) {
  const title = `${kind}, ${look.theme}, ${look.width} px`;
  const columnWidth = look.width > 650 ? 620 : 300;
  const figures = pictures.map(
    ({ file, name }) => `<figure><figcaption>${name}</figcaption><img src="${file}" alt=""></figure>`,
  );
  const html = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${styles}</style>
<h1>${title}</h1><div class="pictures" style="column-width:${columnWidth}px">${figures.join('\n')}</div>`;
  const name = `${kind}-${look.theme}-${look.width}`;
  writeFileSync(join(folder, `${name}.html`), html);
  const page = await browser.newPage({ viewport: { width: 1960, height: 1200 } });
  await page.goto(`file://${join(folder, `${name}.html`)}`, { waitUntil: 'load' });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
  return { name, title };
}

const browser = await chromium.launch({
  ...(browserPath ? { executablePath: browserPath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const sheets: { name: string; title: string }[] = [];
if (isWanted('components')) {
  for (const [look, pictures] of await componentPictures(browser)) {
    sheets.push(await writeSheet(browser, 'components', look, pictures));
  }
}
if (words.length === 0 || words.some((word) => word !== 'components')) {
  for (const [look, pictures] of await pagePictures(browser)) {
    sheets.push(await writeSheet(browser, 'pages', look, pictures));
  }
}
const links = sheets.map(({ name, title }) => `<li><a href="${name}.html">${title}</a></li>`);
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><ul>${links.join('\n')}</ul>\n`,
);
await browser.close();
say(`The contact sheet is ${join(folder, 'index.html')}`);
