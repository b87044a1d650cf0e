import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import type { App, RequestVariables } from '#server/http/mount.ts';
import { createSlowAnswers } from '#server/http/slow-answers.ts';
import { createPageAnswers } from '#server/sharing/page-answers.ts';
import { publicPageRoutes } from '#server/sharing/page-routes.ts';
import { metricsOf, runsOf } from '#server/sharing/preview/picture-fonts.ts';
import { drawable, linesOf, widthOf } from '#server/sharing/preview/picture-text.ts';
import { previewSvg } from '#server/sharing/preview/preview-svg.ts';
import { createPreviews, type Previews } from '#server/sharing/preview/previews.ts';
import { silentLog } from '#tests/support/database.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { sharedPageThreads } from '#tests/support/shared-threads.ts';

const book = metricsOf('book');
const box = { metrics: book, fontSize: 50, width: 690, mostLines: 4 };
const wordsOf = (title: string) => ({ kicker: 'The Lantern Coast', title, day: '12 March 2026' });
const linesIn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, line]) => line);

const titles = [
  'The Drowned Chapel',
  'word '.repeat(40).trim(),
  'W'.repeat(200),
  'i'.repeat(200),
  '<script>alert(1)</script> & "quotes" \'too\'',
  ']]>&amp;&#0;<!-- --><image href="file:///etc/passwd"/>',
  'Łódź, Đặng, Žižkov, Привіт, Παραμύθια',
  '沈んだ礼拝堂',
  'الكنيسة الغارقة',
  'בית הכנסת',
  'โบสถ์จมน้ำ',
  '🐉🔥👩‍👩‍👧‍👦',
  '🐉 The Dragon',
  'e\u0301\u0302\u0303'.repeat(60),
  `a${'\u0301'.repeat(199)}`,
  '\u202eevil\u202c \u200b\u200d\ufeff',
  '\ud800 lone surrogate \udfff',
  '\u0000\u0001\u001f control',
  '   ',
  '-',
  '2026',
];

describe('the words of a picture', () => {
  it('use the widths of the fonts’ own letters, and none for missing ones', () => {
    expect(book.width('W'.codePointAt(0)!)).toBeGreaterThan(book.width('i'.codePointAt(0)!)!);
    for (const letter of 'AzÄéŁźЖяΩάặ–…’')
      expect([letter, book.width(letter.codePointAt(0)!)]).toEqual([letter, expect.any(Number)]);
    for (const letter of ['漢', 'ع', 'ש', '🐉', '\u0000'])
      expect(book.width(letter.codePointAt(0)!)).toBeNull();
  });

  it('wrap between words, are cut inside long ones, and end with an ellipsis if they do not fit', () => {
    expect(linesOf('The Drowned Chapel', { ...box, width: 200 })).toEqual(['The', 'Drowned', 'Chapel']);
    const long = linesOf('word '.repeat(40), box);
    expect(long).toHaveLength(4);
    expect(long.at(-1)).toMatch(/word…$/);
    expect(linesOf('W'.repeat(30), box).join('')).toBe('W'.repeat(30));
    for (const title of titles)
      for (const line of linesOf(drawable(title, book), box))
        expect(widthOf(line, box)).toBeLessThanOrEqual(box.width);
  });

  it('lose what the fonts cannot draw, and are omitted completely if that is most of them', () => {
    expect(drawable('🐉 The  Dragon’s\nHoard 🔥', book)).toBe('The Dragon’s Hoard');
    expect(drawable('沈んだ礼拝堂 II', book)).toBe('');
    expect(drawable('🐉🔥', book)).toBe('');
    expect(linesIn(previewSvg(wordsOf('沈んだ礼拝堂')))).toContain('The Lantern Coast');
    expect(linesIn(previewSvg({ kicker: '漢字', title: '沈んだ礼拝堂', day: '' }))).toContain(
      'Session notes',
    );
  });

  it('use the file that has their letters', () => {
    expect(runsOf('Łódź ж', 'book').map(({ text }) => text)).toEqual(['Ł', 'ód', 'ź ', 'ж']);
  });
});

describe('drawing', () => {
  let previews: Previews;
  beforeAll(() => {
    previews = createPreviews();
  });
  afterAll(() => previews.close());

  it.each(titles)('makes a PNG of 1200 × 630 of the title %j', async (title) => {
    const bytes = await previews.draw({ ...wordsOf(title), kicker: title }, 'owner');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([1200, 630]);
    expect(bytes.byteLength).toBeLessThan(200_000);
  });

  it('caches a picture by its content', async () => {
    const [one, same, other] = await Promise.all([
      previews.draw(wordsOf('One'), 'a'),
      previews.draw(wordsOf('One'), 'b'),
      previews.draw(wordsOf('Other'), 'c'),
    ]);
    expect(same).toBe(one);
    expect(Buffer.compare(one, other)).not.toBe(0);
    expect(await previews.draw(wordsOf('One'), 'd')).toBe(one);
  });
});

