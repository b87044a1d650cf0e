import { describe, expect, it } from 'vitest';
import type { FileSection } from '#contract/notes-file.ts';
import { discordMessages } from '#server/exports/formats/discord.ts';
import { documentFor, type NotesDocument } from '#server/exports/formats/document.ts';
import { renderHtml } from '#server/exports/formats/html.ts';
import { readJson, renderJson } from '#server/exports/formats/json.ts';
import { readMarkdown, renderMarkdown } from '#server/exports/formats/markdown.ts';
import { renderText } from '#server/exports/formats/plain-text.ts';
import { renderYaml } from '#server/exports/formats/yaml.ts';
import { readVault } from '#server/exports/vault/read-vault.ts';
import { renderVault } from '#server/exports/vault/vault.ts';

const lamp = 'Ines: “Forty candles burn on the altar, all of them blue.”';
const whisper = 'Theo: “I take the key when nobody looks.”';
const body = `### “Forty candles”\n\n- ${lamp}\n- <!-- gm --> ${whisper}\n- My own words.`;
const summary: FileSection = {
  key: 'summary',
  title: 'The evening in its own words',
  visibility: 'players',
  body,
  times: [
    { text: lamp, startMs: 312_000, line: 's56' },
    { text: whisper, startMs: 3_723_000, line: 's60' },
    { text: 'A line that somebody took out.', startMs: 1000, line: 's2' },
  ],
};
const index: FileSection = {
  key: 'glance',
  title: 'Index',
  visibility: 'gm',
  body: '- **Names heard**: Oda (5 times); Candlewick (3 times)',
  times: [{ text: 'Candlewick (3 times)', startMs: 32_000, line: 's7' }],
};

const documentOf = (audience: NotesDocument['audience'], sections = [summary, index]) =>
  documentFor(
    { title: 'The Quiet Bell' },
    [
      {
        title: 'Session 1',
        order: 1,
        playedAt: null,
        address: 'https://notes.example/campaign?campaignId=c&sessionId=d',
        sections,
      },
    ],
    audience,
  );
const markdownOf = (document: NotesDocument) => [...renderMarkdown(document)].join('');

describe('times of quoted lines', () => {
  it('are about when in a transcript without times, and an import leaves that out, too', () => {
    const times = summary.times?.map((time) => ({ ...time, startMs: 4_338_000, isAbout: true }));
    const document = documentOf('gm', [{ ...summary, times: times ?? [] }]);
    expect(markdownOf(document)).toContain(`- ${lamp} *(about 1:12:00)*\n`);
    expect([...renderHtml(document)].join('')).toContain('<em>(about 1:12:00)</em>');
    expect(readMarkdown(markdownOf(document), 'x')[0]?.sections[0]?.body).toBe(body);
    const vault = [...renderVault(document)];
    expect(vault.map(({ content }) => content).join('\n')).toContain(`${lamp} [about 1:12:00](`);
    expect(readVault(vault)[0]?.sections[0]?.body).toContain(`- ${lamp}\n`);
  });

  it('are in every format that people read, for lines that are still there', () => {
    const document = documentOf('gm');
    const markdown = markdownOf(document);
    expect(markdown).toContain(`- ${lamp} *(5:12)*\n- <!-- gm --> ${whisper} *(1:02:03)*\n- My own words.`);
    expect(markdown).toContain('Oda (5 times); Candlewick (3 times) *(0:32)*');
    expect([...renderHtml(document)].join('')).toContain('<em>(5:12)</em>');
    expect([...renderText(document)].join('')).toContain(`${lamp} (5:12)`);
    expect(discordMessages(document).join('\n')).toContain('(5:12)');
    expect(renderYaml(document)).toContain('(5:12)');
    const json = JSON.parse(renderJson(document));
    expect(json.sessions[0].sections[0].times).toHaveLength(2);
    expect(json.sessions[0].address).toBeUndefined();
  });

  it('of hidden lines and sections stay with the game master', () => {
    const document = documentOf('players');
    expect(document.sessions[0]?.sections.map(({ key }) => key)).toEqual(['summary']);
    for (const text of [markdownOf(document), renderJson(document), [...renderHtml(document)].join('')]) {
      expect(text).toContain('Forty candles burn');
      expect(text).not.toMatch(/1:02:03|3723000|s60|take the key/);
    }
  });

  it('are left out by an import, so that the notes are as they were', () => {
    expect(readMarkdown(markdownOf(documentOf('gm')), 'x')[0]?.sections.map((each) => each.body)).toEqual([
      body,
      index.body,
    ]);
    const read = readJson(renderJson(documentOf('gm')));
    expect(read?.sessions[0]?.sections[0]).toEqual({
      key: 'summary',
      title: summary.title,
      visibility: 'players',
      body,
    });
    const own = [{ ...summary, body: 'We met *(5:12)* here.', times: [] }];
    expect(readMarkdown(markdownOf(documentOf('gm', own)), 'x')[0]?.sections[0]?.body).toBe(
      'We met *(5:12)* here.',
    );
  });

  it('are links into the app in a vault, each with a block id, and left out by an import of it', () => {
    const vault = [...renderVault(documentOf('gm'))];
    const note = vault.find(({ name }) => name === 'Sessions/Session 1.md');
    const address = 'https://notes.example/campaign?campaignId=c&sessionId=d&line=s56#transcript';
    expect(note?.content).toContain(`${lamp} [5:12](${address}) ^line-s56`);
    const [session] = readVault(vault);
    expect(session?.sections.find(({ key }) => key === 'summary')?.body).toContain(`- ${lamp}\n`);
    expect(JSON.stringify(session)).not.toContain('campaignId=c');
  });
});
