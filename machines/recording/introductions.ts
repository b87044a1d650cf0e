/** Enough to know a voice, short enough to say a name and a sentence. */
export const introductionSeconds = 5;
