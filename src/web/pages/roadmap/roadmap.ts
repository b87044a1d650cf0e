import { transcriptKinds } from '#contract/transcript-formats.ts';
export type RoadmapStage = 'shipped' | 'next' | 'later';

interface RoadmapEntry {
  readonly stage: RoadmapStage;
  readonly title: string;
  readonly text: string;
}

export const roadmap: readonly RoadmapEntry[] = [
  {
    stage: 'shipped',
    title: 'Uploads that don’t give up',
    text: 'We upload recordings of up to 12 hours in chunks. A lost connection, a reload or a pause costs at most one chunk, and you see the price of both levels of detail before the upload starts.',
  },
  {
    stage: 'shipped',
    title: 'Evidence behind every line',
    text: 'Each statement of an analysis links to the words behind it. We check quotes against the transcript word for word. We drop statements without evidence, and the notes say how many.',
  },
  {
    stage: 'shipped',
    title: 'Notes that are yours to edit',
    text: 'Editing never changes an analysis. Your notes are a copy that you edit section by section; we save as you type. We never overwrite what you wrote without asking. Copy them as Markdown whenever you like.',
  },
  {
    stage: 'shipped',
    title: 'Bring your own transcript',
    text: `${transcriptKinds}, from any other tool: no speech engine needed.`,
  },
  {
    stage: 'shipped',
    title: 'Built-in engines, or your own',
    text: 'The server transcribes and writes notes itself, or uses any OpenAI-compatible service. After a restart, a long analysis resumes where it stopped.',
  },
  {
    stage: 'shipped',
    title: 'Notes without a browser',
    text: 'One command turns a recording or a transcript into Markdown or JSON, without a server or an account.',
  },
  {
    stage: 'shipped',
    title: 'Flows in the open',
    text: 'Every flow in the app has a chart that you can read, try out and test. The charts come from the code that runs.',
  },
  {
    stage: 'shipped',
    title: 'A site that reads without JavaScript',
    text: 'Every public page is complete as plain HTML, in light and dark, on a phone and on a desktop, with tips on recording, a blog and a feed.',
  },
  {
    stage: 'shipped',
    title: 'Your account, under your control',
    text: 'Sign-in with Google, a verified email address, settings that follow you from device to device, agreements, an export of all your data, and deleting the account with everything in it.',
  },
  {
    stage: 'shipped',
    title: 'Credits and subscriptions',
    text: 'Buying credits, Standard and Pro by the month, upgrades with their price shown before you pay, and a full credit history.',
  },
  {
    stage: 'shipped',
    title: 'Correct a name once',
    text: 'Correct a misheard name in one place, see every other place where it was misheard, in transcripts and notes of all sessions, and change them together. The next session gets it right, and you can undo every correction.',
  },
  {
    stage: 'shipped',
    title: 'A transcript to hear and correct',
    text: 'Hear any line, follow the words as they are spoken, correct, split or delete a line. Evidence links stay correct, and in wide windows the transcript opens beside your notes.',
  },
  {
    stage: 'shipped',
    title: 'Who is who',
    text: 'Say once which voice belongs to which player and character; later sessions of the campaign remember it. One list shows everything that the engine is unsure of.',
  },
  {
    stage: 'shipped',
    title: 'Record with this device',
    text: 'A phone or laptop on the table records in the browser. It saves every few seconds, so a crash or a reload loses no more than that.',
  },
  {
    stage: 'shipped',
    title: 'A page for your players',
    text: 'Links to a session that show only what players may know, never the transcript or the audio, behind a passphrase if you like. Players can suggest corrections. You can revoke the links.',
  },
  {
    stage: 'shipped',
    title: 'Export to your tools',
    text: 'Notes for Obsidian with linked names, for Discord in messages of the right length, and as HTML.',
  },
  {
    stage: 'shipped',
    title: 'One track per player',
    text: 'A Craig zip, or the parts of one evening, become one recording. Each track is a speaker, and you pay only for the length of the session.',
  },
  {
    stage: 'shipped',
    title: 'Erase a voice',
    text: 'Permanently removes what one person said from the recording, the transcript, the notes and the exports of a session, and keeps a record that it was removed.',
  },
  {
    stage: 'next',
    title: 'Memory across sessions',
    text: 'Who the party met, where and when, across the whole campaign, with a search that finds the moment.',
  },
  {
    stage: 'later',
    title: 'Voices that overlap',
    text: 'Where the microphone of one player also hears the others, the transcript has each word once, under the person who said it.',
  },
];

export const neverPlanned: readonly string[] = [
  'AI-written plots, twists or characters.',
  'Imitated voices.',
  'Training on your uploads.',
  'Recognizing people by their voice across tables.',
];
