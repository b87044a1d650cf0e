/** Forms of a verb that English makes without an ending: a question has the first, and what was said mostly another. */
const forms =
  'leave left,give gave given,tell told,take took taken,find found,buy bought,sell sold,hide hid hidden,' +
  'steal stole stolen,break broke broken,lose lost,pay paid,send sent,bring brought,catch caught,fight fought,go went gone,' +
  'come came,speak spoke spoken,make made,meet met,say said,see saw seen,think thought,choose chose chosen,eat ate eaten,' +
  'drink drank drunk,fall fell fallen,fly flew flown,forget forgot forgotten,forgive forgave forgiven,get got gotten,' +
  'grow grew grown,hear heard,keep kept,know knew known,lead led,ride rode ridden,run ran,shoot shot,slay slew slain,' +
  'sleep slept,strike struck,teach taught,throw threw thrown,tear tore torn,wake woke woken,wear wore worn,win won,' +
  'write wrote written,seek sought,draw drew drawn,drive drove driven,build built,burn burnt,dig dug,feed fed,hold held,' +
  'lend lent,become became,begin began begun,bind bound,free freed,hang hung,sink sank sunk,sing sang sung,swim swam swum';

/** What people ask for after an evening by one of these words was said there with another. */
const meanings = [
  'leave,left,hide,hid,bury,put,park,stash,stow,store,tie,stick,drop,stay,keep,kept',
  'kill,slay,slew,die,dead',
  'cart,wagon,carriage',
  'horse,mount,pony',
  'boat,ship,skiff',
  'mule,donkey,pony',
  'lend,lent,borrow,loan',
];

const promises = 'promise swear vow oath pledge'.split(' ');
/** In these words a table promises. */
const promised = [...promises, 'swore', 'sworn', 'word', 'deal'];

/** For PostgreSQL: somebody promises something here, and does not only speak of promises, of dice or to a reader. */
export const PROMISING = String.raw`\m(I|we)(['’]ll| will| do)? (promise|swear|vow|pledge)\M(?!,? (to god|you guys|guys))|\m(will|would|can) you (promise|swear)\M|\m(he|she|they|I|we) (promised|swore|vowed|pledged)\M|\m(my|our|your) (word|oath|promise|vow)\M|\m(I|we) owe\M|\mpinky (promise|swear)`;

const listed = (groups: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> =>
  new Map(groups.flatMap((group) => group.map((word) => [word, group] as const)));

const formsOf = listed(forms.split(',').map((verb) => verb.split(' ')));
const meaningsOf = listed(meanings.map((group) => group.split(',')));

/** The word, and what it may be without its ending. */
const basesOf = (word: string): string[] => [
  word,
  word.replace(/s$/u, ''),
  word.replace(/(?<=[^e]e)d$/u, ''),
  word.replace(/(?:ed|ing)$/u, ''),
];

const groupOf = (word: string, groups: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  basesOf(word)
    .flatMap((base) => groups.get(base) ?? [])
    .filter((other, at, all) => other !== word && all.indexOf(other) === at);

export const asksForPromises = (words: readonly string[]): boolean =>
  words.some((word) => basesOf(word).some((base) => promises.includes(base)));

/** Other forms of an English word. */
export const otherForms = (word: string): readonly string[] =>
  asksForPromises([word]) ? promised : groupOf(word, formsOf);

/** Other English words for what it says. */
export const otherWords = (word: string): readonly string[] => groupOf(word, meaningsOf);
