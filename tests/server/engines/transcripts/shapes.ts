import { strToU8, zipSync } from 'fflate';

/** One short evening in the shapes of many programs, from their public descriptions. */
export interface Spoken {
  name: string;
  words: string;
  seconds: number;
}

const people: [string, string][] = [
  ['Marla', 'The cellar is flooded and the water moves on its own.'],
  ['Oskar', 'I draw my sword and look around.'],
  ['Tilda', 'I cast light on the wall.'],
  ['Marla', 'The wolf with white eyes howls at the moon tonight.'],
  ['Oskar', 'Nineteen on perception.'],
  ['Tilda', 'We should go to the chapel now.'],
];

export const evening: Spoken[] = Array.from({ length: 24 }, (_, index) => {
  const [name, words] = people[index % people.length] ?? ['', ''];
  return { name, words, seconds: index * 6 };
});

const two = (value: number) => String(value).padStart(2, '0');
export const clock = (at: number) =>
  `${two(Math.floor(at / 3600))}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}`;
const short = (at: number) => `${Math.floor(at / 60)}:${two(at % 60)}`;
const each = (write: (line: Spoken, index: number) => string, lines: Spoken[]) => lines.map(write).join('');
const cue = (index: number, from: string, to: string, text: string) =>
  `${index + 1}\n${from} --> ${to}\n${text}\n\n`;
const number = (name: string) => ['Marla', 'Oskar', 'Tilda'].indexOf(name);
const wordsOf = ({ words, seconds, name }: Spoken) =>
  words
    .split(' ')
    .map((word, index) => ({ word, start: seconds + index * 0.4, end: seconds + index * 0.4 + 0.3, name }));
const all = (lines: Spoken[]) => lines.flatMap(wordsOf);

interface Shape {
  file: string;
  /** Whether names and times are in the file. */
  has: 'both' | 'names' | 'times';
  write: (lines: Spoken[]) => string;
  /** Of a document: the file around the text. */
  pack?: (text: string) => Uint8Array;
}

export const bytesOf = ({ write, pack = strToU8 }: Shape, lines: Spoken[], change = (text: string) => text) =>
  pack(change(write(lines)));

