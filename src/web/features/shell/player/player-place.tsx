import { type ComponentType, useEffect, useState } from 'react';
import { usePlayer } from '#web/flows/player/use-player.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

type View = { status: 'loading' | 'failed' } | { status: 'ready'; Bar: ComponentType };

export function PlayerPlace() {
  const { step, close } = usePlayer();
  const [view, setView] = useState<View>({ status: 'loading' });
  const isMissing = step !== 'closed' && view.status === 'loading';

  useEffect(() => {
    if (!isMissing) return;
    import('./player-bar.tsx').then(
      ({ PlayerBar }) => setView({ status: 'ready', Bar: PlayerBar }),
      () => setView({ status: 'failed' }),
    );
  }, [isMissing]);

  if (view.status === 'ready') return <view.Bar />;
  if (step === 'closed' || view.status === 'loading') return null;
  return (
    <Dialog
      open
      title="This didn’t load"
      onClose={close}
      actions={
        <Button kind="primary" onClick={() => setView({ status: 'loading' })}>
          Try again
        </Button>
      }
    >
      <Notice kind="error">The player could not be loaded. Please check your connection.</Notice>
    </Dialog>
  );
}
