/** Its id is a UUID made from the user's (version 5); those of all other campaigns are of version 7. */
export const isSampleCampaign = (id: string): boolean => id[14] === '5';
