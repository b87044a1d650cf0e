import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { LegalText } from '#contract/legal.ts';
import { legalNames, legalSlot } from '#contract/pages.ts';
import { openWebFiles } from '#server/http/web-files.ts';
import { legalProblem, openLegalTexts, operatorSettings } from '#server/legal/legal-texts.ts';
import { legalHtml, readLegalMarkdown } from '#server/legal/markdown.ts';
import { readConfig } from '#server/platform/config.ts';

const operator = {
  OPERATOR_NAME: 'Lamp & <Table> Ltd',
  OPERATOR_ADDRESS: '1 Market Street, Springfield',
  OPERATOR_EMAIL: 'help@example.org',
  OPERATOR_COUNTRY: 'Ireland',
  OPERATOR_LAW: 'The law of Ireland',
};
const stripe = (key: string) => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_STANDARD: 'price_1',
  STRIPE_PRICE_PRO: 'price_2',
});
const services = {
  SPEECH_URL: 'https://key:secret@speech.example.org/v1',
  NOTES_URL: 'https://notes.example.org/v1',
  SMTP_URL: 'smtps://user:hush@mail.example.org',
  ANALYTICS_ID: 'G-1',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearthscribe-legal-'));
});
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const textsOf = (environment: Record<string, string>) => openLegalTexts(readConfig(environment));
const page = (name: 'terms' | 'privacy' | 'cookies', own = '') =>
  `<main>${legalSlot.start(name)}${own}${legalSlot.end}</main>`;
