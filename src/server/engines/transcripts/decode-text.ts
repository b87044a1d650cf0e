import { analyse } from 'chardet';
import type { IntakeQuestion } from '#contract/intake-account.ts';
import type { Warning } from '#contract/transcript.ts';
import { warningOf } from './draft-lines.ts';
import { unreadable } from './errors.ts';
import { singleSpaced } from './single-spaced.ts';
import { bytesOfWindows1252, codePage850, windows1252 } from './windows-1252.ts';

interface DecodedText {
  text: string;
  warnings: Warning[];
  /** Which alphabet it is has to be asked. */
  question: IntakeQuestion | null;
}

type Decoded = Omit<DecodedText, 'question'> & { question?: IntakeQuestion | null };

/** Detectors get slower with every byte, and surer with the first thousands. */
const LOOKED_AT = 64 * 1024;
const LATIN = /^(?:windows-125[04]|iso-8859-2)$/;
/** Of short texts, western letters are likelier than a detector says. */
const SURE = 40;
const UNSURE_BELOW = 12;
/** The second best is as good if it has this share of the confidence of the best. */
const AS_GOOD = 0.8;
const LITTLE_ODD = 0.06;

interface Candidate {
  id: string;
  label: string;
  confidence: number;
}

/** Decodes Unicode, else what a detector finds; asks if it is unsure. @throws TranscriptImportError */
export function decodeText(bytes: Uint8Array, answers: Readonly<Record<string, string>> = {}): DecodedText {
  const { text, warnings, question = null } = decode(bytes, answers.encoding);
  if (looksBinary(text.slice(0, 20_000))) throw unreadable('this file is not text.');
  return { text: text.replace(/^\ufeff/, '').replace(/\r\n?|\u2028|\u2029/g, '\n'), warnings, question };
}

function decode(bytes: Uint8Array, answered: string | undefined): Decoded {
  const chosen = alphabets.find(({ id }) => id === answered);
  if (chosen) return { text: decoded(bytes, chosen.id), warnings: [] };
  const wide = wideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), warnings: [] };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeOther(bytes);
  }
  return { text: decodedTwice(text) ?? text, warnings: [] };
}

/** UTF-8 that a program has read as Windows-1252 and saved: "JÃ¶rg". */
function decodedTwice(text: string): string | null {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/.test(text.slice(0, LOOKED_AT))) return null;
  const bytes = bytesOfWindows1252(text);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeOther(bytes: Uint8Array): Decoded {
  const { broken, whole } = utf8Sequences(bytes);
  if (whole > broken * 2) {
    const message = `${broken} damaged ${broken === 1 ? 'character' : 'characters'} could not be read and ${broken === 1 ? 'is' : 'are'} marked \ufffd.`;
    return {
      text: new TextDecoder('utf-8').decode(bytes),
      warnings: [warningOf('charactersDamaged', message)],
    };
  }
  const found = candidates(bytes);
  const west = found.find(({ id }) => id === westEuropean.id);
  // Letters of Latin scripts that differ little: western ones are by far the most frequent.
  const [top, second] = found;
  const best = top && west && LATIN.test(top.id) && top.confidence < SURE ? west : top;
  const likely = best ?? { ...westEuropean, confidence: 0 };
  const alphabet = lessOdd(likely, found, bytes);
  const text = decoded(bytes, alphabet.id);
  const isUnsure =
    alphabet.id !== westEuropean.id &&
    alphabet === likely &&
    (alphabet.confidence < UNSURE_BELOW ||
      (second !== undefined && second.confidence >= alphabet.confidence * AS_GOOD));
  const message = `This file is not UTF-8; it was read as ${alphabet.label}. Check names with accents.`;
  if (!isUnsure) return { text, warnings: [warningOf('encodingGuessed', message)] };
  return {
    text,
    warnings: [],
    question: {
      id: 'encoding',
      sentence: 'The encoding of this file is unclear: in which alphabet can you read its words?',
      choices: (found.length > 1 ? found : [alphabet, westEuropean]).slice(0, 6).map(({ id, label }) => ({
        id,
        label: `${label}: ${sampleOf(decoded(bytes.subarray(0, LOOKED_AT), id))}`.slice(0, 120),
        lengthMs: null,
      })),
      assumed: null,
    },
  };
}

