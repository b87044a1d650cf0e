import { useState } from 'react';
import type { NotesSection } from '#contract/notes.ts';
import {
  type SharePreset,
  type Visibilities,
  visibilitiesOf,
  withVisibilities,
} from '#contract/share-presets.ts';
import { isSwitchedOn, type LinkAudience, type Show } from '#contract/sharing.ts';
import { visibleSections } from '#contract/visibility.ts';
import { useChangeNotes, useNotes } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';

const presets: readonly { key: SharePreset; label: string }[] = [
  { key: 'recap', label: 'Recap' },
  { key: 'scenes', label: 'Recap and scenes' },
  { key: 'people', label: 'Recap, scenes and people' },
];

const saved = (sections: readonly NotesSection[], visibilities: Visibilities) =>
  withVisibilities(sections, visibilities).map(({ key, title, body, visibility }) => ({
    key,
    title,
    body,
    visibility,
  }));

interface SharePresetsProps {
  sessionId: string;
  audience: LinkAudience;
  /** What the link shows; null while there is none. */
  show: Show | null;
  disabled: boolean;
}

/** Marks whole parts of the notes for an audience at once, and shows what it then reads. */
export function SharePresets({ sessionId, audience, show, disabled }: SharePresetsProps) {
  const notes = useNotes(sessionId);
  const change = useChangeNotes();
  const [before, setBefore] = useState<{ was: Visibilities; revision: number } | null>(null);
  const present = notes.data;
  if (present === undefined || present.sections.length === 0) return null;
  const isBusy = disabled || change.isPending;

  function choose(preset: SharePreset) {
    const was = new Map<string, 'gm' | 'players' | 'public'>();
    change.mutate(
      {
        sessionId,
        change: ({ sections }) => {
          const changes = visibilitiesOf(sections, { preset, audience });
          was.clear();
          for (const { key, visibility } of sections) if (changes.has(key)) was.set(key, visibility);
          return saved(sections, changes);
        },
      },
      { onSuccess: ({ revision }) => setBefore({ was, revision }) },
    );
  }

  function undo(was: Visibilities) {
    change.mutate(
      { sessionId, change: ({ sections }) => saved(sections, was) },
      { onSuccess: () => setBefore(null) },
    );
  }

  return (
    <>
      <fieldset className="share-choices" disabled={isBusy}>
        <legend className="field-label">
          {audience === 'players' ? 'Show your players' : 'Show everyone'}
        </legend>
        <div className="button-row">
          {presets.map(({ key, label }) => (
            <Button key={key} onClick={() => choose(key)}>
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      {change.error ? <Notice kind="error">{change.error.message}</Notice> : null}
      {before?.revision === present.revision ? (
        <Notice kind="success">
          <span className="notes-saved">
            {before.was.size === 0 ? 'The notes are marked so already.' : 'The notes are marked for it.'}
            {before.was.size === 0 ? null : (
              <Button kind="quiet" icon="undo" busy={change.isPending} onClick={() => undo(before.was)}>
                Undo
              </Button>
            )}
          </span>
        </Notice>
      ) : null}
      <Preview sections={present.sections} audience={audience} show={show} />
    </>
  );
}

function Preview({
  sections,
  audience,
  show,
}: Pick<SharePresetsProps, 'audience' | 'show'> & { sections: Parameters<typeof visibleSections>[0] }) {
  const parts = visibleSections(sections, audience).filter(
    ({ key, body }) => body.trim() !== '' && (show === null || isSwitchedOn(key, show)),
  );
  return (
    <section className="share-preview" aria-label="Preview">
      <h3>{audience === 'players' ? 'What your players read' : 'What everyone with the link reads'}</h3>
      {parts.length === 0 ? <p className="muted">Nothing yet. Choose above what to show.</p> : null}
      {parts.map(({ key, title, body }) => (
        <section key={`${key} ${title}`}>
          <h4>{title}</h4>
          <Markdown below={3} text={body} />
        </section>
      ))}
      {parts.length > 0 && show?.playerNames === false ? (
        <p className="field-hint">The page says “Player 1”, “Player 2” and so on for the players’ names.</p>
      ) : null}
    </section>
  );
}
