/** The revision that an If-Match header of the contract names: `3` or `"3"`. */
export const revisionOf = (ifMatch: string): number => Number(ifMatch.replaceAll('"', ''));