/** Another alphabet, if the likely one has signs and capitals within words, and the other has none. */
function lessOdd(likely: Candidate, found: readonly Candidate[], bytes: Uint8Array): Candidate {
  const oddness = ({ id }: { id: string }) => oddnessOf(decoded(bytes.subarray(0, LOOKED_AT), id));
  if (oddness(likely) <= LITTLE_ODD) return likely;
  const others = [
    ...found,
    ...alphabets.filter(({ isSimilar }) => isSimilar).map((each) => ({ ...each, confidence: 0 })),
  ];
  const best = others
    .map((each) => ({ each, odd: oddness(each) }))
    .reduce((one, other) => (other.odd < one.odd ? other : one));
  return best.odd <= LITTLE_ODD / 4 ? best.each : likely;
}

/** Signs after a letter, lines of boxes and Chinese letters beside Latin ones, capitals within words. */
const ODD =
  /\p{L}[¡-©«-±´-¸»-¿×÷²³¹\u2500-\u259f]|[\u2500-\u259f]\p{L}|[a-z][\p{Script=Han}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]|\p{Ll}(?=[^\p{ASCII}])\p{Lu}|\p{Lu}(?=[^\p{ASCII}])\p{Lu}\p{Ll}|[\u0080-\u009f\ufffd]/gu;

/** The share of letters beyond ASCII that stand where no language has them. */
function oddnessOf(text: string): number {
  const letters = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(ODD)?.length ?? 0) / letters;
}

const alphabets: { id: string; label: string; names: string[]; isSimilar?: boolean }[] = [
  { id: 'windows-1252', label: 'Western European (Windows-1252)', names: ['windows-1252', 'ISO-8859-1'] },
  { id: 'windows-1250', label: 'Central European (Windows-1250)', names: ['windows-1250'], isSimilar: true },
  { id: 'iso-8859-2', label: 'Central European (ISO 8859-2)', names: ['ISO-8859-2'], isSimilar: true },
  { id: 'windows-1251', label: 'Cyrillic (Windows-1251)', names: ['windows-1251'] },
  { id: 'koi8-r', label: 'Cyrillic (KOI8-R)', names: ['KOI8-R'] },
  { id: 'koi8-u', label: 'Cyrillic (KOI8-U)', names: [], isSimilar: true },
  { id: 'iso-8859-5', label: 'Cyrillic (ISO 8859-5)', names: ['ISO-8859-5'] },
  { id: 'ibm866', label: 'Cyrillic (DOS)', names: [], isSimilar: true },
  { id: 'ibm850', label: 'Western European (DOS)', names: [], isSimilar: true },
  { id: 'macintosh', label: 'Western European (Macintosh)', names: [], isSimilar: true },
  { id: 'windows-1253', label: 'Greek (Windows-1253)', names: ['windows-1253', 'ISO-8859-7'] },
  { id: 'windows-1254', label: 'Turkish (Windows-1254)', names: ['windows-1254', 'ISO-8859-9'] },
  { id: 'windows-1255', label: 'Hebrew (Windows-1255)', names: ['windows-1255', 'ISO-8859-8'] },
  { id: 'windows-1256', label: 'Arabic (Windows-1256)', names: ['windows-1256', 'ISO-8859-6'] },
  { id: 'shift_jis', label: 'Japanese (Shift-JIS)', names: ['Shift_JIS'] },
  { id: 'euc-jp', label: 'Japanese (EUC-JP)', names: ['EUC-JP'] },
  { id: 'iso-2022-jp', label: 'Japanese (ISO 2022)', names: ['ISO-2022-JP'] },
  { id: 'gb18030', label: 'Chinese (GBK)', names: ['GB18030'] },
  { id: 'big5', label: 'Chinese (Big5)', names: ['Big5'] },
  { id: 'euc-kr', label: 'Korean (EUC-KR)', names: ['EUC-KR'] },
];
const westEuropean = { id: 'windows-1252', label: 'Western European (Windows-1252)' };

