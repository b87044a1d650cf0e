import { parseTextStream, tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import { type Draft, type DraftLine, LATEST_MS } from './draft.ts';
import { speakersAmong, splitNamedLine } from './speaker-names.ts';

/** Speakers come from `<v Name>` or a recurring "Name:". Counts cues with invalid times. */
export async function readCaptions(text: string, type: 'vtt' | 'srt'): Promise<Draft> {
  const source = type === 'srt' ? text.replace(/(\d),(\d{1,3})(?=\s*(?:-->|$))/gm, '$1.$2') : text;
  const parsed = await parseTextStream(lineStream(source), {
    type,
    errors: true,
    strict: false,
  });
  const lines = parsed.cues.flatMap(linesOfCue);
  return { format: type, lines: nameByPrefix(lines), unreadable: unreadableCues(source, parsed.cues) };
}

const timingLine = /^\s*[\d:.]{4,20}\s*-->/;
/** The parser is slow with endless settings. */
const LONGEST_TIMING_LINE = 500;

/** Given the whole text, the parser takes quadratic time. */
function lineStream(text: string): ReadableStream<string> {
  const lines = text.split('\n').values();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = lines.next();
      if (done) controller.close();
      else controller.enqueue(timingLine.test(value) ? value.slice(0, LONGEST_TIMING_LINE) : value.trim());
    },
  });
}

function linesOfCue(cue: VTTCue): DraftLine[] {
  const times = { startMs: timeOf(cue.startTime), endMs: timeOf(cue.endTime) };
  const voices: { speaker: string | null; text: string }[] = [];
  // No recursion: hostile cues nest deeper than the call stack.
  const inside = (nodes: VTTNode[], speaker: string | null) =>
    nodes.map((node) => ({ node, speaker })).reverse();
  const left = inside(tokenizeVTTCue(cue), null);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, speaker } = next;
    if (node.type === 'text') {
      const last = voices.at(-1);
      if (last && last.speaker === speaker) last.text += node.data;
      else voices.push({ speaker, text: node.data });
    } else {
      const voice = node.type === 'v' ? node.voice.trim() || speaker : speaker;
      for (const child of inside(node.children, voice)) left.push(child);
    }
  }
  return voices.map((voice) => ({ ...voice, ...times }));
}

function timeOf(seconds: number): number | null {
  const ms = Math.round(seconds * 1000);
  return Number.isFinite(ms) && ms >= 0 && ms <= LATEST_MS ? ms : null;
}

function nameByPrefix(lines: DraftLine[]): DraftLine[] {
  const named = lines.map((line) => (line.speaker === null ? splitNamedLine(line.text.trim()) : null));
  const speakers = speakersAmong(named);
  return lines.map((line, index) => {
    const own = named[index];
    return own && speakers.has(own.name) ? { ...line, speaker: own.name, text: own.words } : line;
  });
}

/** An arrow without a parsed cue had invalid times. */
function unreadableCues(source: string, cues: VTTCue[]): Map<string, number> {
  const arrows = source.match(/^.*-->.*$/gm)?.length ?? 0;
  const lost = arrows - cues.length;
  return lost > 0 ? new Map([['cue without valid times', lost]]) : new Map();
}
