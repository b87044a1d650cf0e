/** The chance, 0 to 1, that log odds say. */
export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
