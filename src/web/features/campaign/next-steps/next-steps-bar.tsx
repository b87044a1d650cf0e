import { useEffect, useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import { useOpenCheckInbox } from '#web/flows/check-inbox/use-check-inbox.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useFixName } from '#web/flows/name-correction/use-name-correction.ts';
import { type NextStep, useNextSteps } from '#web/flows/next-steps/use-next-steps.ts';
import { useOpenSharing } from '#web/flows/share-link/use-share-link.ts';
import { useWhoIsWho } from '#web/flows/speaker-mapping/use-who-is-who.ts';
import { useQuestionCounts } from '#web/hooks/data-hooks.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { useNavigate } from '#web/hooks/site-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { AudienceDialog } from '../notes/audience-dialog.tsx';
import '../workspace/sidebar-foot.css';
import './next-steps.css';

interface NextStepsBarProps {
  session: Session;
  /** Counts how often the user has called the bar back. */
  recalls: number;
}

const names: Readonly<Record<NextStep, string>> = {
  names: 'Check the names',
  cast: 'Who is who',
  players: 'What players see',
  share: 'Share the session',
  next: 'Next session',
};

const marks = { done: 'done', skipped: 'skipped', open: null } as const;

/** What to do after an analysis, in five steps: each opens its place, and can be skipped. */
export function NextStepsBar({ session, recalls }: NextStepsBarProps) {
  const { id, campaignId, title } = session;
  const openInbox = useOpenCheckInbox();
  const fixName = useFixName();
  const openCast = useWhoIsWho();
  const share = useOpenSharing();
  const navigate = useNavigate();
  const modals = useModals();
  const questions = useQuestionCounts(campaignId);
  const [isPreviewed, setPreviewed] = useState(false);

  const places: Readonly<Record<NextStep, () => void>> = {
    names: () => {
      const hasQuestions = questions.data?.sessions.some(
        ({ sessionId, open }) => sessionId === id && open > 0,
      );
      if (hasQuestions) openInbox(campaignId, id);
      else fixName(campaignId, '');
    },
    cast: () => openCast(campaignId, { id, title }),
    players: () => setPreviewed(true),
    share: () => share({ kind: 'session', id, title }),
    next: () => navigate(campaignPath({ campaignId })),
  };
  const { shown, open, skip, putAway, recall } = useNextSteps({
    sessionId: id,
    open: (step) => places[step](),
    isOpen: isPreviewed || modals.top !== null,
  });
  useEffect(() => {
    if (recalls > 0) recall();
  }, [recalls, recall]);

  if (shown === null) return null;
  const { steps, current } = shown;
  return (
    <section className="sidebar-foot next-steps" aria-labelledby="next-steps-title">
      <h2 id="next-steps-title">{current === null ? 'All steps done' : 'Next steps'}</h2>
      <ol>
        {steps.map(({ step, mark }) => (
          <li key={step} data-mark={mark} data-current={step === current || undefined}>
            <Button
              kind={step === current ? 'secondary' : 'quiet'}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => open(step)}
            >
              {mark === 'done' ? <Icon name="check" /> : null}
              {names[step]}
              {marks[mark] === null ? null : <VisuallyHidden> ({marks[mark]})</VisuallyHidden>}
            </Button>
          </li>
        ))}
      </ol>
      {current === null ? null : (
        <Button kind="quiet" onClick={() => skip(current)}>
          Skip <VisuallyHidden>“{names[current]}”</VisuallyHidden>
        </Button>
      )}
      <Button kind="quiet" icon="close" iconOnly onClick={putAway}>
        Put the next steps away
      </Button>
      {isPreviewed ? (
        <AudienceDialog sessionId={id} audience="players" onClose={() => setPreviewed(false)} />
      ) : null}
    </section>
  );
}
