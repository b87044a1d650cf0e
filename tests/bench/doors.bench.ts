import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { defaultShow, sharedPath } from '#contract/sharing.ts';
import type { Figure } from './figure.ts';
import { type Host, newUser, startHost, type User } from './hosts.ts';
import { longestWaitAt, memoryOf } from './neighbour.bench.ts';

/** What once ended the process or held all others, through the same doors: status, wait of a neighbour, memory. */
export async function benchDoors(): Promise<Figure[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-'));
  const server = await startHost({
    HEARTHSCRIBE_DATA: dataFolder,
    LOG_LEVEL: 'error',
    USER_CALLS_PER_MINUTE: '1000000',
  });
  try {
    const guest = await newUser(server.url);
    const neighbour = await newUser(server.url);
    const { id: campaign } = await guest.must('POST', '/campaigns', { title: 'The doors' });
    const preview = (bytes: Uint8Array) => () =>
      guest.call('POST', `/campaigns/${campaign}/import/preview`, bytes);
    const exported = async (body: string, format: string) => {
      const id = await withNotes(guest, campaign, [body]);
      return () => guest.call('GET', `/sessions/${id}/export?format=${format}`);
    };
    const full = await guest.must('POST', '/campaigns', { title: 'Full' });
    const prose = 'Mira led them down the stair, and the bell rang twice. ';
    for (let session = 0; session < 80; session += 1)
      await withNotes(
        guest,
        full.id,
        Array.from({ length: 5 }, () => prose.repeat(3600)),
      );
    const link = { kind: 'campaign', id: full.id, audience: 'public' } as const;
    const { publicId } = await guest.must('PUT', `/campaigns/${full.id}/public-link`, {
      show: defaultShow('public'),
    });
    const visited = async () => {
      const page = await fetch(server.url + sharedPath(link, publicId));
      await page.arrayBuffer();
      return { status: page.status };
    };
    await preview(strToU8('# One'))();
    await visited();
    const ours =
      '%% hearthscribe:begin 00000000 · the next export replaces this part %%\n\n# One\n\n## Loot\n\nA rope.\n\n%% hearthscribe:end %%';
    const vault = (properties: string) =>
      zipSync({
        'Hearthscribe.md': strToU8(ours),
        'Sessions/Session 1.md': strToU8(`---\n${properties}\n---\n\n${ours}`),
      });
    const bomb = Array.from(
      { length: 30 },
      (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(at && 9)}x]`,
    ).join('\n');
    const doors: [string, () => Promise<{ status: number }>][] = [
      ['word of 80,000 letters, as Discord messages', await exported('a'.repeat(80_000), 'discord')],
      ['20,000 Japanese characters, as Discord messages', await exported('漢'.repeat(20_000), 'discord')],
      ['properties with aliases in a vault', preview(vault(bomb))],
      [
        '400,000 keys in a vault',
        preview(vault(Array.from({ length: 400_000 }, (_, at) => `k${at}: v`).join('\n'))),
      ],
      ['broken properties in a vault', preview(vault('session: ['))],
      ['1 MB of prose imported', preview(strToU8(`# One\n\n${prose.repeat(19_000)}`))],
      ['1 MB of headings imported', preview(strToU8('# h\n'.repeat(260_000)))],
      ['12,000 characters of *a_, as HTML', await exported('*a_'.repeat(4000), 'html')],
      ['a visitor of 80 MB of notes', visited],
    ];
    const figures: Figure[] = [];
    for (const [name, call] of doors) figures.push(await measured(server, neighbour, name, call));
    return figures;
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function measured(
  server: Host,
  neighbour: User,
  name: string,
  call: () => Promise<{ status: number }>,
): Promise<Figure> {
  const before = await memoryOf(server.pid, 'VmRSS');
  await writeFile(`/proc/${server.pid}/clear_refs`, '5');
  let status = 0;
  const { longest, busiest } = await longestWaitAt(server, neighbour, async () => {
    ({ status } = await call());
  });
  const memory = (await memoryOf(server.pid, 'VmHWM')) - before;
  return {
    name: `doors: ${name}`,
    value: busiest,
    unit: "ms of the server's thread that a neighbour waited",
    peer: `${status}; ${longest.toFixed(0)} ms in all, ${memory.toFixed(0)} MB more memory`,
  };
}

async function withNotes(guest: User, campaign: string, bodies: readonly string[]): Promise<string> {
  const { id } = await guest.must('POST', `/campaigns/${campaign}/sessions`, {});
  const sections = bodies.map((body, at) => ({
    key: `own-${at}`,
    title: `Part ${at}`,
    body,
    visibility: 'public',
  }));
  await guest.must('PATCH', `/sessions/${id}/notes`, { sections }, { 'if-match': '0' });
  return id;
}