const gap = /\[Operator|%legal|\{\w+\}|undefined|null/;

const configurations: [string, Record<string, string>][] = [
  ['a private installation', {}],
  ['an operator who is named', operator],
  ['an operator with services', { ...operator, ...services, ...stripe('sk_live_1') }],
  ['a private installation with services', services],
  ['a trial of Stripe', stripe('sk_test_1')],
];

describe('the legal texts of a server', () => {
  it.each(configurations)('[R2.10] [R2.17] have no gaps: %s', (_, environment) => {
    const texts = textsOf(environment);
    for (const name of legalNames) {
      const html = texts.fill(page(name, '<table></table>'));
      expect(html).not.toMatch(gap);
      expect(html.length).toBeGreaterThan(name === 'cookies' ? 20 : 400);
      const text = texts.text(name);
      if (text !== null) expect(LegalText.parse(text)).toEqual(text);
    }
    expect(texts.fill('<p>Another page</p>')).toBe('<p>Another page</p>');
  });

  it('[R2.10] name the operator, as text and never as markup', () => {
    const texts = textsOf(operator);
    for (const name of ['terms', 'privacy'] as const) {
      const html = texts.fill(page(name));
      expect(html).toContain('Lamp &amp; &lt;Table&gt; Ltd, 1 Market Street, Springfield, Ireland');
      expect(html).toContain('<a href="mailto:help@example.org">help@example.org</a>');
      expect(html).not.toContain('<Table>');
    }
    expect(texts.fill(page('terms'))).toContain('The law of Ireland applies.');
  });

  it('[R2.10] state the rates, and have the parts that an agreement and a policy need', () => {
    const texts = textsOf(operator);
    const parts = (name: 'terms' | 'privacy') => texts.text(name)?.headings.map(({ text }) => text);
    expect(texts.fill(page('terms'))).toContain(
      '60 credits an hour for a brief one, 100 for a comprehensive one',
    );
    expect(parts('terms')).toEqual([
      'Who offers this',
      'What you get',
      'Your account',
      'The people at your table',
      'Your content stays yours',
      'What it costs',
      'Fair use',
      'Availability and change',
      'Ending it',
      'Liability',
      'Law and disputes',
      'Changes to these terms',
    ]);
    expect(parts('privacy')).toEqual([
      'Who is responsible',
      'What is kept, and what for',
      'The voices at your table',
      'Who else sees it',
      'No training',
      'How long',
      'Deletion',
      'What others can see',
      'Your rights',
      'How it is guarded',
      'Changes',
    ]);
  });

  it('[R2.10] name the configured services by host only', () => {
    const html = textsOf({ ...operator, ...services, ...stripe('sk_live_1'), AUDIO_DAYS: '1' }).fill(
      page('privacy'),
    );
    for (const named of [
      'speech.example.org',
      'notes.example.org',
      'mail.example.org',
      'Stripe for payments',
      'Google Analytics',
    ])
      expect(html).toContain(named);
    expect(html).not.toMatch(/secret|hush/);
    expect(html).toContain('A recording is deleted 1 day after its latest analysis.');
    expect(textsOf({}).fill(page('privacy'))).toContain('it sends your data to no other service');
  });

  it('[R2.10] are the operator’s own if there is a file', () => {
    write(
      'terms.md',
      '# Our terms\n\n## One\n\nBe *kind* to [us](https://example.org/?a=1&b=2).\n\n- a\n- b\n',
    );
    write('cookies.md', 'We like cookies.');
    const texts = textsOf({ LEGAL_DIR: folder });
    expect(texts.fill(page('terms'))).toBe(
      '<main><div class="prose"><h2 id="one"><a class="heading-anchor" href="#one">One</a></h2><p>Be <em>kind</em> to <a href="https://example.org/?a=1&amp;b=2">us</a>.</p><ul><li>a</li><li>b</li></ul></div></main>',
    );
    expect(texts.fill(page('cookies', '<table></table>'))).toBe(
      '<main><div class="prose"><p>We like cookies.</p></div></main>',
    );
    expect(texts.fill(page('privacy'))).toContain('private installation');
    // The AI page links to it.
    expect(texts.fill(page('privacy'))).toContain('<h2 id="who-else-sees-it">');
    expect(textsOf({}).fill(page('cookies', '<table></table>'))).toBe('<main><table></table></main>');
  });

  it.each([
    ['<script>alert(1)</script>', /terms\.md contains HTML/],
    ['Hello <b>you</b>', /terms\.md contains HTML/],
    ['![a](https://example.org/a.png)', /terms\.md contains an image/],
    ['[a](javascript:alert(1))', /terms\.md links to "javascript:alert\(1\)"/],
    ['[a](//evil.example)', /terms\.md links to/],
    ['# Only a title', /terms\.md is empty/],
  ])('[R2.10] that cannot be shown safely end the start with what to change: %s', (text, message) => {
    write('terms.md', text);
    expect(() => textsOf({ LEGAL_DIR: folder })).toThrow(message);
  });

  it('everything in Markdown becomes text, never markup', () => {
    const html = legalHtml(readLegalMarkdown('## A "b" & `<i>`\n\n`<script>` &lt;img&gt;\n\n    <b>'));
    expect(html).not.toMatch(/<(script|img|i|b)>/);
    expect(html).toContain('&lt;script&gt;');
  });
});

describe('the settings', () => {
  it.each(operatorSettings)(
    'of the operator must be set together: without %s the start says which',
    (name) => {
      expect(() => readConfig({ ...operator, [name]: '' })).toThrow(
        operatorSettings.join(', ').replace(/, (\w+)$/, ' and $1'),
      );
    },
  );

  it('are validated', () => {
    expect(() => readConfig({ ...operator, OPERATOR_EMAIL: 'nobody' })).toThrow(
      'OPERATOR_EMAIL must be an email address',
    );
    expect(() => readConfig({ LEGAL_DIR: join(folder, 'missing') })).toThrow('LEGAL_DIR is not a folder.');
  });

  it.each([
    [stripe('sk_live_1'), true],
    [stripe('rk_live_1'), true],
    [stripe('sk_test_1'), false],
  ])('payments without an operator are a problem that names the settings', (environment, isLive) => {
    const problem = legalProblem(readConfig(environment));
    expect(problem?.isLive).toBe(isLive);
    for (const name of [...operatorSettings, 'LEGAL_DIR']) expect(problem?.message).toContain(name);
    expect(legalProblem(readConfig({ ...environment, ...operator }))).toBeNull();
    write('terms.md', 'a');
    expect(legalProblem(readConfig({ ...environment, LEGAL_DIR: folder }))).not.toBeNull();
    write('privacy.md', 'b');
    expect(legalProblem(readConfig({ ...environment, LEGAL_DIR: folder }))).toBeNull();
    expect(legalProblem(readConfig({}))).toBeNull();
  });
});

it('[R2.10] a built page contains the text in every encoding, and its tag changes with the text', async () => {
  mkdirSync(join(folder, 'terms'));
  write('index.html', '<p>start</p>');
  writeFileSync(join(folder, 'terms', 'index.html'), page('terms'));
  writeFileSync(join(folder, 'terms', 'index.html.br'), 'stale');
  const answer = async (environment: Record<string, string>, encoding: string) => {
    const web = openWebFiles(folder, { publicOrigin: null, fill: textsOf(environment).fill });
    const request = new Request('http://localhost/terms', { headers: { 'accept-encoding': encoding } });
    const response = await web!.page('/terms', request, 200);
    const body = Buffer.from(await response.arrayBuffer());
    const plain =
      encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    return { html: plain.toString(), etag: response.headers.get('etag') };
  };
  const expected = textsOf(operator).fill(page('terms'));
  for (const encoding of ['br', 'gzip', 'identity'])
    expect((await answer(operator, encoding)).html).toBe(expected);
  expect((await answer(operator, 'br')).etag).not.toBe((await answer({}, 'br')).etag);
});
