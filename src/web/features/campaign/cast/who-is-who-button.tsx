import type { Session } from '#contract/sessions.ts';
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
  return (
    <Button kind={kind} onClick={() => open(campaignId, { id, title })}>
      {children}
    </Button>
  );
}
