export interface TranscriptFormat {
  readonly name: string;
  /** Without dots. */
  readonly endings: readonly string[];
  readonly times: string;
  readonly speakers: string;
}

/** What is read as a transcript. The content decides, an ending only which files the page offers and takes. */
export const transcriptFormats: readonly TranscriptFormat[] = [
  {
    name: 'WebVTT, also of YouTube, Zoom and Teams',
    endings: ['vtt'],
    times: 'yes',
    speakers: 'from voice tags, or “Name: words”',
  },
  { name: 'SubRip captions', endings: ['srt'], times: 'yes', speakers: 'from “Name: words”' },
  { name: 'YouTube captions', endings: ['sbv'], times: 'yes', speakers: 'from “Name: words”' },
  {
    name: 'SubStation Alpha captions',
    endings: ['ass', 'ssa'],
    times: 'yes',
    speakers: 'from the field “Name”, or “Name: words”',
  },
  { name: 'Lyrics', endings: ['lrc'], times: 'start of each line', speakers: 'from “Name: words”' },
  {
    name: 'Text and Markdown, “Speaker: words” or with times before the words',
    endings: ['txt', 'text', 'md', 'log', 'yaml'],
    times: 'if the lines have them',
    speakers: 'if the lines have them',
  },
  {
    name: 'Tables',
    endings: ['csv', 'tsv'],
    times: 'if there is a column',
    speakers: 'if there is a column',
  },
  {
    name: 'JSON of speech services (Whisper, Deepgram, AssemblyAI, AWS, Google, Azure, Rev and others)',
    endings: ['json', 'jsonl'],
    times: 'yes',
    speakers: 'if the service tells voices apart',
  },
  {
    name: 'Timed text and web pages (TTML, SAMI, YouTube’s XML, chat logs)',
    endings: ['ttml', 'dfxp', 'xml', 'smi', 'html', 'htm'],
    times: 'if its elements have them',
    speakers: 'from agents, or “Name: words”',
  },
  {
    name: 'Word and OpenDocument',
    endings: ['docx', 'odt'],
    times: 'if the lines have them',
    speakers: 'if the lines have them',
  },
];

export const transcriptEndings: readonly string[] = transcriptFormats.flatMap(({ endings }) => endings);

/** Documents that people take for transcripts: the server says what to do instead. */
export const documentEndings = ['doc', 'rtf', 'pdf'] as const;

/** In a sentence: what can be imported. */
export const transcriptKinds =
  'VTT, SRT, SBV, JSON, CSV, TSV, Word (.docx), or text with one “Speaker: words” a line';
