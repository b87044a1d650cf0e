import type { ErrorCode } from './errors.ts';

interface TextLimit {
  most: number;
  /** As in “This file has more than 20,000 notes”. */
  beyond: string;
  /** Null: what is beyond stays as it is, and nothing is refused. */
  code: ErrorCode | null;
  otherwise: string;
}

const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
const megabyte = 1024 * 1024;
const splitFile = 'Import fewer sessions at a time.';

const limit = (most: number, of: string, code: ErrorCode | null, otherwise: string): TextLimit => ({
  most,
  beyond: of.replace('#', grouped(most)),
  code,
  otherwise,
});

/** What texts, their files and their lists may have, before they are parsed or read; docs/limits.md is generated from it. */
export const textLimits = {
  fileBytes: limit(32 * megabyte, 'This file is larger than 32 MB.', 'notesTooLarge', splitFile),
  zipEntries: limit(20_000, 'This zip has more than # files.', 'notesTooLarge', splitFile),
  zipNoteBytes: limit(
    4 * megabyte,
    'This zip has a note of more than 4 MB.',
    'notesTooLarge',
    'Leave that note out of the zip.',
  ),
  zipBytes: limit(32 * megabyte, 'The notes in this zip are larger than 32 MB.', 'notesTooLarge', splitFile),
  importCharacters: limit(
    2_000_000,
    'The notes in this file, with those they change, have more than # characters.',
    'notesTooLarge',
    splitFile,
  ),
  campaignSessions: limit(
    5000,
    'A campaign would have more than # sessions.',
    'quotaReached',
    'Create another campaign for them.',
  ),
  listedUploads: limit(
    100,
    'A recording of a session has been uploaded more than # times.',
    null,
    'The list shows the latest.',
  ),
  startsADay: limit(
    500,
    'You have started # analyses today.',
    'tooManyRequests',
    'Please start the rest tomorrow.',
  ),
  importSessions: limit(5000, 'This file has more than # sessions.', 'notesTooLarge', splitFile),
  noteCharacters: limit(
    1_000_000,
    'The notes of a session would have more than # characters.',
    'notesTooLong',
    'Shorten them, or split the session in two.',
  ),
  noteSections: limit(
    100,
    'The notes of a session would have more than # sections.',
    'notesTooLong',
    'Join some of them.',
  ),
  sectionCharacters: limit(
    200_000,
    'A section would have more than # characters.',
    'notesTooLong',
    'Split it into several.',
  ),
  partCharacters: limit(
    200_000,
    'The notes of a session on a shared page have more than # characters.',
    null,
    'They are shown in parts, section by section.',
  ),
  pageSessions: limit(
    20,
    'A shared campaign has more than # sessions.',
    null,
    'They are divided into several pages.',
  ),
  pageBytes: limit(
    256 * 1024,
    'The sessions of a shared page have more than 256 KiB of notes.',
    null,
    'They are divided into several pages, of one session at least.',
  ),
  listedLinks: limit(1000, 'A user shares more than # pages.', null, 'The list shows those shared last.'),
  listedAnalyses: limit(
    100,
    'A session has been analysed more than # times.',
    null,
    'The list shows the latest. Cancelled analyses before them are deleted, unless a model was used.',
  ),
  listedCredits: limit(
    3000,
    'The credits of a user have changed more than # times.',
    null,
    'The history shows the latest changes; the archive of the account has all.',
  ),
  emptyCorrections: limit(
    1,
    'A campaign has more than # correction that changed nothing.',
    null,
    'The latest is kept.',
  ),
  feedbackADay: limit(
    50,
    'You have sent feedback # times today.',
    'tooManyRequests',
    'Please send the rest tomorrow.',
  ),
  bodyValues: limit(
    50_000,
    'A call has more than # values in its lists and objects.',
    'payloadTooLarge',
    'Send fewer at a time.',
  ),
  propertiesBytes: limit(
    16_384,
    'The properties of a note are longer than # bytes.',
    null,
    'They stay as you wrote them.',
  ),
  propertiesLines: limit(
    200,
    'The properties of a note have more than # lines.',
    null,
    'They stay as you wrote them.',
  ),
  propertiesDepth: limit(
    8,
    'The properties of a note are nested more than # deep.',
    null,
    'They stay as you wrote them.',
  ),
  propertiesAliases: limit(
    0,
    'The properties of a note have aliases (&, *).',
    null,
    'They stay as you wrote them.',
  ),
  wordCharacters: limit(
    900,
    'A word has more than # characters.',
    null,
    'Discord’s messages cut it between two characters.',
  ),
  jobSeconds: limit(
    30,
    'Reading or writing notes takes more than # seconds.',
    'notesTooComplex',
    'Split long sections, or take fewer sessions at a time.',
  ),
  jobMegabytes: limit(
    512,
    'Reading or writing notes takes more than # MB of memory.',
    'notesTooComplex',
    'Split long sections, or take fewer sessions at a time.',
  ),
  speakersBytes: limit(
    megabyte,
    'The transcripts of a campaign name more than 1 MB of speakers.',
    'notesTooComplex',
    'Split the campaign in two, or let its links show players’ names.',
  ),
  deletedAtOnceBytes: limit(
    2 * megabyte,
    'A user who deletes a session, a campaign or their account has more than 2 MB of text.',
    null,
    'It is deleted part by part. If that is cut short, the rest of an account goes by itself; what is left of a session or campaign can be deleted again.',
  ),
  diskReserveBytes: limit(
    64 * megabyte,
    'Less than 64 MB of the disk would be left.',
    'diskFull',
    'Nothing more is stored until there is room again: try again later.',
  ),
  deletionReserveBytes: limit(
    16 * megabyte,
    'Less than 16 MB of the disk would be left.',
    'diskFull',
    'Nothing can be deleted until there is room again: try again later.',
  ),
  exportsAtOnce: limit(
    3,
    'You are exporting # files already.',
    'tooManyRequests',
    'Wait until they are done, then try again.',
  ),
} as const satisfies Record<string, TextLimit>;

export type TextLimitName = keyof typeof textLimits;

export const refusalWords = ({ beyond, otherwise }: TextLimit): string => `${beyond} ${otherwise}`;
