import type { AnalysisResult, Evidence, Line } from '#contract/analysis-result.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { present } from '#contract/unknown-values.ts';

type Segments = TranscriptDocument['segments'];

/** The game master's scenes: each begins with the segment of this number. */
const scenes: readonly { title: string; from: number; own: readonly [text: string, ...said: number[]][] }[] =
  [
    {
      title: 'Candlewick, and a bell under the water',
      from: 1,
      own: [
        [
          'Vesper reaches for the key on Mother Sedge’s red cord, rolls a natural one and is bitten by Bishop, who is a goose. Mother Sedge hands her the key anyway: “You could have asked.”',
          30,
          31,
        ],
      ],
    },
    {
      title: 'Out on the Grey Fen',
      from: 37,
      own: [
        [
          'Brannoc knows the burning hand: the mark of the Ash Wardens, whom nobody has seen since the war. The carving is fresh.',
          49,
        ],
        ['They leave the locked door alone and climb in by the window.', 53, 56],
      ],
    },
    {
      title: 'Until the tide is out',
      from: 56,
      own: [
        [
          'Oda promised to ring until the tide is out, forty years ago. Brannoc kneels down, tells her that it is, and the bell is silent.',
          60,
          62,
          63,
          67,
        ],
        [
          'Three knocks on the other side of the locked door. Vesper breaks the key off in the lock, and a voice behind it asks: “Brannoc, did you remember the bread?” It is his grandmother’s. She is dead.',
          67,
          72,
          73,
          74,
        ],
        ['Oda has had the clapper all along.', 81],
      ],
    },
  ];

/**
 * The notes of the demo session as a game master would leave them: all lines that the engine chose, her own between them,
 * titles, descriptions and open questions. Throws if a line refers to words that the transcript does not have.
 */
export function editedByGameMaster(result: AnalysisResult, segments: Segments): AnalysisResult {
  const said = (...numbers: number[]): Evidence => {
    const cited = numbers.map((number) =>
      present(
        segments.find(({ id }) => id === `s${number}`),
        `line ${number} of the demo session`,
      ),
    );
    return {
      segmentIds: cited.map(({ id }) => id),
      startMs: Math.min(...cited.map(({ startMs }) => startMs)),
      endMs: Math.max(...cited.map(({ endMs }) => endMs)),
    };
  };
  const line = (text: string, ...numbers: number[]): Line => ({ text, evidence: said(...numbers) });
  const named = (name: string, description: string, ...numbers: number[]) => ({
    name,
    description,
    isNew: true,
    evidence: said(...numbers),
  });
  const person = (name: string, description: string, ...numbers: number[]) => ({
    ...named(name, description, ...numbers),
    presence: 'met' as const,
  });

  const chosen = result.lines.summary.filter(({ text }) => !text.startsWith('Also named'));
  const editedScenes = scenes.map(({ title, from, own }, index) => {
    const starts = said(from).startMs;
    const next = scenes[index + 1];
    const ends = next ? said(next.from).startMs : Number.POSITIVE_INFINITY;
    const lines = [
      ...chosen.filter(({ evidence }) => evidence.startMs >= starts && evidence.startMs < ends),
      ...own.map(([text, ...numbers]) => line(text, ...numbers)),
    ].sort((a, b) => a.evidence.startMs - b.evidence.startMs);
    return { title, lines };
  });
  const shortSummary = [
    line(
      'Sent by an old ferrywoman for the clapper of a drowned bell, the party finds her sister ringing it with her bare hand.',
      18,
      58,
    ),
    line('Somebody is still behind the locked door.', 78),
  ];
  const { evening: _, ...given } = result;
  return {
    ...given,
    title: 'The bell of Saint Ambrel',
    shortSummary: shortSummary.map(({ text }) => text).join(' '),
    summary: editedScenes
      .map(({ title, lines }) =>
        [`### ${title}`, lines.map(({ text }) => `- ${text}`).join('\n')].join('\n\n'),
      )
      .join('\n\n'),
    lines: { ...result.lines, shortSummary, summary: editedScenes.flatMap(({ lines }) => lines) },
    glance: [],
    scenes: [],
    memorableMoments: [
      {
        description: 'I was nine years old, there were six of them, and nobody came to help me.',
        isQuote: true,
        speaker: 'Theo',
        context: 'Why Ulf is afraid of geese.',
        evidence: said(15),
      },
      {
        description: "You can't make me cry on a Tuesday.",
        isQuote: true,
        speaker: 'Theo',
        context: 'When Brannoc tells Oda that she kept her promise.',
        evidence: said(64),
      },
      {
        description: 'Ulf picks up Bishop and holds him in front of him like a shield.',
        isQuote: true,
        speaker: 'Theo',
        context: 'He wanted that in the notes.',
        evidence: said(76),
      },
    ],
    npcs: [
      person('Mother Sedge', 'Carries people over the fen. Frightened, and hides it well.', 11, 26),
      person('Oda Sedge', 'Her sister. Looks as young as forty years ago.', 58, 62, 67),
      person('Bishop', 'The largest goose that anybody has seen. Came back; the others did not.', 11, 20),
      person('The ferryman', 'Knocks three times. Very polite so far.', 67, 69),
    ],
    locations: [
      named('Candlewick', 'A village on stilts. Every lamp burns blue.', 7),
      { ...named('Grey Fen', 'Where the blue lamps go out, one after another.', 37), isNew: false },
      named(
        'Chapel of Saint Ambrel',
        'Sank forty years ago. The water stands in its windows like glass.',
        16,
        56,
      ),
    ],
    items: [
      named('Mother Sedge’s key', 'Opens the chapel door. Broken off in its lock.', 33, 73),
      named('The clapper', 'Oda took it out because it was calling him.', 81),
    ],
    factions: [named('Ash Wardens', 'Kept the fires along the coast. Their mark: a burning hand.', 45, 49)],
    decisions: [line('Take Oda home to Candlewick tonight, and ask Mother Sedge where she got the key.', 79)],
    openThreads: [
      line('How could Mother Sedge have a key to a door that was locked from the inside?', 34),
      line('Who carved the mark of the Ash Wardens this week?', 50, 78),
      line('Who is behind the door, and how does he know about the bread?', 73, 78),
    ],
  };
}
