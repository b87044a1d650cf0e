import { useOpenSharing } from '#web/flows/share-link/use-share-link.ts';
import { Button } from '#web/ui/button.tsx';

interface ShareButtonProps {
  kind: 'campaign' | 'session';
  id: string;
  title: string;
}

export function ShareButton(target: ShareButtonProps) {
  const share = useOpenSharing();
  return (
    <Button data-tour="sharing" onClick={() => share(target)}>
      Share
    </Button>
  );
}
