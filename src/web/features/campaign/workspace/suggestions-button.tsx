import { useOpenProposals } from '#web/flows/proposal-review/use-proposal-review.ts';
import { useProposalCounts } from '#web/hooks/campaign-hooks.ts';
import { Button } from '#web/ui/button.tsx';

interface SuggestionsButtonProps {
  kind: 'campaign' | 'session';
  id: string;
  title: string;
  campaignId: string;
}

export function SuggestionsButton({ campaignId, ...target }: SuggestionsButtonProps) {
  const open = useOpenProposals();
  const { data } = useProposalCounts(campaignId);
  const counts =
    target.kind === 'campaign' ? data : data?.sessions.find(({ sessionId }) => sessionId === target.id);
  if (counts === undefined || counts.open + counts.shown === 0) return null;
  return (
    <Button onClick={() => open(target)}>
      {counts.open === 0 ? 'Suggestions' : `Suggestions (${counts.open})`}
    </Button>
  );
}
