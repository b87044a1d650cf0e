import { and, eq, isNull } from 'drizzle-orm';
import type { CastSheet } from '#contract/speakers.ts';
import type { Orm } from '#server/platform/database/database.ts';
import { isCurrentTranscript, transcripts, voiceAgreements, voicePrints } from '#server/recordings/tables.ts';
import { whoIs } from './cast-rules.ts';
import type { Cast } from './tables.ts';

/** Cosine, as between the voices of one evening. */
const LEAST_LIKENESS = 0.5;
/** Over the next person: a guest is more often somebody's double than everybody's. */
const LEAST_LEAD = 0.1;
/** Of a person: voices change over the years. */
export const MOST_EVENINGS = 5;

/** @returns the people's ids by label. Each person is one voice at most; a voice in doubt is nobody. */
export function soundsLike(
  voices: readonly { label: string; print: string }[],
  known: ReadonlyMap<string, readonly string[]>,
): Map<string, string> {
  const pairs = voices.flatMap(({ label, print }) => {
    const likenesses = [...known]
      .map(([personId, prints]) => ({
        label,
        personId,
        likeness: Math.max(-1, ...prints.map((each) => likenessOf(each, print))),
      }))
      .sort((one, other) => other.likeness - one.likeness);
    const [best, next] = likenesses;
    const isClear =
      best !== undefined &&
      best.likeness >= LEAST_LIKENESS &&
      best.likeness - (next?.likeness ?? -1) >= LEAST_LEAD;
    return isClear ? [best] : [];
  });
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { label, personId } of pairs.sort((one, other) => other.likeness - one.likeness)) {
    if (taken.has(personId)) continue;
    taken.add(personId);
    found.set(label, personId);
  }
  return found;
}

function likenessOf(one: string, other: string): number {
  const [first, second] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  if (first.length !== second.length) return -1;
  const [a, b] = [first, second].map((bytes) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  let [product, ofFirst, ofSecond] = [0, 0, 0];
  for (const [at, value] of a?.entries() ?? []) {
    const beside = b?.[at] ?? 0;
    product += value * beside;
    ofFirst += value ** 2;
    ofSecond += beside ** 2;
  }
  return ofFirst === 0 || ofSecond === 0 ? -1 : product / Math.sqrt(ofFirst * ofSecond);
}

/** Who agreed, in how many sessions the campaign learned their voices, and whom those of this session sound like. */
export async function voiceMemoryOf(
  orm: Orm,
  campaignId: string,
  cast: Cast,
  sessionId: string | null,
): Promise<{ people: NonNullable<CastSheet['memory']>['people']; proposals: Map<string, string> }> {
  const agreed = await orm
    .select()
    .from(voiceAgreements)
    .where(and(eq(voiceAgreements.campaignId, campaignId), isNull(voiceAgreements.withdrawnAt)));
  const inForce = agreed.filter(({ personId }) => cast.people.some(({ id }) => id === personId));
  if (inForce.length === 0) return { people: [], proposals: new Map() };
  const evenings = await orm
    .select({
      sessionId: voicePrints.sessionId,
      speakers: transcripts.speakers,
      centres: voicePrints.centres,
      proposals: voicePrints.proposals,
    })
    .from(voicePrints)
    .innerJoin(transcripts, eq(transcripts.id, voicePrints.transcriptId))
    .where(and(eq(voicePrints.campaignId, campaignId), isCurrentTranscript));
  const learned = evenings.flatMap(({ centres, speakers, ...evening }) =>
    speakers.flatMap(({ id, label }) =>
      id in centres ? [whoIs(cast, evening.sessionId, label)?.person?.id] : [],
    ),
  );
  const here = evenings.find((evening) => evening.sessionId === sessionId);
  const known = here?.speakers.map(({ label }) => whoIs(cast, here.sessionId, label)) ?? [];
  const isOpen = (personId: string) =>
    inForce.some((each) => each.personId === personId) &&
    known.every((each) => each?.person?.id !== personId);
  return {
    people: inForce.map(({ personId, agreedAt }) => ({
      personId,
      agreedAt: agreedAt.toISOString(),
      evenings: learned.filter((each) => each === personId).length,
    })),
    proposals: new Map(
      here?.speakers.flatMap(({ label }, at) => {
        const personId = here.proposals[label];
        return personId !== undefined && known[at] === null && isOpen(personId) ? [[label, personId]] : [];
      }),
    ),
  };
}
