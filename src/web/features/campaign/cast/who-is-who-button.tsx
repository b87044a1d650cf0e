import type { Session } from '#contract/sessions.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useWhoIsWho } from '#web/flows/speaker-mapping/use-who-is-who.ts';
import { Button } from '#web/ui/button.tsx';

export function WhoIsWhoButton({
  session: { id, campaignId, title },
}: {
  session: Pick<Session, 'id' | 'campaignId' | 'title'>;
}) {
  const open = useWhoIsWho();
  const { canOpen } = useModals();
  if (!canOpen('speakerMapping')) return null;
  return <Button onClick={() => open(campaignId, { id, title })}>Who is who</Button>;
}
