export const newPerson = 'new';

/** Where a form of who is who keeps what is written; `of` is a speaker or a person. The effect that saves it forgets it. */
export const castForm = (campaignId: string | null, session: { id: string } | null, of: string) =>
  `cast ${campaignId} ${session?.id ?? ''} ${of}`;
