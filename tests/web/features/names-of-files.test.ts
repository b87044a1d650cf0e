// @vitest-environment node
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { namesOfFiles } from '#web/features/campaign/names/names-of-files.ts';

const zip = (files: Record<string, string>, name = 'vault.zip') =>
  new File(
    [
      new Uint8Array(
        zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
      ),
    ],
    name,
  );
const linesOf = async (...files: File[]) => (await namesOfFiles(files)).list.split('\n');

describe('names of files', () => {
  it('are those of a vault’s notes, by folder, front matter or tag, with their aliases', async () => {
    const vault = zip({
      'Campaign/02 NPCs/Mother Sedge.md': '---\naliases: [The Ferrywoman, Sedge]\n---\nKeeps the ferry.',
      'Campaign/Places/Candlewick.md': 'A village on stilts.',
      'Notes/Ash Wardens.md': '---\ntype: Faction\n---\n',
      'Notes/The Quiet Bell.md': '---\ntags:\n  - campaign/item\n---\n',
      'Sessions/Session 1.md': 'We met at the inn.',
      '.obsidian/app.json': '{"name":"no"}',
    });
    expect(await linesOf(vault)).toEqual([
      'Mother Sedge (npc) = The Ferrywoman, Sedge',
      'Candlewick (location)',
      'Ash Wardens (faction)',
      'The Quiet Bell (item)',
    ]);
    expect((await namesOfFiles([vault])).skipped).toBe(1);
  });

  it('are the articles of World Anvil and the entities of Kanka', async () => {
    const worldAnvil = zip({
      'articles/oda.json': '{"title":"Oda","templateType":"person","content":"[b]A girl[/b]"}',
      'articles/fen.json': '{"title":"The Grey Fen","template":{"title":"Location"}}',
      'articles/plot.json': '{"title":"A plot","templateType":"plot"}',
    });
    const kanka = zip({
      'characters/12_ulf.json': '{"id":12,"name":"Ulf","entity":{"type":"character"}}',
      'organisations/3.json': '{"name":"Heron Guild"}',
    });
    expect(await linesOf(worldAnvil, kanka)).toEqual([
      'Oda (npc)',
      'The Grey Fen (location)',
      'Ulf (npc)',
      'Heron Guild (faction)',
    ]);
  });

  it('are listed once, without the list’s own markup', async () => {
    expect(
      await linesOf(
        zip({
          'npcs/Vex: the Hunter (dead).md': '',
          'characters/vex the hunter dead.json': '{"name":"Vex the Hunter dead"}',
        }),
      ),
    ).toEqual(['Vex the Hunter dead (npc)']);
  });

  it('reports a broken file, or skips it among others', async () => {
    await expect(namesOfFiles([new File(['no zip'], 'vault.zip')])).rejects.toThrow(/could not be read/);
    expect(await namesOfFiles([zip({ 'npcs/broken.json': '{', 'npcs/Oda.md': '---\n: [\n---\n' })])).toEqual({
      list: 'Oda (npc)',
      count: 1,
      skipped: 1,
    });
  });
});