const show = defaultShow('public');
const publicPath = (kind: 'campaign' | 'session', id: string, publicId: string) =>
  sharedPath({ kind, id, audience: 'public' }, publicId);

describe('the picture of a public page', () => {
  let server: TestServer;
  let user: TestUser;
  let campaignId: string;
  beforeAll(async () => {
    server = await createTestServer();
    user = await server.signIn();
    campaignId = await made('/campaigns', { title: 'The Lantern Coast', system: 'Fifth edition' });
  });
  afterAll(() => server.close());

  async function made(path: string, body: unknown): Promise<string> {
    return ((await (await user.call('POST', path, body)).json()) as { id: string }).id;
  }

  async function share(kind: 'campaign' | 'session', id: string): Promise<string> {
    const answer = await user.call('PUT', `/${kind}s/${id}/public-link`, { show });
    return publicPath(kind, id, ((await answer.json()) as ShareLink).publicId ?? '');
  }

  async function pictureOf(path: string): Promise<string> {
    const html = await (await server.call('GET', path)).text();
    const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    return new URL(address).pathname + new URL(address).search;
  }

  it('[R2.8] is in the page’s head with its size and text, opens for anyone and changes with the title', async () => {
    const id = await made(`/campaigns/${campaignId}/sessions`, {
      title: 'The Drowned "Chapel"',
      playedAt: '2026-03-12T00:00:00.000Z',
    });
    const path = await share('session', id);
    const html = await (await server.call('GET', path)).text();
    expect(html).toContain('<meta property="og:image:width" content="1200">');
    expect(html).toContain('<meta property="og:image:height" content="630">');
    expect(html).toContain(
      '<meta property="og:image:alt" content="The Drowned &quot;Chapel&quot;: session notes from The Lantern Coast">',
    );
    const address = await pictureOf(path);
    expect(address.startsWith(`${path}/preview.png?v=`)).toBe(true);
    const answer = await server.call('GET', address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const before = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(before.byteLength));
    const head = await server.call('HEAD', address);
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);

    await user.call('PATCH', `/sessions/${id}`, { title: 'Renamed' }, { 'if-match': '1' });
    const renamed = await pictureOf(path);
    expect(renamed).not.toBe(address);
    const after = new Uint8Array(await (await server.call('GET', renamed)).arrayBuffer());
    expect(Buffer.compare(before, after)).not.toBe(0);
  });

  it('[D10] disappears with its link: the same bytes as for any unknown address', async () => {
    const id = await made(`/campaigns/${campaignId}/sessions`, { title: 'Revoked' });
    const path = await share('session', id);
    const campaign = await share('campaign', campaignId);
    expect((await server.call('GET', `${path}/preview.png`)).status).toBe(200);
    expect((await server.call('GET', `${campaign}/preview.png`)).status).toBe(200);
    await user.call('DELETE', `/sessions/${id}/public-link`);
    const publicId = path.split('/').at(-1) ?? '';
    const answers = [
      `${path}/preview.png`,
      path,
      `${publicPath('campaign', campaignId, publicId)}/preview.png`,
      `${publicPath('session', 'no-id', 'nothing')}/preview.png`,
    ].map(async (address) => {
      const answer = await server.call('GET', address);
      return {
        status: answer.status,
        headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
        body: await answer.text(),
      };
    });
    const [first, ...others] = await Promise.all(answers);
    expect(first?.status).toBe(404);
    for (const each of others) expect(each).toEqual(first);
  });

  it('is the site’s own if it cannot be drawn, and nothing if the link was revoked meanwhile', async () => {
    let isOn = true;
    const app: App = new Hono<{ Variables: RequestVariables }>();
    app.use(async (context, next) => {
      context.set('log', silentLog);
      await next();
    });
    const target = { kind: 'session' as const, id: campaignId, audience: 'public' as const };
    const publicId = 'A'.repeat(22);
    const answers = createPageAnswers({
      slowAnswers: createSlowAnswers(),
      pages: {
        listed: async () => [],
        find: async () =>
          isOn
            ? {
                linkId: 'link',
                target,
                publicId,
                userId: user.userId,
                campaignId,
                show,
                passphraseHash: null,
                admissionKey: null,
                version: '1',
              }
            : null,
        given: async () => null,
        words: async () => wordsOf('One'),
      },
      threads: sharedPageThreads(),
      previews: {
        draw: () => Promise.reject(new Error('The thread ended.')),
      },
      web: null,
      publicOrigin: null,
    });
    publicPageRoutes(app, answers, { look: () => Promise.reject(new Error('Nobody searches.')) });
    const address = `${publicPath('session', campaignId, publicId)}/preview.png`;
    const answer = await app.request(address);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/social/start.png']);
    isOn = false;
    expect((await app.request(address)).status).toBe(404);
  });
});
