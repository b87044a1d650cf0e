/** Tokens of one call, by the model's context. Conservative estimates. */
export interface Budget {
  contextTokens: number;
  answerTokens: number;
  knowledgeTokens: number;
  materialTokens: number;
  fewestWords: number;
  mostWords: number;
}

const PROMPT_TOKENS = 1000;
const WORDS_PER_CONTEXT_TOKEN = 0.45;
/** A model that reads so much at once reads an evening whole; others remember less of a long part than of a short one. */
const WHOLE_EVENING_TOKENS = 100_000;
const MOST_CHUNK_WORDS = 18_000;

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
  };
}

const within = (value: number, least: number, most: number) =>
  Math.floor(Math.min(most, Math.max(least, value)));
