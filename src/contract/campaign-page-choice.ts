/** What can be done about a session on the campaign's page. */
export const campaignPageChoices = ['samePassphrase', 'leaveOut', 'include'] as const;
export type CampaignPageChoice = (typeof campaignPageChoices)[number];

/** A session's link, and what the campaign's page of the same audience shows of it. */
interface LinkBesideCampaignPage {
  hasPassphrase: boolean;
  campaignPage: { enabled: boolean; hasPassphrase: boolean; leftOut: boolean } | null;
}

/** Whether the choice would change anything. */
export function canChoose(
  choice: CampaignPageChoice,
  { hasPassphrase, campaignPage }: LinkBesideCampaignPage,
): boolean {
  if (campaignPage === null) return false;
  if (choice === 'include') return campaignPage.leftOut;
  const isShown = campaignPage.enabled && !campaignPage.leftOut;
  return isShown && (choice === 'leaveOut' || (hasPassphrase && !campaignPage.hasPassphrase));
}
