/** Tokens of one call, by the model's context. Conservative estimates. `written`: in all calls of a session together, of these in the parts, and beside them in answers that cannot be used and are asked for again; null: as each call has room for. */
export interface Budget {
  contextTokens: number;
  answerTokens: number;
  knowledgeTokens: number;
  materialTokens: number;
  fewestWords: number;
  mostWords: number;
  written: ((spokenWords: number) => { parts: number; all: number; again: number }) | null;
}

const PROMPT_TOKENS = 1000;
const WORDS_PER_CONTEXT_TOKEN = 0.45;
/** A model that reads so much at once reads an evening whole; others remember less of a long part than of a short one. */
const WHOLE_EVENING_TOKENS = 100_000;
const MOST_CHUNK_WORDS = 18_000;

/** Of four hours, 32,000 words, at most 12,000, and 3,000 again. Below, the context limits each answer, and there are more calls. */
const BOUNDED_FROM_TOKENS = 16_000;
const WORDS_OF_EVENING = 32_000;
const WRITTEN_PER_WORD = { parts: 0.312, all: 0.374, again: 0.093 };

function writtenOf(spokenWords: number) {
  const words = Math.max(WORDS_OF_EVENING, spokenWords);
  const { parts, all, again } = WRITTEN_PER_WORD;
  return { parts: words * parts, all: words * all, again: words * again };
}

export function budgetOf(contextTokens: number): Budget {
  const answerTokens = within(contextTokens * 0.19, 1500, 16_000);
  const knowledgeTokens = within(contextTokens * 0.08, 600, 6000);
  const most = contextTokens >= WHOLE_EVENING_TOKENS ? Number.MAX_SAFE_INTEGER : MOST_CHUNK_WORDS;
  const mostWords = Math.round(within(contextTokens * WORDS_PER_CONTEXT_TOKEN, 1000, most));
  return {
    contextTokens,
    answerTokens,
    knowledgeTokens,
    materialTokens: contextTokens - PROMPT_TOKENS - answerTokens - knowledgeTokens,
    fewestWords: Math.round((mostWords * 5) / 7),
    mostWords,
    written: contextTokens < BOUNDED_FROM_TOKENS ? null : writtenOf,
  };
}

const within = (value: number, least: number, most: number) =>
  Math.floor(Math.min(most, Math.max(least, value)));
