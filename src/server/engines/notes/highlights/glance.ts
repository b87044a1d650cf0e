import type { GlanceRow, Line } from '#contract/analysis-result.ts';
import type { Prepared } from '../reading/prepare.ts';
import { evidenceOf } from '../reading/text.ts';
import { enumerate, strangers } from '../reading/titles.ts';
import { alsoNamed } from '../reading/world.ts';
import { isQuotable } from './lines.ts';
import { saidNearTheEnd } from './quotes.ts';

const MOST_NAMED = 12;
const MOST_PLANS = 3;
const MOST_PLACES = 6;
const MONEY =
  /\b((?:(?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|\d[\d,]*)[ -]?(?:and )?)+(?:platinum|gold|silver|copper|electrum)(?: (?:pieces?|coins?))?)\b/gi;
const GIVES =
  /\b(you find|you discover|finds?|receives?|hands? (?:you|over)|gives? you|comes to|comes out to|total of|inside (?:is|are|you)|there (?:is|are)|counts? (?:out|up)|pays? you|slides? (?:you )?)\b/i;
const PRICE =
  /\b(costs?|price|for sale|buy|sell|sells|worth|each|per|charge|offer|would|could|if|fee|owe|asks?|wants?|spend|pay me|minus|subtract|lose)\b|\?/i;

/** Facts, each a link to its turn; empty rows are left out. `last` is the last narration of the session. */
export function glanceOf(prepared: Prepared, last: Line | null): GlanceRow[] {
  const row = (label: string, entries: GlanceRow['entries']): GlanceRow[] =>
    entries.length > 0 ? [{ label, entries }] : [];
  return [
    ...row('At the table', atTheTable(prepared)),
    ...row('Places named where the party is', places(prepared)),
    ...row('Fights', fights(prepared)),
    ...row('Killing blows named at the table', blows(prepared)),
    ...row('Money handed out', money(prepared)),
    ...row(
      'Said near the end',
      saidNearTheEnd(prepared, MOST_PLANS).map(({ sentence, speaker }) => ({
        text: `${speaker}: “${sentence.text}”`,
        guessed: false,
        evidence: evidenceOf(prepared.transcript, sentence),
      })),
    ),
    ...row('Where it stops', last ? [{ ...last, guessed: false }] : []),
    ...row(
      'Also named',
      alsoNamed(prepared, MOST_NAMED).map(({ name, sentence }) => entry(prepared, name, sentence)),
    ),
  ];
}

const entry = (
  prepared: Prepared,
  text: string,
  sentence: number,
  guessed = false,
): GlanceRow['entries'][number] => ({
  text,
  guessed,
  evidence: evidenceOf(prepared.transcript, prepared.speech.sentences[sentence]!),
});

function atTheTable(prepared: Prepared): GlanceRow['entries'] {
  const { party, names, labels, speech } = prepared;
  const voices = new Map([...party.voices].map(([speakerId, index]) => [index, speakerId]));
  const guesses = new Map(party.guesses.map((guess) => [guess.speakerId, guess.sentence]));
  return [...new Set(party.members.values())].map((index) => {
    const speakerId = voices.get(index);
    const label = speakerId === undefined ? undefined : labels.get(speakerId);
    const name = names.all[index]!;
    const shown =
      label && label.toLowerCase() !== name.name.toLowerCase() ? `${name.name} (${label})` : name.name;
    const sentence = (speakerId && guesses.get(speakerId)) || name.sentences[0]!;
    const guessed = party.guessed || (speakerId !== undefined && guesses.has(speakerId));
    return { text: shown, guessed, evidence: evidenceOf(prepared.transcript, speech.sentences[sentence]!) };
  });
}

/** Places where the game master says that the party is, in order of the session. */
export function placesThere(prepared: Prepared): { name: string; sentence: number }[] {
  return strangers(prepared)
    .filter(
      ({ name, index }) =>
        name.kind === 'location' && prepared.presence[index]!.standing === 'met' && name.count >= 2,
    )
    .sort(
      (a, b) =>
        prepared.presence[b.index]!.there.length - prepared.presence[a.index]!.there.length ||
        b.name.count - a.name.count,
    )
    .slice(0, MOST_PLACES)
    .map(({ name, index }) => ({ name: name.name, sentence: prepared.presence[index]!.there[0]! }))
    .sort((a, b) => a.sentence - b.sentence);
}

const places = (prepared: Prepared): GlanceRow['entries'] =>
  placesThere(prepared).map(({ name, sentence }) => entry(prepared, name, sentence));

function fights(prepared: Prepared): GlanceRow['entries'] {
  return prepared.fights.map((fight) => {
    const foes = fight.foes.length > 0 ? `Fight with ${enumerate(fight.foes, true)}` : 'Fight';
    const downs = [...new Set(fight.downs.map(({ name }) => name))];
    const text =
      downs.length > 0 ? `${foes}; ${enumerate(downs, true)} ${downs.length > 1 ? 'go' : 'goes'} down` : foes;
    return entry(prepared, text, fight.downs[0]?.sentence ?? fight.from);
  });
}

function blows(prepared: Prepared): GlanceRow['entries'] {
  const first = new Map<string, { sentence: number; count: number }>();
  for (const { name, sentence } of prepared.fights.flatMap((fight) => fight.blows)) {
    const earlier = first.get(name);
    if (earlier) earlier.count += 1;
    else first.set(name, { sentence, count: 1 });
  }
  return [...first].map(([name, { sentence, count }]) =>
    entry(prepared, count > 1 ? `${name} (${count})` : name, sentence),
  );
}

function money(prepared: Prepared): GlanceRow['entries'] {
  const { speech, zones } = prepared;
  const found: GlanceRow['entries'] = [];
  const seen = new Set<string>();
  for (const sentence of speech.sentences) {
    if (zones.zones[sentence.index] !== 'play' || sentence.speakerId !== zones.gameMasterId) continue;
    if (!/\b(gold|silver|platinum|copper|electrum)\b/i.test(sentence.text)) continue;
    if (
      !GIVES.test(sentence.text) ||
      PRICE.test(sentence.text) ||
      sentence.inSpeech ||
      /["“]/.test(sentence.text)
    )
      continue;
    const sums = [...sentence.text.matchAll(MONEY)].map((match) => match[1]!.trim().toLowerCase());
    if (sums.length === 0 || !isQuotable(sentence.text)) continue;
    const text = enumerate(sums, true);
    if (!/\bpieces?|coins?\b|\d|hundred|thousand|ten|twenty|fif|five/.test(text) || seen.has(text)) continue;
    seen.add(text);
    found.push(entry(prepared, text, sentence.index));
  }
  return found.slice(0, 5);
}
