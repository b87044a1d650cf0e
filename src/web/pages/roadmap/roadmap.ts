/** Where something on the roadmap stands. There are no dates: what is next is ready when it is proved. */
export type RoadmapStage = 'shipped' | 'next' | 'later';

export interface RoadmapEntry {
  readonly stage: RoadmapStage;
  readonly title: string;
  readonly text: string;
}

export const roadmap: readonly RoadmapEntry[] = [
  {
    stage: 'shipped',
    title: 'Uploads that do not give up',
    text: 'Recordings of up to 12 hours go up in pieces. A lost network, a reload or a pause costs at most the piece under way, and the price of both levels of detail stands there before the first byte is sent.',
  },
  {
    stage: 'shipped',
    title: 'Evidence behind every line',
    text: 'Each statement of an analysis leads to the words at the table it stands on. Quotations are compared with the transcript word for word, and what has no ground is dropped and counted.',
  },
  {
    stage: 'shipped',
    title: 'Notes that are yours to edit',
    text: 'Analyses stay as they were made; notes are a copy that you edit, section by section, saved as you type. Nothing that you wrote is overwritten unasked. Copy them as Markdown whenever you like.',
  },
  {
    stage: 'shipped',
    title: 'Bring your own transcript',
    text: 'VTT, SRT, JSON, and text with one “Speaker: words” a line, from any other tool: no speech engine needed.',
  },
  {
    stage: 'shipped',
    title: 'Your own engines, or none outside',
    text: 'Speech and notes are worked on where the server stands, or by any OpenAI-compatible service. A long evening goes on after a restart where it stood.',
  },
  {
    stage: 'shipped',
    title: 'Notes without a browser',
    text: 'One command turns a recording or a transcript into Markdown or JSON, without a server or an account.',
  },
  {
    stage: 'shipped',
    title: 'Flows in the open',
    text: 'Every flow of the app is drawn as a chart that can be read, tried out and tested. The charts are the program, not a picture of it.',
  },
  {
    stage: 'shipped',
    title: 'A site that reads without JavaScript',
    text: 'Every public page is complete as plain HTML, in light and dark, on a phone and on a desk; with tips on recording, a blog and a feed.',
  },
  {
    stage: 'shipped',
    title: 'The whole account',
    text: 'Signing in with Google, a verified email address, settings that follow you from device to device, agreements, an export of all your data, and deleting the account with everything in it.',
  },
  {
    stage: 'shipped',
    title: 'Credits and subscriptions',
    text: 'Buying credits, Standard and Pro by the month, upgrades with their price shown before you pay, and a history of every credit that one can follow.',
  },
  {
    stage: 'next',
    title: 'A name put right once',
    text: 'Correct a misheard name in one place, see every other place where it was misheard too, in transcripts and notes of all sessions, and change them together. The next session hears it right.',
  },
  {
    stage: 'later',
    title: 'One track per player',
    text: 'A Craig zip, or two parts of one evening, put together into one session: speakers known by their track, and only the length of the evening charged.',
  },
  {
    stage: 'later',
    title: 'A version for the players',
    text: 'Links to a campaign or a session that show what players may know and nothing else, never the transcript or the sound, and that can be taken back.',
  },
  {
    stage: 'later',
    title: 'Out to where you work',
    text: 'Notes for Obsidian with linked names, for Discord in messages of the right length, and as HTML.',
  },
  {
    stage: 'later',
    title: 'A memory over sessions',
    text: 'Who was met where and when, through the whole campaign, with a search that leads to the moment.',
  },
];

/** What is left out on purpose. */
export const neverPlanned: readonly string[] = [
  'Plots, twists or characters made up by a machine.',
  'Imitated voices.',
  'Training on what you upload.',
  'Recognising people by their voice from one table to the next.',
];
