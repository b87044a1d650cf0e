import type { ShareLink } from './sharing.ts';

/** What can be done about a session on the campaign's page. */
export const campaignPageChoices = ['samePassphrase', 'leaveOut', 'include'] as const;
export type CampaignPageChoice = (typeof campaignPageChoices)[number];

/** Whether the choice would change anything. */
export function canChoose(
  choice: CampaignPageChoice,
  { hasPassphrase, campaignPage }: Pick<ShareLink, 'hasPassphrase' | 'campaignPage'>,
): boolean {
  if (campaignPage === null) return false;
  if (choice === 'include') return campaignPage.leftOut;
  const isShown = campaignPage.enabled && !campaignPage.leftOut;
  return isShown && (choice === 'leaveOut' || (hasPassphrase && !campaignPage.hasPassphrase));
}
