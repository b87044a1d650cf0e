import { strToU8, zipSync } from 'fflate';
import { lineShapes } from './line-shapes.ts';
import { clock, cue, each, number, type Shape, type Spoken, short, two } from './shapes.ts';

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
  ...lineShapes,
];
