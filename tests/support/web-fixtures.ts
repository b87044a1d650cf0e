import type { Analysis, Quote } from '#contract/analyses.ts';
import type { AnalysisResult, Evening } from '#contract/analysis-result.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Notes } from '#contract/notes.ts';
import type { PrepSheet } from '#contract/prep.ts';
import type { Session } from '#contract/sessions.ts';
import type { Segment } from '#contract/transcript.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { World } from '#contract/world.ts';

/** Two names that sound alike, which the world index suggests to merge. */
export const world: World = {
  entries: [['b', 'Allura', 12] as const, ['a', 'Alura', 2] as const].map(([letter, name, mentions]) => ({
    key: letter.repeat(32),
    name,
    kind: 'npc',
    heardAs: 'npc',
    aliases: [],
    note: '',
    mentions,
    sessions: 1,
    first: null,
    last: null,
    hidden: false,
    edit: null,
    revision: 0,
  })),
  suggestions: [{ what: 'merge', from: 'a'.repeat(32), into: 'b'.repeat(32), because: 'sound' }],
  sessions: [],
  hasMore: false,
};

/** Of a campaign without a session. */
export const prepSheet: PrepSheet = { lines: [], sessions: [], own: '', revision: 0, pinnedAt: null };

const at = '2026-03-14T19:30:00.000Z';
const id = (last: number) => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const evidence = (segment: number, count = 1) => ({
  segmentIds: Array.from({ length: count }, (_, offset) => `s${segment + offset}`),
  startMs: segment * 10_000,
  endMs: (segment + count) * 10_000,
});

export const campaign: Campaign = {
  id: id(1),
  title: 'The Saltmarsh Lanterns',
  description: 'Smugglers, fog and an **old debt**.',
  system: 'Fifth edition',
  setting: 'The Drowned Coast',
  genre: '',
  language: null,
  detailLevel: null,
  recapStyles: [],
  instructions: '',
  sessionCount: 3,
  lastPlayedAt: at,
  revision: 1,
  createdAt: at,
  updatedAt: at,
};

export const session: Session = {
  id: id(2),
  campaignId: campaign.id,
  title: 'Session 3',
  playedAt: at,
  order: 3,
  state: 'ready',
  audio: {
    id: id(3),
    kind: 'single',
    fileName: 'saltmarsh-3.mp3',
    mimeType: 'audio/mpeg',
    sizeBytes: 149_000_000,
    durationSeconds: 12_420,
    sha256: '0'.repeat(64),
    marks: [],
    storedUntil: null,
    deletedAt: null,
  },
  transcriptId: id(4),
  latestAnalysisId: id(5),
  summaryPreview: 'The lantern keeper confessed, and the party sailed into the fog before dawn.',
  revision: 1,
  createdAt: at,
  updatedAt: at,
};

const levels: Quote['levels'] = [
  { detailLevel: 'brief', costCredits: 207, payment: 'credits', affordable: true, missingCredits: 0 },
  {
    detailLevel: 'comprehensive',
    costCredits: 345,
    payment: 'credits',
    affordable: false,
    missingCredits: 45,
  },
];

export const pageWriter: Quote['writers'][number] = {
  writer: 'page',
  model: null,
  sends: { what: 'nothing' },
  levels,
  seconds: null,
  serviceCost: null,
};

export const serviceWriter: Quote['writers'][number] = {
  writer: 'service',
  model: 'qwen3:8b',
  sends: { what: 'transcript', host: 'notes.example' },
  levels: levels.map((level) => ({ ...level, pageCredits: 50 })),
  seconds: 2280,
  serviceCost: 0.14,
};

export const quote: Quote = {
  id: id(6),
  sessionId: session.id,
  durationSeconds: 12_420,
  basis: 'audio',
  levels,
  notesKind: 'highlights',
  preferredWriter: 'page',
  writers: [pageWriter],
  balance: 300,
  freeAnalysisBalance: 0,
  reusesTranscript: false,
  mayFetchModel: false,
  hearing: { service: null, sends: { what: 'nothing' } },
  quotedAt: at,
  expiresAt: '2126-01-01T00:00:00.000Z',
};

