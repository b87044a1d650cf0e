import { ImportDialog } from './exports/import-dialog.tsx';
import { PostingDialog } from './posting/posting-dialog.tsx';
import { WebhookDialog } from './posting/webhook-dialog.tsx';

/** The dialogs that campaigns and sessions open. */
export function CampaignDialogs() {
  return (
    <>
      <ImportDialog />
      <WebhookDialog />
      <PostingDialog />
    </>
  );
}
