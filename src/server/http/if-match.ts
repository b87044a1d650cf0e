const highest = 2 ** 31 - 2;

/** The revision of an If-Match header: `3` or `"3"`. */
export const revisionOf = (ifMatch: string): number => Math.min(Number(ifMatch.replaceAll('"', '')), highest);