const storyLine = 'The party questioned Orla Finch at the lighthouse.';

export const result: AnalysisResult = {
  kind: 'highlights',
  detailLevel: 'comprehensive',
  title: 'The Keeper Confesses',
  shortSummary: `${storyLine} She admitted to lighting the false lantern.`,
  summary: `${storyLine}\n\nThey took the **Grey Gull** out before dawn.`,
  previouslyOn: 'Last time, a ship broke on the rocks below the lighthouse.',
  lines: {
    shortSummary: [{ text: storyLine, evidence: evidence(12, 2) }],
    summary: [
      { text: storyLine, evidence: evidence(12, 2) },
      { text: 'They took the **Grey Gull** out before dawn.', evidence: evidence(361) },
    ],
    previouslyOn: [],
  },
  glance: [],
  scenes: [
    {
      title: 'At the lighthouse',
      description: storyLine,
      lines: [{ text: storyLine, evidence: evidence(12, 2) }],
      keyEvents: [{ text: 'Orla hands over the green lens.', evidence: evidence(40) }],
      location: 'Gull Point',
      evidence: evidence(10, 3),
    },
    {
      title: 'Into the fog',
      description: 'They took the boat.',
      lines: [],
      keyEvents: [],
      location: null,
      evidence: evidence(360),
    },
  ],
  memorableMoments: [
    {
      description: 'I lit it, and I would light it again.',
      isQuote: true,
      speaker: 'Orla Finch',
      context: 'at the top of the stairs',
      evidence: evidence(41),
    },
    {
      description: 'Brannoc dropped the lens, and caught it with his foot.',
      isQuote: false,
      speaker: null,
      context: 'on the stairs',
      evidence: evidence(44),
    },
  ],
  npcs: [
    { name: 'Orla Finch', description: 'Keeper of the lighthouse.', isNew: true, evidence: evidence(12) },
  ],
  locations: [
    { name: 'Gull Point', description: 'The lighthouse rock.', isNew: false, evidence: evidence(10) },
  ],
  items: [{ name: 'Green lens', description: '', isNew: true, evidence: evidence(40) }],
  factions: [{ name: 'The Lanterns', description: 'Smugglers.', isNew: false, evidence: evidence(50) }],
  quests: [
    {
      name: 'Find who lit the false lantern',
      status: 'completed',
      progress: [{ text: 'Orla confessed.', evidence: evidence(41) }],
      evidence: evidence(12),
    },
  ],
  openThreads: [{ text: 'Who paid Orla?', evidence: evidence(55) }],
  decisions: [{ text: 'The party lets Orla go.', evidence: evidence(60) }],
  characterMoments: [{ character: 'Brannoc', text: 'Forgave his brother.', evidence: evidence(70) }],
  combats: [
    {
      title: 'The wreckers',
      description: 'Three wreckers on the beach.',
      outcome: 'They fled.',
      evidence: evidence(80),
    },
  ],
  toConfirm: [{ kind: 'name', text: 'Is it “Orla Finch” or “Orla Fynch”?', evidence: evidence(12) }],
  warnings: [
    { code: 'gap', message: 'Two minutes could not be heard.', startMs: 3_600_000, endMs: 3_720_000 },
  ],
};

export const analysis: Analysis & { result: AnalysisResult } = {
  id: id(5),
  status: 'completed',
  progress: 1,
  etaSeconds: 0,
  stageMessage: '',
  error: null,
  sessionId: session.id,
  transcriptId: id(4),
  detailLevel: 'comprehensive',
  language: 'en',
  payment: 'free',
  costCredits: 345,
  chargedCredits: 0,
  engine: { speech: 'embedded', notes: 'highlights' },
  result,
  warnings: [],
  sourceReplaced: false,
  copiedToNotesAt: null,
  createdAt: at,
  startedAt: at,
  finishedAt: at,
};

