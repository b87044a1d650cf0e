import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { TranscriptDocument } from '#contract/transcript.ts';

export const SHARED_SESSIONS = new URL('../../../shared/data/crd3/', import.meta.url);
export const hasSharedSessions = existsSync(new URL('C1E001.json', SHARED_SESSIONS));
export const SHARED_EPISODES = ['C1E001', 'C1E026', 'C1E063', 'C1E111', 'C2E008', 'C2E020'];

export interface SharedSession {
  episode: string;
  turns: { speaker: string; text: string }[];
  blurb: string;
  synopsis: { heading: string; text: string }[];
}

export function readSharedSession(episode: string): SharedSession {
  const plain = new URL(`${episode}.json`, SHARED_SESSIONS);
  const bytes = existsSync(plain)
    ? readFileSync(plain)
    : gunzipSync(readFileSync(new URL(`train/${episode}.json.gz`, SHARED_SESSIONS)));
  return JSON.parse(bytes.toString('utf8')) as SharedSession;
}

export const asText = (turns: { speaker: string; text: string }[]): string =>
  turns.map((turn) => `${turn.speaker}: ${turn.text.replace(/\s+/g, ' ')}\n`).join('');

export function transcriptOf(
  turns: { speaker: string | null; text: string }[],
  changes: Partial<TranscriptDocument> = {},
): TranscriptDocument {
  const labels = [...new Set(turns.flatMap((turn) => turn.speaker ?? []))];
  let atMs = 0;
  const segments = turns.map(({ speaker, text }, index) => {
    const startMs = atMs;
    atMs += text.split(/\s+/).length * 400;
    return {
      id: `s${index + 1}`,
      startMs,
      endMs: atMs,
      speakerId: speaker === null ? null : `p${labels.indexOf(speaker) + 1}`,
      text,
      originalText: null,
      confidence: null,
    };
  });
  return TranscriptDocument.parse({
    source: 'import',
    timing: 'measured',
    engine: 'test',
    language: null,
    durationMs: atMs,
    speakers: labels.map((label, index) => ({
      id: `p${index + 1}`,
      label,
      role: 'unknown',
      playerCharacterId: null,
      talkMs: 0,
    })),
    segments,
    warnings: [],
    ...changes,
  });
}
