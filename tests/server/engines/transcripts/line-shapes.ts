import { clock, cue, each, number, type Shape, type Spoken, short, wordsOf } from './shapes.ts';

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
export const lineShapes: Shape[] = byLine.map(([file, has, write, before = '', after = '']) => ({
  file,
  has,
  write: (lines) => before + each(write, lines) + after,
}));