const passage = (id: string, rank: number, text: string): Evening['passages'][number] => ({
  id,
  rank,
  text,
  speakerId: 'p1',
  speaker: 'Ines',
  startMs: 560_000 + rank * 10_000,
  endMs: 570_000 + rank * 10_000,
  evidence: evidence(56 + rank),
  chapter: 0,
  shown: 'page',
  hidden: false,
});

/** An analysis without a model: one chapter with two passages. */
export const eveningAnalysis: typeof analysis & { result: { evening: Evening } } = {
  ...analysis,
  result: {
    ...result,
    kind: 'highlights',
    evening: {
      chapters: [
        {
          title: null,
          ownTitle: null,
          place: null,
          names: [],
          startMs: 0,
          endMs: 3_600_000,
          evidence: evidence(1, 360),
        },
      ],
      passages: [
        passage('s56.0', 0, 'The bell rings below the lake.'),
        passage('s57.0', 1, 'Nobody has touched the rope.'),
      ],
      pointers: [],
      names: [],
      timeline: { stretchMs: 60_000, voices: [], dice: [], laughter: [], apart: [] },
      missing: [],
    },
  },
};

/** Notes with a section of the game master's own. */
export const ownNotes: Notes = {
  sessionId: session.id,
  sections: [
    { key: 'own-plan', title: 'My plan', body: 'The bell.', visibility: 'gm', source: 'user', lines: [] },
  ],
  revision: 1,
  updatedAt: at,
};

export const transcript: Transcript = {
  id: id(4),
  sessionId: session.id,
  source: 'import',
  timing: 'measured',
  engine: 'vtt',
  language: 'en',
  durationMs: 12_420_000,
  speakers: [
    { id: 'p1', label: 'Ines', role: 'gm', playerCharacterId: null, talkMs: 1000 },
    { id: 'p2', label: 'Tom', role: 'player', playerCharacterId: null, talkMs: 1000 },
  ],
  segmentCount: 1200,
  wordCount: 9600,
  warnings: [],
  account: null,
  deletedIds: [],
  lastEdit: null,
  createdAt: at,
};

export const segments: Segment[] = Array.from({ length: 1200 }, (_, index) => ({
  id: `s${index + 1}`,
  startMs: (index + 1) * 10_000,
  endMs: (index + 2) * 10_000,
  speakerId: index % 3 === 0 ? 'p1' : 'p2',
  text: index === 900 ? 'The green lens glows at last.' : `Line ${index + 1} of what was said at the table.`,
  originalText: null,
  confidence: null,
}));

export const notes: Notes = {
  sessionId: session.id,
  sections: [
    {
      key: 'summary',
      title: 'Summary',
      body: `${storyLine} We added this by hand.`,
      visibility: 'gm',
      source: 'mixed',
      lines: [{ text: storyLine, evidence: evidence(12, 2) }],
    },
    {
      key: 'threads',
      title: 'Open threads',
      body: '- Who paid Orla?',
      visibility: 'gm',
      source: 'analysis',
      lines: [],
    },
  ],
  revision: 2,
  updatedAt: at,
};

export const editedTranscript: Transcript = {
  ...transcript,
  segmentCount: 2,
  lastEdit: { id: '01900000-0000-7000-8000-00000000ed17', kind: 'deleted', at },
};

export const editedLines: Segment[] = [
  {
    id: 's2',
    startMs: 10_000,
    endMs: 14_000,
    speakerId: 'p2',
    text: 'I ride down to the gate. Is anyone awake?',
    originalText: 'I ride down to the gait. Is anyone awake?',
    confidence: null,
  },
  {
    id: 's3',
    startMs: 15_000,
    endMs: 17_000,
    speakerId: 'p1',
    text: 'A guard opens a hatch.',
    originalText: null,
    confidence: null,
  },
];
