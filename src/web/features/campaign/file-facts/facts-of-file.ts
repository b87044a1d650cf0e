export interface FileFacts {
  /** Null if the file has no name of its own. */
  title: string | null;
  /** "2026-03-14". */
  playedOn: string;
}

const READ_BYTES = 4096;
const LONGEST_TITLE = 200;
const inName = [
  /(?<!\d)(?<year>(?:19|20)\d\d)[-_. ](?<month>\d\d?)[-_. ](?<day>\d\d?)(?!\d)/u,
  /(?<!\d)(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?!\d)/u,
  /(?<!\d)(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>(?:19|20)\d\d)(?!\d)/u,
] as const;
const inContent = /(?<!\d)(?<year>(?:19|20)\d\d)-(?<month>\d\d)-(?<day>\d\d)(?!\d)/u;
const written = /\.(?:vtt|srt|txt|md|markdown|json|sbv|ass|tsv|csv|lrc|html?)$/iu;
/** What programs call their files. */
const meaningless =
  /^(?:(?:the |my )?(?:session|transcripts?|transcription|recording|audio|captions?|subtitles?|notes|meeting|untitled|export|otter(?:[_ ]ai)?|gmt|zoom|new|copy|final|part|chat|document|download|file)s?|\d+|[tz]|[\W_])(?:[\s_.()-]+|$)/iu;

/** When and what a file is from: by its name, else by its first lines, else by when it was last changed. */
export async function factsOfFile(file: File): Promise<FileFacts> {
  const stem = file.name.replace(/\.[^.]{1,8}$/u, '');
  const named = inName.map((pattern) => pattern.exec(stem)).find((found) => dateIn(found) !== null) ?? null;
  const head = written.test(file.name) ? await file.slice(0, READ_BYTES).text() : '';
  return {
    title: titleIn(named === null ? stem : stem.replace(named[0], ' ')),
    playedOn: dateIn(named) ?? dateIn(inContent.exec(head)) ?? localDay(new Date(file.lastModified)),
  };
}

function dateIn(found: RegExpExecArray | null): string | null {
  const { year, month, day } = found?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

const localDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

function titleIn(stem: string): string | null {
  const words = stem
    .replaceAll(/_+/gu, ' ')
    .replace(/^[\s.,;:()-]+|[\s.,;:(-]+$/gu, '')
    .replaceAll(/\s+/gu, ' ');
  const title = /\s/u.test(words) ? words : words.replaceAll('-', ' ');
  let rest = title;
  while (rest !== '' && meaningless.test(rest)) rest = rest.replace(meaningless, '');
  return /\p{L}{2}/u.test(rest) ? title.slice(0, LONGEST_TITLE) : null;
}
