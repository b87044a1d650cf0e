/** Revisions are counted in PostgreSQL's integers; one beyond them is no entity's. */
const highest = 2 ** 31 - 2;

/** The revision that an If-Match header of the contract names: `3` or `"3"`. */
export const revisionOf = (ifMatch: string): number => Math.min(Number(ifMatch.replaceAll('"', '')), highest);
