import { ImportDialog } from './exports/import-dialog.tsx';
import { PostingDialog } from './posting/posting-dialog.tsx';
import { WebhookDialog } from './posting/webhook-dialog.tsx';

export function CampaignDialogs() {
  return (
    <>
      <ImportDialog />
      <WebhookDialog />
      <PostingDialog />
    </>
  );
}
