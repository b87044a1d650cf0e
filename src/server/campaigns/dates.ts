import { sentencesOf } from '#contract/sentences.ts';
import type { TimelineDate } from '#contract/timeline.ts';

/** Of calendars that many tables use. Dates of our own calendar were announcements in 20 evenings of 20. */
const months =
  'Hammer|Alturiak|Ches|Tarsakh|Mirtul|Kythorn|Flamerule|Eleasis|Eleint|Marpenoth|Uktar|Nightal|' +
  'Abadius|Calistril|Pharast|Gozran|Desnus|Sarenith|Erastus|Arodus|Rova|Lamashan|Neth|Kuthona|' +
  "Horisal|Misuthar|Dualahei|Thunsheer|Unndilar|Brussendar|Sydenstar|Fessuran|Quen[’']?pillar|Cuersaar|Duscar|" +
  "Fireseek|Readying|Coldeven|Flocktime|Wealsun|Goodmonth|Patchwall|Ready[’']?reat|Sunsebb|" +
  'Zarantyr|Olarune|Therendor|Dravago|Nymm|Lharvion|Barrakas|Rhaan|Sypheros|Aryth';
const figures = '\\d{1,2}(?:st|nd|rd|th)';
const ordinals = `(?:${figures}|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)`;
const year = '(?:,? (?:in the year )?\\d{3,5}(?: [A-Z]{2})?)?';
const feasts =
  "Midwinter|Midsummer|Greengrass|Highharvestide|Shieldmeet|(?:the )?Feast of the Moon|Winter[’']s Crest|Harvest[’']s Close|Harvest Close";
const amounts =
  '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|several|some|many|a few|a couple(?: of)?|\\d{1,3})(?: (?:and a half|or (?:so|two|three|four|five)|more|long|full|whole|short|uneventful))*';
const spans = '(?:days?|nights?|weeks?|ten-?days?|fortnights?|months?|years?|moons?)';

const dates = [
  `(?:the )?${ordinals}(?: day)? of (?:${months})\\b(?![’']s)${year}`,
  `\\b(?:${months})(?: the)? ${figures}${year}`,
  `(?:the )?${ordinals} day of (?:the month of )?\\p{Lu}[\\p{Ll}’'-]{2,}(?![’']s| \\p{Lu})${year}`,
  `\\b(?:the )?(?:day|eve|night|morning) of (?:${feasts})\\b`,
].map((form) => new RegExp(form, 'u'));
/** A festival only where it is that day. */
const now = new RegExp(
  `^(?:(?:so|and|now|well),? )?(?:it is|it[’']s|today is|this is|on)(?: now)? (${feasts})\\b`,
  'iu',
);

const starts =
  '(?:^|[,;:—–-] ?)(?:(?:so|and|then|well|okay|all right|alright|now|but|finally|eventually|anyway),? )*';
const about = '(?:about |around |roughly |nearly |almost |maybe |some |over |after |for )?';
/** How much time goes by, where a sentence or a clause begins with it. */
const laters = [
  `${starts}(${about}${amounts} ${spans} later)\\b`,
  `${starts}(${about}${amounts} ${spans} (?:have |has )?(?:pass(?:es|ed)?|go(?:es)? by|went by|gone by))\\b`,
  `${starts}(after ${amounts} ${spans} (?:of|on) (?:the )?(?:travel\\p{L}*|rid\\p{L}*|walk\\p{L}*|sail\\p{L}*|march\\p{L}*|journey\\p{L}*|rest\\p{L}*|road|sea|water))\\b`,
  `${starts}((?:on |by )?the (?:next|following|second|third|fourth|fifth) (?:day|morning|evening|night|afternoon|dawn|week|month))\\b(?=,| you\\b| the\\b| they\\b| we\\b|\\.| it\\b| comes?\\b| begins?\\b| dawns?\\b| arrives?\\b| breaks?\\b)`,
  `${starts}((?:the )?next morning)(?=,| you\\b| the\\b| they\\b)`,
  `\\b(?:you|they|party)\\b[^.]{0,60}\\b(?:awak\\p{L}*|wakes?(?: up)?|woke(?: up)?|com(?:es?|ing) to(?: consciousness\\p{L}*)?|find yourselves|(?:well[- ])?rested)\\b[^.]{0,30}?\\b(the (?:next|following) (?:morning|day))\\b`,
  `${starts}(?:as )?((?:the )?(?:next )?morning (?:comes|sun (?:comes|rises|begins to rise)))\\b`,
  `\\byou\\b[^.]{0,80}[,;] and (the (?:next|following) (?:morning|day))\\b`,
  `\\bforward to (the (?:next|following) (?:morning|day))\\b`,
  `${starts}(?:as you (?:guys |all )?spend |within |over )(the next (?:few|couple(?: of)?|several|two|three|four|five|six|seven) ${spans})\\b(?=[^.]*\\byou\\b)`,
  `${starts}(?:as )?(the (?:days|weeks|months|years) pass)\\b`,
  `\\b(${about}${amounts} ${spans} of travel) (?:leads?|brings?|takes?) you\\b`,
].map((form) => new RegExp(form, 'iu'));

/** What may be, was long ago or is of somebody else's past is no date of the evening. */
const elsewhen =
  /\?|\b(?:if|would|wouldn|could|should|might|maybe|will|won[’']t|going to|gonna|want|wants|need|plan|let[’']s|until|unless|since|ago|born|founded|died|years before|last year|used to|remember|supposed|deadline|before the|due|tomorrow|when you were|can we|do you)\b|[’']ll\b|\b(?:I|he|she|you|we|they)[’']d\b/iu;

/** Enough of a line to say that it is to be read: as PostgreSQL reads it. */
export const mayDate = `\\m(?:later|of travel|pass|passes|passed|go by|goes by|went by|gone by|after|next|following|second|third|fourth|fifth|day of|eve of|night of|morning of|morning comes|morning sun|${months}|Midwinter|Midsummer|Greengrass|Highharvestide|Shieldmeet|Feast of|Winter.s Crest|Harvest)\\M`;

const LONGEST = 4000;

export type ReadDate = Pick<TimelineDate, 'text' | 'kind'>;

/**
 * In-world dates that a text says for the evening itself: in English only, in whole phrases as they are there. It rather
 * misses one than takes a plan, a question or a story of long ago for one.
 *
 * @param isPlay whether a sentence is of the game
 */
export function datesIn(text: string, isPlay: (sentence: string) => boolean = () => true): ReadDate[] {
  const found: ReadDate[] = [];
  for (const sentence of sentencesOf(text.slice(0, LONGEST))) {
    if (elsewhen.test(sentence) || !isPlay(sentence)) continue;
    for (const form of dates) {
      const date = form.exec(sentence)?.[0];
      if (date !== undefined) found.push({ kind: 'date', text: date });
    }
    const feast = now.exec(sentence)?.[1];
    if (feast !== undefined) found.push({ kind: 'date', text: feast });
    for (const form of laters) {
      const later = form.exec(sentence)?.[1];
      if (later !== undefined) found.push({ kind: 'later', text: later.trim() });
    }
  }
  return found.filter(
    ({ text: one }, at) =>
      !found.some(
        ({ text: other }, index) => index !== at && contains(other, one) && (other !== one || index < at),
      ),
  );
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
