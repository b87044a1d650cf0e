import type { Session } from '#contract/sessions.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useWhoIsWho } from '#web/flows/speaker-mapping/use-who-is-who.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

export function WhoIsWhoButton({
  session: { id, campaignId, title },
  kind = 'secondary',
  children = 'Who is who',
}: {
  session: Pick<Session, 'id' | 'campaignId' | 'title'>;
} & Partial<Pick<ButtonProps, 'kind' | 'children'>>) {
  const open = useWhoIsWho();
  const { canOpen } = useModals();
  if (!canOpen('speakerMapping')) return null;
  return (
    <Button kind={kind} onClick={() => open(campaignId, { id, title })}>
      {children}
    </Button>
  );
}
