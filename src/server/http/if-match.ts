const highest = 2 ** 31 - 2;

export const revisionOf = (ifMatch: string): number => Math.min(Number(ifMatch.replaceAll('"', '')), highest);