/** Text, tables and captions: every line has its words once and whole. */
export const textShapes: Shape[] = [
  {
    file: 'webvtt.vtt',
    has: 'both',
    write: (lines) =>
      `WEBVTT\n\n${each((line) => `${clock(line.seconds)}.000 --> ${clock(line.seconds + 5)}.000\n<v ${line.name}>${line.words}</v>\n\n`, lines)}`,
  },
  {
    file: 'subrip.srt',
    has: 'both',
    write: (lines) =>
      each(
        (line, index) =>
          cue(
            index,
            `${clock(line.seconds)},000`,
            `${clock(line.seconds + 5)},000`,
            `${line.name}: ${line.words}`,
          ),
        lines,
      ),
  },
  {
    file: 'odd-clock.srt',
    has: 'both',
    write: (lines) =>
      each(
        (line, index) =>
          cue(
            index,
            `${line.seconds / 3600 < 1 ? 0 : 1}:${Math.floor(line.seconds / 60) % 60}:${line.seconds % 60},1`,
            `${line.seconds + 5 < 3600 ? 0 : 1}:${Math.floor((line.seconds + 5) / 60) % 60}:${(line.seconds + 5) % 60},1`,
            `${line.name}: ${line.words}`,
          ),
        lines,
      ),
  },
  {
    file: 'youtube.sbv',
    has: 'times',
    write: (lines) =>
      each((line) => `${clock(line.seconds)}.000,${clock(line.seconds + 5)}.000\n${line.words}\n\n`, lines),
  },
  {
    file: 'karaoke.lrc',
    has: 'times',
    write: (lines) =>
      `[ar:Us]\n[ti:Evening]\n${each((line) => `[${two(Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}.00]${line.words}\n`, lines)}`,
  },
  {
    file: 'whisper.tsv',
    has: 'times',
    write: (lines) =>
      `start\tend\ttext\n${each((line) => `${line.seconds * 1000}\t${line.seconds * 1000 + 5000}\t${line.words}\n`, lines)}`,
  },
  {
    file: 'labels.txt',
    has: 'times',
    write: (lines) =>
      each((line) => `${line.seconds}.000000\t${line.seconds + 5}.000000\t${line.words}\n`, lines),
  },
  {
    file: 'sheet.csv',
    has: 'both',
    write: (lines) =>
      `Speaker,Start time,End time,Text\n${each((line) => `${line.name},${clock(line.seconds)},${clock(line.seconds + 5)},"${line.words}"\n`, lines)}`,
  },
  {
    file: 'tabelle.csv',
    has: 'both',
    write: (lines) =>
      `Start;End;Sprecher;Text\n${each((line) => `${line.seconds * 1000};${line.seconds * 1000 + 5000};${line.name};${line.words}\n`, lines)}`,
  },
  {
    file: 'premiere.txt',
    has: 'both',
    write: (lines) =>
      each(
        (line) =>
          `${clock(line.seconds)}:05 - ${clock(line.seconds + 5)}:12\n${line.name}\n${line.words}\n\n`,
        lines,
      ),
  },
  {
    file: 'seconds.txt',
    has: 'times',
    write: (lines) =>
      each((line) => `[${line.seconds}.00s -> ${line.seconds + 5}.20s] ${line.words}\n`, lines),
  },
  {
    file: 'arrows.txt',
    has: 'times',
    write: (lines) =>
      each((line) => `[${clock(line.seconds)} -> ${clock(line.seconds + 5)}] ${line.words}\n`, lines),
  },
  {
    file: 'bold.md',
    has: 'times',
    write: (lines) =>
      `# Evening\n\n${each((line) => `**[${two(Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}]** ${line.words}\n\n`, lines)}`,
  },
  {
    file: 'bold-names.md',
    has: 'both',
    write: (lines) => each((line) => `**${line.name}** (${clock(line.seconds)}): ${line.words}\n\n`, lines),
  },
  {
    file: 'clock-above.txt',
    has: 'times',
    write: (lines) => each((line) => `${short(line.seconds)}\n${line.words}\n`, lines),
  },
  {
    file: 'name-and-clock-above.txt',
    has: 'both',
    write: (lines) => each((line) => `${line.name}  ${short(line.seconds)}\n${line.words}\n\n`, lines),
  },
  {
    file: 'name-above-clock.txt',
    has: 'both',
    write: (lines) =>
      `${each((line) => `${line.name}\n${short(line.seconds)}\n${line.words}\n\n`, lines)}Transcribed by https://example.org\n`,
  },
  {
    file: 'meeting.txt',
    has: 'both',
    write: (lines) =>
      each((line) => `[${line.name}] ${clock(line.seconds + 19 * 3600)}\n${line.words}\n\n`, lines),
  },
  {
    file: 'chat.txt',
    has: 'both',
    write: (lines) =>
      each(
        (line) =>
          `[24-May-24 07:${two(2 + Math.floor(line.seconds / 60))} PM] ${line.name}\n${line.words}\n\n`,
        lines,
      ),
  },
  {
    file: 'headings.md',
    has: 'names',
    write: (lines) => each((line) => `#### ${line.name}\n${line.words}\n\n`, lines),
  },
  {
    file: 'brackets.txt',
    has: 'names',
    write: (lines) => each((line) => `[${line.name}] ${line.words}\n`, lines),
  },
  {
    file: 'both-brackets.txt',
    has: 'both',
    write: (lines) => each((line) => `[${clock(line.seconds)}] [${line.name}] ${line.words}\n`, lines),
  },
  {
    file: 'broadcast.txt',
    has: 'names',
    write: (lines) => each((line) => `>> ${line.name}: ${line.words}\n`, lines),
  },
  {
    file: 'roles.txt',
    has: 'names',
    write: (lines) =>
      each((line) => `${line.name === 'Marla' ? 'DM' : 'Player'}: ${line.name}: ${line.words}\n`, lines),
  },
  {
    file: 'directions.txt',
    has: 'names',
    write: (lines) => each((line) => `\u200f${line.name}\u200e: ${line.words}\n`, lines),
  },
  {
    file: 'midnight.txt',
    has: 'both',
    write: (lines) =>
      each((line) => `${clock((86_340 + line.seconds) % 86_400)} ${line.name}: ${line.words}\n`, lines),
  },

  {
    file: 'aegisub.ass',
    has: 'both',
    write: (lines) =>
      `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${each((line) => `Dialogue: 0,${clock(line.seconds).slice(1)}.40,${clock(line.seconds + 5).slice(1)}.10,Default,${line.name},0,0,0,,{\\i1}${line.words}{\\i0}\n`, lines)}`,
  },
  {
    file: 'frames.sub.txt',
    has: 'times',
    write: (lines) =>
      each((line) => `{${line.seconds * 25}}{${line.seconds * 25 + 125}}${line.words}\n`, lines),
  },
  {
    file: 'names-in-ids.vtt',
    has: 'both',
    write: (lines) =>
      `WEBVTT\n\n${each((line, index) => `${index + 1} "${line.name}" (14353927${number(line.name)})\n${clock(line.seconds)}.410 --> ${clock(line.seconds + 5)}.000\n${line.words}\n\n`, lines)}`,
  },
  {
    file: 'named-twice.vtt',
    has: 'both',
    write: (lines) =>
      `WEBVTT Transcription of audio file: a.mp3\n\nNOTE\nby a program\n(Start: 00:00:00)\n\n${each((line) => `${clock(line.seconds)}.000 --> ${clock(line.seconds + 5)}.000\n<v ${line.name}>${line.name}: ${line.words}\n\n`, lines)}`,
  },
  {
    file: 'confidence.vtt',
    has: 'times',
    write: (lines) =>
      `WEBVTT\n\nNOTE duration:"00:02:24"\n\n${each((line, index) => `NOTE Confidence: 0.8\n\nab${index}cd-1${index}-44\n${clock(line.seconds)}.410 --> ${clock(line.seconds + 5)}.000\n${line.words}\n\n`, lines)}`,
  },
  ...['srt', 'vtt'].map(
    (type): Shape => ({
      file: `underlined-words.${type}`,
      has: 'times',
      write: (lines) =>
        `${type === 'vtt' ? 'WEBVTT\n\n' : ''}${lines
          .flatMap(underlined)
          .map((text, index) => `${index + 1}\n${text}\n\n`)
          .join('')}`,
    }),
  ),
  {
    file: 'coordinates.srt',
    has: 'both',
    write: (lines) =>
      each(
        (line, index) =>
          cue(
            index,
            `${clock(line.seconds)},000`,
            `${clock(line.seconds + 5)},000 X1:40 X2:600 Y1:20 Y2:50`,
            `{\\an8}<font color="#ffff00">(${line.name}) ${line.words}</font>`,
          ),
        lines,
      ),
  },
  {
    file: 'summary-above.txt',
    has: 'both',
    write: (lines) =>
      `Evening 12\nThu, Oct 10, 2024 7:02PM • 2:24\n\nSUMMARY KEYWORDS\nbarge, crate\n\nSPEAKERS\nMarla, Oskar, Tilda\n\n${each((line) => `${line.name}  ${short(line.seconds)}  \n${line.words}\n\n`, lines)}Transcribed by https://example.org\n`,
  },
  {
    file: 'clock-after-colon.txt',
    has: 'both',
    write: (lines) =>
      `Evening.mp3\n\n${each((line) => `${line.name}: [${clock(line.seconds)}] ${line.words}\n\n`, lines)}`,
  },
  {
    file: 'clock-after-colon-above.txt',
    has: 'both',
    write: (lines) => each((line) => `${line.name}: (${short(line.seconds)})\n${line.words}\n\n`, lines),
  },
  {
    file: 'bold-and-clock.md',
    has: 'both',
    write: (lines) =>
      `# Evening\n\n${each((line) => `**${line.name}:** [${clock(line.seconds)}] ${line.words}\n\n`, lines)}`,
  },
  {
    file: 'italic-clock.md',
    has: 'both',
    write: (lines) => each((line) => `**${line.name}** *(${short(line.seconds)})*: ${line.words}\n\n`, lines),
  },
  {
    file: 'quotation.md',
    has: 'both',
    write: (lines) =>
      `# Evening\n\n${each((line) => `> **${line.name}** \`${short(line.seconds)}\`\n> ${line.words}\n\n`, lines)}`,
  },
  {
    file: 'table.md',
    has: 'both',
    write: (lines) =>
      `| Time | Speaker | Text |\n|------|:-------|------|\n${each((line) => `| ${clock(line.seconds)} | ${line.name} | ${line.words} |\n`, lines)}`,
  },
  {
    file: 'span-after-name.txt',
    has: 'both',
    write: (lines) =>
      each(
        (line) => `${line.name} (${short(line.seconds)} - ${short(line.seconds + 5)})\n${line.words}\n\n`,
        lines,
      ),
  },
  {
    file: 'letters.txt',
    has: 'both',
    write: (lines) =>
      each(
        (line) =>
          `[${Math.floor(line.seconds / 60)}m${two(line.seconds % 60)}s] ${line.name}: ${line.words}\n`,
        lines,
      ),
  },
  {
    file: 'seconds-span.txt',
    has: 'both',
    write: (lines) =>
      each((line) => `${line.seconds}.4 - ${line.seconds + 5}.1 ${line.name}: ${line.words}\n`, lines),
  },
  {
    file: 'end-of-words.txt',
    has: 'both',
    write: (lines) => each((line) => `${line.name}: ${line.words} #${clock(line.seconds + 5)}-1#\n\n`, lines),
  },
  {
    file: 'clock-behind.txt',
    has: 'both',
    write: (lines) => each((line) => `${line.name}: ${line.words} (${short(line.seconds)})\n`, lines),
  },
  {
    file: 'at-clock-and-name.txt',
    has: 'both',
    write: (lines) =>
      `Evening\nVIEW RECORDING: https://example.org/x\n\n---\n\n${each((line) => `@${short(line.seconds)} - **${line.name} (Table)**\n${line.words}\n\n`, lines)}`,
  },
  {
    file: 'for-screen-readers.txt',
    has: 'times',
    write: (lines) =>
      each(
        (line) =>
          `${short(line.seconds)}\n${line.seconds < 60 ? '' : `${Math.floor(line.seconds / 60)} minutes, `}${line.seconds % 60} seconds\n${line.words}\n`,
        lines,
      ),
  },
  {
    file: 'two-clocks.txt',
    has: 'times',
    write: (lines) =>
      `@ This file was written by a program\n\n<begin subtitles>\n\n${each((line) => `${clock(line.seconds)}:10 ${clock(line.seconds + 5)}:00\n${line.words}\n\n`, lines)}<end subtitles>\n`,
  },
  {
    file: 'wide.txt',
    has: 'both',
    write: (lines) => each((line) => `［${wide(clock(line.seconds))}］${line.name}：${line.words}\n`, lines),
  },
  {
    file: 'wide-after-name.txt',
    has: 'both',
    write: (lines) => each((line) => `${line.name}（${clock(line.seconds)}）：${line.words}\n`, lines),
  },
  {
    file: 'linked-clock.md',
    has: 'both',
    write: (lines) =>
      `---\ntitle: Evening\n---\n\n${each((line) => `**${line.name}** [${short(line.seconds)}](https://example.org/?t=${line.seconds})\n${line.words}\n\n`, lines)}`,
  },
  {
    file: 'numbered.txt',
    has: 'names',
    write: (lines) => each((line, index) => `${index + 1}. ${line.name}: ${line.words}\n`, lines),
  },
  {
    file: 'numbered.tsv',
    has: 'both',
    write: (lines) =>
      each((line, index) => `${index + 1}\t${short(line.seconds)}\t${line.name}\t${line.words}\n`, lines),
  },
  {
    file: 'thin-arrows.srt',
    has: 'both',
    write: (lines) =>
      each(
        (line, index) =>
          `${index + 1}\n${clock(line.seconds)};000 -> ${clock(line.seconds + 5)};000\n${line.name}: ${line.words}\n\n`,
        lines,
      ),
  },
  {
    file: 'no-space.txt',
    has: 'names',
    write: (lines) => each((line) => `${line.name}:${line.words}\n`, lines),
  },
  {
    file: 'play.txt',
    has: 'names',
    write: (lines) => each((line) => `${line.name.toUpperCase()}\n${line.words}\n\n`, lines),
  },
  {
    file: 'few-times.txt',
    has: 'both',
    write: (lines) =>
      `Evening (2024-10-10 19:02 GMT-7) – Transcript\nAttendees\nMarla, Oskar, Tilda\nTranscript\nThis editable transcript was computer generated and might contain errors.\n\n${each((line, index) => `${index % 8 === 0 ? `\n${clock(line.seconds)}\n \n` : ''}${line.name}: ${line.words}\n`, lines)}`,
  },
  {
    file: 'chat-with-dates.csv',
    has: 'both',
    write: (lines) =>
      `AuthorID,Author,Date,Content,Attachments\n${each((line) => `"10${number(line.name)}","${line.name}","2024-10-10T19:${two(2 + Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}.0000000+00:00","${line.words}",""\n`, lines)}`,
  },
  {
    file: 'début.csv',
    has: 'both',
    write: (lines) =>
      `Début,Fin,Intervenant,Texte\r\n${each((line) => `${clock(line.seconds)},${clock(line.seconds + 5)},${line.name},"${line.words}"\r\n`, lines)}`,
  },
  {
    file: 'quoted.tsv',
    has: 'both',
    write: (lines) =>
      `Start\tEnd\tSpeaker\tText\n${each((line) => `${clock(line.seconds)}\t${clock(line.seconds + 5)}\t${line.name}\t"${line.words}"\n`, lines)}`,
  },
  {
    file: 'word.docx',
    has: 'both',
    write: (lines) => each((line) => `${line.name}   ${short(line.seconds)}\n${line.words}\n\n`, lines),
    pack: (text) =>
      zipSync({
        'word/document.xml': strToU8(
          `<w:document><w:body>${text
            .split('\n\n')
            .map(
              (part) => `<w:p><w:r><w:t>${part.trim().replace('\n', '</w:t><w:br/><w:t>')}</w:t></w:r></w:p>`,
            )
            .join('')}</w:body></w:document>`,
        ),
      }),
  },
  {
    file: 'open.odt',
    has: 'both',
    write: (lines) => each((line) => `[${clock(line.seconds)}] ${line.name}: ${line.words}\n`, lines),
    pack: (text) =>
      zipSync({
        'content.xml': strToU8(
          `<office:document-content>${text
            .split('\n')
            .map((part) => `<text:p>${part.trim()}</text:p>`)
            .join('')}</office:document-content>`,
        ),
      }),
  },
];

const day = (at: number) => clock(at + 68_531);
const escapedTwice = (text: string) => text.replaceAll("'", '&amp;#39;');
const saidIn = (at: number) => `${Math.floor(at / 60)} minutes ${at % 60} seconds`;
const afternoon = (at: number) => `${clock(at + 25_331).slice(1)} PM`;

/** A line at a time, between a beginning and an end. */
const byLine: [
  file: string,
  has: Shape['has'],
  write: (line: Spoken, index: number) => string,
  before?: string,
  after?: string,
][] = [
  [
    'agents.ttml',
    'both',
    (line) =>
      `<p begin="${clock(line.seconds)}.000" end="${line.seconds + 5}s" ttm:agent="a${number(line.name)}">${line.words.replace(' ', '<br/>')}</p>\n`,
    `<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><head><metadata>${['Marla', 'Oskar', 'Tilda'].map((name, index) => `<ttm:agent xml:id="a${index}"><ttm:name>${name}</ttm:name></ttm:agent>`).join('')}</metadata><styling><style xml:id="s1"/></styling></head><body><div>`,
    '</div></body></tt>',
  ],
  [
    'ticks.dfxp',
    'both',
    (line) =>
      `<p begin="${line.seconds}0000000t" end="${line.seconds + 5}0000000t"><span style="x">${line.name}: ${line.words}</span></p>`,
    '<tt xmlns="http://www.w3.org/ns/ttml" ttp:tickRate="10000000"><body><div>',
    '</div></body></tt>\n',
  ],
  [
    'words-of-a-podcast.ttml',
    'both',
    (line) =>
      `<p begin="${clock(line.seconds)}.0" end="${clock(line.seconds + 5)}.0" ttm:agent="${line.name}">${wordsOf(
        line,
      )
        .map(({ word, start, end }) => `<span begin="${start}" end="${end}">${word}</span>`)
        .join(' ')}</p>`,
    '<tt><body dur="150.0"><div>',
    '</div></body></tt>',
  ],
  [
    'text.xml',
    'times',
    (line) => `<text start="${line.seconds}.12" dur="4.9">${escapedTwice(line.words)}</text>`,
    '<?xml version="1.0" encoding="utf-8" ?><transcript>',
    '</transcript>',
  ],
  [
    'milliseconds.xml',
    'times',
    (line) => `<p t="${line.seconds * 1000}" d="5000">${line.words.replace(/\S+/g, '<s t="1">$&</s>')}</p>\n`,
    '<?xml version="1.0" ?><timedtext format="3">\n<body>\n',
    '</body>\n</timedtext>',
  ],
  [
    'sync.smi',
    'times',
    (line) =>
      `<SYNC Start=${line.seconds * 1000}><P Class=ENCC>${line.words}\n<SYNC Start=${line.seconds * 1000 + 5000}><P Class=ENCC>&nbsp;\n`,
    '<SAMI>\n<HEAD>\n<STYLE TYPE="text/css"><!-- P { color: white; } --></STYLE>\n</HEAD>\n<BODY>\n',
    '</BODY>\n</SAMI>',
  ],
  [
    'points.xml',
    'both',
    (line) =>
      `<Turn speaker="s${number(line.name)}" startTime="${line.seconds}" endTime="${line.seconds + 5}"><Sync time="${line.seconds}"/>\n${line.words}\n</Turn>`,
    '<?xml version="1.0"?><Trans><Speakers><Speaker id="s0" name="Marla"/><Speaker id="s1" name="Oskar"/><Speaker id="s2" name="Tilda"/></Speakers><Episode>',
    '</Episode></Trans>',
  ],
  [
    'page.html',
    'both',
    (line) => `<cite>${line.name}:</cite>\n<time>${short(line.seconds)}</time>\n<p>${line.words}</p>\n`,
    '<!doctype html><html><head><title>Evening</title><style>p{color:red}</style></head><body>',
    '</body></html>',
  ],
  ['lines.htm', 'names', (line) => `<font color="#660066">${line.name}: ${line.words}</font><br />\n`],
  [
    'spaces-in-clocks.srt',
    'both',
    (line, index) =>
      cue(
        index,
        `${clock(line.seconds).replaceAll(':', ' : ')} , 000`,
        `${clock(line.seconds + 5).replaceAll(':', ' : ')} , 000`,
        `${line.name}: ${line.words}`,
      ),
  ],
  [
    'full-stops-in-clocks.srt',
    'both',
    (line, index) =>
      cue(
        index,
        `${clock(line.seconds).replaceAll(':', '.')},000`,
        `${clock(line.seconds + 5).replaceAll(':', '.')},000`,
        `[${line.name}] ${line.words}`,
      ),
  ],
  [
    'corrected-arrows.srt',
    'both',
    (line, index) =>
      `${index + 1}\n${clock(line.seconds)},000 ${index % 2 ? '→' : '–>'} ${clock(line.seconds + 5)},000\n${line.name}: ${line.words}\n\n`,
  ],
  ['arrow-after-name.txt', 'names', (line) => `${line.name} -> ${line.words}\n`],
  ['angle-after-name.txt', 'names', (line) => `${line.name}> ${line.words}\n`],
  ['role-after-name.txt', 'both', (line) => `${line.name} (player), ${short(line.seconds)}: ${line.words}\n`],
  ['quoted-names.log', 'both', (line) => `<${day(line.seconds)}> "${line.name}": ${line.words}\n`],
  [
    'notice-above.txt',
    'both',
    (line) => `10/10/24, ${day(line.seconds)} - ${line.name}: ${line.words}\n`,
    '10/10/24, 19:01:00 - Messages and calls are end-to-end encrypted. Only people in this chat can read them.\n',
  ],
  [
    'sender-above.txt',
    'both',
    (line) => `2024-10-10 ${day(line.seconds)} From ${line.name} to Everyone:\n\t${line.words}\n`,
  ],
  ['time-zones.txt', 'both', (line) => `2024-10-10T${day(line.seconds)}.123Z ${line.name}: ${line.words}\n`],
  [
    'day-of-month.txt',
    'both',
    (line) => `[Oct 10 ${afternoon(line.seconds)}] ${line.name}\n${line.words}\n\n`,
  ],
  [
    'stamps.txt',
    'both',
    (line) => `**${line.name}#1234** (<t:${1_728_580_931 + line.seconds}:T>): ${line.words}\n`,
  ],
  [
    'numbered-voices.txt',
    'both',
    (line) => `${line.seconds}.00 ${line.seconds + 5}.00 SPEAKER_0${number(line.name)} ${line.words}\n`,
  ],
  ['tenths.txt', 'times', (line) => `[${line.seconds * 10}][${line.seconds * 10 + 50}]${line.words}\n`],
  ['callouts.md', 'names', (line) => `> [!quote] ${line.name}\n> ${line.words}\n\n`],
  [
    'fenced.md',
    'both',
    (line) => `${clock(line.seconds)},${line.name},"${line.words}"\n`,
    'Here it is:\n\n```csv\ntime,speaker,text\n',
    '```\n',
  ],
  [
    'records.yaml',
    'both',
    (line) => `- speaker: ${line.name}\n  start: ${line.seconds}.0\n  text: "${line.words}"\n`,
  ],
  [
    'separator.csv',
    'both',
    (line) => `${clock(line.seconds)};${line.name};"${line.words}"\n`,
    'sep=;\nStart;Speaker;Text\n',
  ],
  [
    'regions.csv',
    'times',
    (line, index) =>
      `R${index + 1},"${line.words}",${short(line.seconds)}.000,${short(line.seconds + 5)}.000\n`,
    '#,Name,Start,End\n',
  ],
  [
    'markers.tsv',
    'times',
    (line, index) => `Marker ${index + 1}\t${short(line.seconds)}.000\t0:05.000\tdecimal\t${line.words}\n`,
    'Name\tStart\tDuration\tTime Format\tDescription\n',
  ],
  [
    'copied-from-a-page.txt',
    'both',
    (line) =>
      `${line.name}\n${saidIn(line.seconds)}${short(line.seconds)}\n${line.name} ${saidIn(line.seconds)}\n${line.words}\n`,
  ],
  [
    'cells.html',
    'both',
    (line) => `<tr><td>${short(line.seconds)}</td><td>${line.name}</td><td>${line.words}</td></tr>\n`,
    '<html><body><h1>Evening</h1><table><tr><th>Time</th><th>Speaker</th><th>Text</th></tr>',
    '</table></body></html>',
  ],
  ['two-colons.txt', 'names', (line) => `${line.name} :: ${line.words}\n`],
  [
    'span-before-words.txt',
    'both',
    (line) => `${line.name} ${short(line.seconds)} - ${short(line.seconds + 5)} ${line.words}\n`,
  ],
  ['name-in-brackets.txt', 'both', (line) => `[${line.name} | ${clock(line.seconds)}] ${line.words}\n`],
  ['clock-and-dash.txt', 'both', (line) => `${short(line.seconds)}-${line.name}: ${line.words}\n`],
  ['names-in-italics.md', 'names', (line) => `*${line.name}:* ${line.words}\n\n`],
  [
    'wrapped-below.txt',
    'both',
    (line) => `[${clock(line.seconds)}] ${line.name}:\n${line.words.replace(' ', '\n')}\n`,
  ],
  [
    'nested-records.yaml',
    'both',
    (line) => `  - start: ${line.seconds}\n    speaker: ${line.name}\n    text: >\n      ${line.words}\n`,
    'title: Evening\nsegments:\n',
  ],
];
textShapes.push(
  ...byLine.map(([file, has, write, before = '', after = '']) => ({
    file,
    has,
    write: (lines: Spoken[]) => before + each(write, lines) + after,
  })),
);

const wide = (text: string) =>
  text.replace(/[\d:]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

function underlined(line: Spoken): string[] {
  const words = line.words.split(' ');
  const time = (at: number) =>
    `${clock(line.seconds + Math.floor((at * 5) / words.length))},${two(Math.floor((((at * 5) / words.length) % 1) * 100))}0`;
  return words.map(
    (_, at) =>
      `${time(at)} --> ${time(at + 1)}\n${words.map((word, index) => (index === at ? `<u>${word}</u>` : word)).join(' ')}`,
  );
}

const json = (write: (lines: Spoken[]) => unknown) => (lines: Spoken[]) => JSON.stringify(write(lines));

/** JSON of services; speakers may be numbers. */
export const jsonShapes: Shape[] = [
  {
    file: 'deepgram-words',
    has: 'both',
    write: json((lines) => ({
      metadata: { duration: 144 },
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: lines.map(({ words }) => words).join(' '),
                words: all(lines).map(({ word, start, end, name }) => ({
                  word: word.toLowerCase(),
                  start,
                  end,
                  speaker: number(name),
                  punctuated_word: word,
                })),
              },
            ],
          },
        ],
      },
    })),
  },
  {
    file: 'assemblyai',
    has: 'both',
    write: json((lines) => ({
      text: lines.map(({ words }) => words).join(' '),
      words: all(lines).map(({ word, start, end, name }) => ({
        text: word,
        start: Math.round(start * 1000),
        end: Math.round(end * 1000),
        speaker: name[0],
      })),
      utterances: lines.map(({ name, words, seconds }) => ({
        speaker: name[0],
        start: seconds * 1000,
        end: seconds * 1000 + 5000,
        text: words,
      })),
    })),
  },
  {
    file: 'aws',
    has: 'both',
    write: json((lines) => ({
      results: {
        transcripts: [{ transcript: lines.map(({ words }) => words).join(' ') }],
        speaker_labels: {
          segments: lines.map((line) => ({
            start_time: String(line.seconds),
            end_time: String(line.seconds + 5),
            speaker_label: `spk_${number(line.name)}`,
            items: wordsOf(line).map(({ start, end }) => ({
              start_time: String(start),
              end_time: String(end),
              speaker_label: `spk_${number(line.name)}`,
            })),
          })),
        },
        items: all(lines).flatMap(({ word, start, end }) => [
          {
            type: 'pronunciation',
            start_time: String(start),
            end_time: String(end),
            alternatives: [{ confidence: '0.9', content: word.replace('.', '') }],
          },
          ...(word.endsWith('.')
            ? [{ type: 'punctuation', alternatives: [{ confidence: '0', content: '.' }] }]
            : []),
        ]),
      },
    })),
  },
  {
    file: 'google',
    has: 'both',
    write: json((lines) => ({
      results: [
        ...lines.map((line) => ({
          alternatives: [
            {
              transcript: line.words,
              words: wordsOf(line).map(({ word, start, end }) => ({
                startTime: `${start.toFixed(3)}s`,
                endTime: `${end.toFixed(3)}s`,
                word,
              })),
            },
          ],
        })),
        {
          alternatives: [
            {
              words: all(lines).map(({ word, start, end, name }) => ({
                startTime: `${start.toFixed(3)}s`,
                endTime: `${end.toFixed(3)}s`,
                word,
                speakerTag: number(name) + 1,
              })),
            },
          ],
        },
      ],
    })),
  },
  {
    file: 'azure',
    has: 'both',
    write: json((lines) => ({
      combinedRecognizedPhrases: [{ display: lines.map(({ words }) => words).join(' ') }],
      recognizedPhrases: lines.map(({ name, words, seconds }) => ({
        speaker: number(name) + 1,
        offset: `PT${seconds}S`,
        duration: 'PT5S',
        offsetInTicks: seconds * 1e7,
        durationInTicks: 5e7,
        nBest: [
          { lexical: words.toLowerCase(), display: words },
          { lexical: 'no', display: 'no' },
        ],
      })),
    })),
  },
  {
    file: 'azure-fast',
    has: 'both',
    write: json((lines) => ({
      combinedPhrases: [{ text: lines.map(({ words }) => words).join(' ') }],
      phrases: lines.map((line) => ({
        speaker: number(line.name) + 1,
        offsetMilliseconds: line.seconds * 1000,
        durationMilliseconds: 5000,
        text: line.words,
        words: wordsOf(line).map(({ word, start }) => ({
          text: word,
          offsetMilliseconds: Math.round(start * 1000),
          durationMilliseconds: 300,
        })),
      })),
    })),
  },
  {
    file: 'rev',
    has: 'both',
    write: json((lines) => ({
      monologues: lines.map((line) => ({
        speaker: number(line.name),
        elements: wordsOf(line).flatMap(({ word, start, end }) => [
          { type: 'text', value: word.replace('.', ''), ts: start, end_ts: end },
          { type: 'punct', value: word.endsWith('.') ? '. ' : ' ' },
        ]),
      })),
    })),
  },
  {
    file: 'elevenlabs',
    has: 'both',
    write: json((lines) => ({
      text: lines.map(({ words }) => words).join(' '),
      words: all(lines).flatMap(({ word, start, end, name }) => [
        { text: word, start, end, type: 'word', speaker_id: `speaker_${number(name)}` },
        { text: ' ', start: end, end, type: 'spacing', speaker_id: `speaker_${number(name)}` },
      ]),
    })),
  },
  {
    file: 'whisper-cpp',
    has: 'times',
    write: json((lines) => ({
      result: { language: 'en' },
      transcription: lines.map((line) => ({
        timestamps: { from: `${clock(line.seconds)},000`, to: `${clock(line.seconds + 5)},000` },
        offsets: { from: line.seconds * 1000, to: line.seconds * 1000 + 5000 },
        text: ` ${line.words}`,
        tokens: wordsOf(line).map(({ word, start, end }) => ({
          text: ` ${word}`,
          offsets: { from: start * 1000, to: end * 1000 },
        })),
      })),
    })),
  },
  {
    file: 'hugging-face',
    has: 'times',
    write: json((lines) => ({
      text: '',
      chunks: lines.map(({ words, seconds }, index) => ({
        timestamp: [seconds, index === lines.length - 1 ? null : seconds + 5],
        text: words,
      })),
    })),
  },
  {
    file: 'gladia',
    has: 'both',
    write: json((lines) => ({
      result: {
        transcription: {
          full_transcript: '',
          utterances: lines.map((line) => ({
            text: line.words,
            start: line.seconds,
            end: line.seconds + 5,
            speaker: number(line.name),
            words: wordsOf(line),
          })),
        },
      },
    })),
  },
  {
    file: 'speechmatics',
    has: 'both',
    write: json((lines) => ({
      results: all(lines).map(({ word, start, end, name }) => ({
        type: 'word',
        start_time: start,
        end_time: end,
        alternatives: [{ content: word, speaker: `S${number(name) + 1}` }],
      })),
    })),
  },
  {
    file: 'keys-in-another-language',
    has: 'both',
    write: json((lines) =>
      lines.map(({ name, words, seconds }) => ({ who: name, von: seconds, bis: seconds + 5, gesagt: words })),
    ),
  },
  {
    file: 'an-object-a-line',
    has: 'both',
    write: (lines) =>
      lines
        .map(({ name, words, seconds }) =>
          JSON.stringify({ speaker: name, start: seconds, end: seconds + 5, text: words }),
        )
        .join('\n'),
  },
  {
    file: 'times-in-objects',
    has: 'both',
    write: json((lines) =>
      lines.map((line) => ({
        participant: { id: 100 + number(line.name), name: line.name, is_host: false },
        words: wordsOf(line).map(({ word, start, end }) => ({
          text: word,
          start_timestamp: { relative: start, absolute: 'x' },
          end_timestamp: { relative: end, absolute: 'x' },
        })),
      })),
    ),
  },
  {
    file: 'since-1970',
    has: 'both',
    write: json((lines) => ({
      turns: lines.map((line) => ({
        speaker: { name: line.name },
        start_time_ms: 1_728_586_920_000 + line.seconds * 1000,
        end_time_ms: 1_728_586_925_000 + line.seconds * 1000,
        text: line.words,
      })),
    })),
  },
  {
    file: 'names-in-paths',
    has: 'both',
    write: json((lines) => ({
      entries: lines.map((line, index) => ({
        name: `records/1/entries/${index}`,
        participant: `records/1/participants/${line.name}`,
        text: line.words,
        startTime: `2024-10-10T19:${two(2 + Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}Z`,
      })),
    })),
  },
  {
    file: 'names-elsewhere',
    has: 'both',
    write: json((lines) => ({
      speakers: ['Marla', 'Oskar', 'Tilda'].map((name, index) => ({ spkid: `spk${index + 1}`, name })),
      segments: lines.map((line) => ({
        speaker: `spk${number(line.name) + 1}`,
        words: wordsOf(line).map(({ word, start, end }) => ({ text: word, start, end, duration: 0.3 })),
      })),
    })),
  },
  {
    file: 'samples',
    has: 'both',
    write: json((lines) => ({
      speakers: ['Marla', 'Oskar', 'Tilda'].map((name, index) => ({ id: 7000 + index, speaker_name: name })),
      transcripts: lines.map((line) => ({
        speaker_id: 7000 + number(line.name),
        start_offset: line.seconds * 16_000,
        end_offset: (line.seconds + 5) * 16_000,
        transcript: line.words,
      })),
    })),
  },
  {
    file: 'ticks-an-object-a-line',
    has: 'times',
    write: (lines) =>
      lines
        .map(({ words, seconds }) =>
          JSON.stringify({
            RecognitionStatus: 'Success',
            Offset: seconds * 1e7,
            Duration: 5e7,
            DisplayText: words,
          }),
        )
        .join('\n'),
  },
  {
    file: 'watson',
    has: 'both',
    write: json((lines) => ({
      results: lines.map((line) => ({
        final: true,
        alternatives: [
          {
            transcript: `${line.words} `,
            timestamps: wordsOf(line).map(({ word, start, end }) => [word, start, end]),
          },
        ],
      })),
      speaker_labels: all(lines).map(({ start, end, name }) => ({
        from: start,
        to: end,
        speaker: number(name),
      })),
    })),
  },
  {
    file: 'objects-in-a-row',
    has: 'times',
    write: (lines) =>
      lines
        .map((line) =>
          JSON.stringify(
            {
              result: wordsOf(line).map(({ word, start, end }) => ({ conf: 1, start, end, word })),
              text: line.words,
            },
            null,
            2,
          ),
        )
        .join('\n'),
  },
  {
    file: 'chat-export',
    has: 'both',
    write: json((lines) => ({
      messages: lines.map((line) => ({
        timestamp: `2024-10-10T19:${two(2 + Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}.123+00:00`,
        content: line.words,
        author: { id: `99${number(line.name)}`, name: line.name.toLowerCase(), nickname: line.name },
      })),
    })),
  },
  {
    file: 'chat-in-pieces',
    has: 'both',
    write: json((lines) => ({
      messages: lines.map((line, index) => ({
        id: index,
        date: `2024-10-10T19:${two(2 + Math.floor(line.seconds / 60))}:${two(line.seconds % 60)}`,
        from: line.name,
        from_id: `user${number(line.name)}`,
        text: index % 3 ? line.words : [line.words.slice(0, 4), { type: 'bold', text: line.words.slice(4) }],
      })),
    })),
  },
  {
    file: 'text-of-an-editor',
    has: 'both',
    write: json((lines) => ({
      text: lines
        .map(
          (line) =>
            `<p><span class="timestamp">${clock(line.seconds)}</span> ${line.name}: ${line.words}</p>`,
        )
        .join(''),
      media: 'evening.mp3',
    })),
  },
  {
    file: 'text-alone',
    has: 'both',
    write: json((lines) => ({
      text: lines.map((line) => `[${clock(line.seconds)}] ${line.name}: ${line.words}`).join('\n'),
    })),
  },
  {
    file: 'table-top',
    has: 'both',
    write: json((lines) =>
      lines.map((line) => ({
        user: 'u8dkfj20dkfjw8fk',
        timestamp: 1_728_580_931_000 + line.seconds * 1000,
        content: `<p>${line.words}</p>`,
        speaker: { actor: 'a9dkfj20dkfjw8fk', token: null, alias: line.name },
      })),
    ),
  },
  {
    file: 'profiles',
    has: 'both',
    write: json((lines) =>
      lines.map((line) => ({
        user: `U0${number(line.name)}`,
        ts: `${1_728_580_931 + line.seconds}.000200`,
        text: line.words,
        user_profile: { real_name: line.name },
      })),
    ),
  },
  {
    file: 'a-list-for-each-voice',
    has: 'both',
    write: json((lines) =>
      Object.fromEntries(
        ['Marla', 'Oskar', 'Tilda'].map((name) => [
          name,
          lines
            .filter((line) => line.name === name)
            .map(({ words, seconds }) => ({ text: words, start: seconds, end: seconds + 5 })),
        ]),
      ),
    ),
  },
];
