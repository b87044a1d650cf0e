import { useState } from 'react';
import type { SharePreset } from '#contract/share-presets.ts';
import type { LinkAudience, SharedKind } from '#contract/sharing.ts';
import { useSessions } from '#web/hooks/campaign-hooks.ts';
import { useSharedNotes } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { LateMarkdown } from '#web/ui/late-markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { useShareLink } from './use-share-link.ts';

const presets: readonly { key: SharePreset; label: string }[] = [
  { key: 'recap', label: 'Recap' },
  { key: 'scenes', label: 'Recap and scenes' },
  { key: 'people', label: 'Recap, scenes and people' },
];

type Sharing = ReturnType<typeof useShareLink>;
const offeredIn: readonly Sharing['step'][] = ['off', 'ready', 'copied', 'marked', 'failed'];
const seenIn: readonly Sharing['step'][] = [...offeredIn, 'marking', 'unmarking', 'changing', 'copying'];

/** Marks whole parts of the notes for an audience at once, and shows what its page then has. */
export function SharePresets({ target, audience, step, show, rest, canUndoMarks, mark, undoMarks }: Sharing) {
  if (target === null || !seenIn.includes(step)) return null;
  const isOffered = offeredIn.includes(step);
  const what = target.kind === 'session' ? 'of this session' : 'of every session in this campaign';
  return (
    <>
      <fieldset className="share-choices" disabled={!isOffered}>
        <legend className="field-label">
          {audience === 'players' ? 'Show your players' : 'Show everyone'}
        </legend>
        <p className="field-hint">
          {`Marks these parts ${what}. Your answers to the three questions belong to the recap; sections you added stay as they are.`}
        </p>
        <div className="button-row">
          {presets.map(({ key, label }) => (
            <Button key={key} onClick={() => mark(key)}>
              {label}
            </Button>
          ))}
          {canUndoMarks || step === 'unmarking' ? (
            <Button kind="quiet" icon="undo" onClick={undoMarks}>
              Undo
            </Button>
          ) : null}
        </div>
        {step === 'marking' && rest !== null && rest > 0 ? (
          <p className="field-hint">{rest === 1 ? '1 session left' : `${rest} sessions left`}</p>
        ) : null}
      </fieldset>
      <section className="share-preview" aria-label="Preview">
        <h3>{audience === 'players' ? 'What your players read' : 'What everyone with the link reads'}</h3>
        {target.kind === 'session' ? (
          <SessionPreview sessionId={target.id} audience={audience} page="session" />
        ) : (
          <CampaignPreview campaignId={target.id} audience={audience} />
        )}
        {show?.playerNames === false ? (
          <p className="field-hint">The page says “Player 1”, “Player 2” and so on for the players’ names.</p>
        ) : null}
      </section>
    </>
  );
}

function CampaignPreview({ campaignId, audience }: { campaignId: string; audience: LinkAudience }) {
  const { data, error } = useSessions(campaignId);
  if (error) return <Notice kind="error">{error.message}</Notice>;
  if (data?.length === 0) return <p className="muted">Nothing yet: the campaign has no session.</p>;
  return data?.map(({ id, title }, index) => (
    <OpenedPreview key={id} sessionId={id} title={title} audience={audience} isOpen={index === 0} />
  ));
}

function OpenedPreview(given: { sessionId: string; title: string; audience: LinkAudience; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(given.isOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{given.title}</summary>
      {isOpen ? <SessionPreview {...given} page="campaign" /> : null}
    </details>
  );
}

function SessionPreview({
  sessionId,
  audience,
  page,
}: {
  sessionId: string;
  audience: LinkAudience;
  page: SharedKind;
}) {
  const { data, error } = useSharedNotes(sessionId, audience, page);
  if (error) return <Notice kind="error">{error.message}</Notice>;
  if (data === undefined) return <p className="muted">Loading the preview …</p>;
  if (data.parts.length === 0) return <p className="muted">Nothing yet. Choose above what to show.</p>;
  return data.parts.map(({ key, title, body }) => (
    <section key={`${key} ${title}`}>
      <h4>{title}</h4>
      <LateMarkdown text={body} />
    </section>
  ));
}
