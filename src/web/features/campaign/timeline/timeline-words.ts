import type {
  Timeline,
  TimelineDate,
  TimelineEvening,
  TimelineScene,
  TimelineStop,
} from '#contract/timeline.ts';
import { plainMarkdown } from '#web/ui/plain-markdown.ts';
import { day } from '#web/ui/text.ts';

type Dated = Pick<TimelineScene, 'edit' | 'dates'>;

/** As it was set; else what was said or written, each in quotation marks. */
export const datesOf = ({ edit, dates }: Dated): string[] =>
  edit === null ? dates.map(quoted) : edit.date === '' ? [] : [edit.date];

export const quoted = ({ text }: Pick<TimelineDate, 'text'>): string => `“${text}”`;

interface RoadStop extends TimelineStop {
  /** In which it comes first. */
  session: string;
}

/** Where the party surely was, each place once for each time that they came there. */
export function roadOf(timeline: Timeline): RoadStop[] {
  const stops = timeline.evenings.flatMap((evening) =>
    evening.stops
      .filter(({ isThere }) => isThere)
      .map((stop) => ({ ...stop, session: sessionOf(timeline, evening)?.title ?? '' })),
  );
  return stops.filter(({ key }, at) => stops[at - 1]?.key !== key);
}

export const sessionOf = ({ sessions }: Timeline, { of }: TimelineEvening) =>
  sessions.find(({ id }) => id === of.sessionId);

export const spokenOf = ({ stops }: TimelineEvening): string[] =>
  stops.filter(({ isThere }) => !isThere).map(({ name }) => name);

export function timelineAsMarkdown(campaign: string, timeline: Timeline): string {
  const road = roadOf(timeline).map(
    ({ name, session }, at) => `${at + 1}. ${plainMarkdown(`${name} (${session})`)}`,
  );
  const sessions = timeline.evenings.map((evening) => {
    const session = sessionOf(timeline, evening);
    const scenes = evening.scenes.map(
      (scene) => `- ${[scene.title, ...datesOf(scene)].map(plainMarkdown).join(' – ')}`,
    );
    const spoken = spokenOf(evening);
    const facts = [session?.playedAt ? `Played on ${day(session.playedAt)}` : '', ...datesOf(evening)].filter(
      Boolean,
    );
    return [
      `## ${plainMarkdown(session?.title ?? '')}`,
      facts.map(plainMarkdown).join(' – '),
      scenes.join('\n'),
      spoken.length === 0 ? '' : `Spoken of: ${plainMarkdown(spoken.join(', '))}`,
    ]
      .filter(Boolean)
      .join('\n\n');
  });
  return [
    `# ${plainMarkdown(`${campaign}: Timeline`)}`,
    ...(road.length === 0 ? [] : [`## The party’s road\n\n${road.join('\n')}`]),
    ...sessions,
  ]
    .join('\n\n')
    .concat('\n');
}
