/** Tokens of one call, by the model's context. Conservative estimates. */
export interface Budget {
  contextTokens: number;
  answerTokens: number;
  knowledgeTokens: number;
  materialTokens: number;
  fewestWords: number;
  mostWords: number;
}

const PROMPT_TOKENS = 1300;
const WORDS_PER_CONTEXT_TOKEN = 3500 / 16_000;
const MOST_CHUNK_WORDS = 10_000;

export function budgetOf(contextTokens: number): Budget {
  const answerTokens = within(contextTokens * 0.25, 2000, 16_000);
  const knowledgeTokens = within(contextTokens * 0.1, 800, 8000);
  const mostWords = Math.round(within(contextTokens * WORDS_PER_CONTEXT_TOKEN, 1000, MOST_CHUNK_WORDS));
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