function candidates(bytes: Uint8Array): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { name, confidence } of analyse(nonAscii(bytes))) {
    const alphabet = alphabets.find(({ names }) => names.includes(name));
    if (!alphabet || found.has(alphabet.id) || confidence <= 0) continue;
    const text = decoded(bytes.subarray(0, LOOKED_AT), alphabet.id);
    if (/[\p{Cc}\ufffd\p{Co}]/u.test(text.slice(0, -4).replace(/[\t\n\f\r\v]/g, ''))) continue;
    found.set(alphabet.id, { id: alphabet.id, label: alphabet.label, confidence });
  }
  return [...found.values()];
}

/** The lines that say something about the alphabet: clocks and numbers would make it look like English. */
function nonAscii(bytes: Uint8Array): Uint8Array {
  const kept: number[] = [];
  let lineStart = 0;
  for (let at = 0; at <= bytes.length && kept.length < LOOKED_AT; at += 1) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue;
    const line = bytes.subarray(lineStart, Math.min(at + 1, lineStart + LOOKED_AT));
    if (line.some((byte) => byte >= 0x80 || byte === 0x1b)) for (const byte of line) kept.push(byte);
    lineStart = at + 1;
  }
  return Uint8Array.from(kept);
}

/** Node's own table of Windows-1252 lacks quotes, dashes and the euro sign in some versions. */
function decoded(bytes: Uint8Array, id: string): string {
  if (id === 'ibm850') return codePage850(bytes);
  return id === 'windows-1252' ? windows1252(bytes) : new TextDecoder(id).decode(bytes);
}

function sampleOf(text: string): string {
  const line = text.split('\n').find((each) => /[^\p{ASCII}]/u.test(each)) ?? '';
  return singleSpaced(line).trim().slice(0, 60);
}

/** UTF-16 by its mark, by zeros (Latin), or by the line ends that only one byte order has. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  let [even, odd, evenLines, oddLines] = [0, 0, 0, 0];
  const head = bytes.subarray(0, 4000);
  for (const [index, byte] of head.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
    const [before, after] = [head[index - 1], head[index + 1]];
    if (index % 2 === 1 && (before === 0x0a || before === 0x20)) oddLines += 1;
    if (index % 2 === 0 && (after === 0x0a || after === 0x20)) evenLines += 1;
  }
  const half = Math.max(1, head.length / 2);
  const isLatin = (share: number, other: number) => share > 0.4 && other < 0.1;
  const isOther = (lines: number, share: number, other: number) =>
    lines > 0 && share > 0.02 && other < share / 8;
  if (isLatin(odd / half, even / half) || isOther(oddLines, odd / half, even / half)) return 'utf-16le';
  if (isLatin(even / half, odd / half) || isOther(evenLines, even / half, odd / half)) return 'utf-16be';
  return null;
}

/** How many characters of more than one byte are whole, and how many bytes belong to none. */
function utf8Sequences(bytes: Uint8Array): { broken: number; whole: number } {
  let [broken, whole] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const more =
      byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0;
    let got = 0;
    while (got < more && ((bytes[at + got + 1] ?? 0) & 0xc0) === 0x80) got += 1;
    if (more > 0 && got === more) {
      whole += 1;
      at += more;
    } else broken += 1;
  }
  return { broken, whole };
}

function looksBinary(sample: string): boolean {
  const strange = sample.match(/(?![\t\n\f\r\v])[\p{Cc}\ufffd]/gu)?.length ?? 0;
  return strange > Math.max(2, sample.length / 200) || (strange > 0 && strange > sample.length / 20);
}
