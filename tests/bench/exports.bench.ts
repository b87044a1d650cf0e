import { fromMarkdown } from 'mdast-util-from-markdown';
import { exportFormats } from '#contract/export-formats.ts';
import type { FileSession } from '#contract/notes-file.ts';
import { exportFile } from '#server/exports/export-files.ts';
import { documentFor } from '#server/exports/formats/document.ts';
import type { Figure } from './figure.ts';

const SESSIONS = 100;
const RUNS = 3;

function session(index: number): FileSession {
  const sentence = (at: number) =>
    `Person ${(index + at) % 60} led the party past place ${(index * 3 + at) % 40}, and nobody asked why.`;
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, at) => [0, 1, 2, 3].map((part) => sentence(at + part)).join(' ')).join(
      '\n\n',
    );
  const names = (kind: string, count: number, every: number) =>
    Array.from({ length: count }, (_, at) => `- **${kind} ${(index + at) % every}**: ${sentence(at)}`).join(
      '\n',
    );
  const section = (key: string, title: string, body: string) => ({
    key,
    title,
    body,
    visibility: 'players' as const,
  });
  return {
    title: `Session ${index + 1}`,
    order: index + 1,
    playedAt: '2026-03-12T00:00:00.000Z',
    sections: [
      section('summary', 'The story', paragraphs(30)),
      section('scenes', 'Scenes', `### A scene\n\n${paragraphs(8)}`),
      section('npcs', 'People', names('Person', 12, 60)),
      section('locations', 'Places', names('Place', 8, 40)),
      section('items', 'Items', names('Item', 5, 80)),
      section('quests', 'Quests', names('Quest', 4, 30)),
    ],
  };
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await work();
    times.push((performance.now() - start) / 1000);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0;
}

export async function benchExports(): Promise<Figure[]> {
  const document = documentFor(
    { title: 'A long campaign' },
    Array.from({ length: SESSIONS }, (_, index) => session(index)),
    'gm',
  );
  const parsing = await seconds(async () => {
    for (const { sections } of document.sessions) for (const { body } of sections) fromMarkdown(body);
  });
  const figures: Figure[] = [];
  for (const { format, title } of exportFormats) {
    const exporting = await seconds(async () => {
      for await (const piece of exportFile(document, format, new Date(0)).bytes) void piece.byteLength;
    });
    figures.push({
      name: `export of a campaign of ${SESSIONS} sessions: ${title}`,
      value: exporting / parsing,
      unit: '×',
      peer: `parsing its Markdown once: ${parsing.toFixed(2)} s`,
    });
  }
  return figures;
}
