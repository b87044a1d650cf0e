import { useState } from 'react';
import { kindLabel } from '#contract/name-kinds.ts';
import type { Name, NameFields } from '#contract/names.ts';
import { useChangeName, useCreateName, useDeleteName, useNames } from '#web/hooks/names-hooks.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { findNames } from './find-names.ts';
import { NameForm } from './name-form.tsx';
import { NameListImport } from './name-list-import.tsx';
import { PastCorrections } from './past-corrections.tsx';
import './glossary.css';

interface GlossaryDialogProps {
  campaignId: string;
  onClose: () => void;
}

const MANY = 8;

export function GlossaryDialog({ campaignId, onClose }: GlossaryDialogProps) {
  const names = useNames(campaignId);
  return (
    <Dialog open wide title="Glossary" onClose={onClose}>
      <div className="glossary">
        <p className="muted">
          The names in this campaign, spelled the way you want them. Speech recognition listens for them,
          notes use these spellings, and new transcripts use them in place of the misspellings listed under
          “Misheard as”.
        </p>
        {names.data ? (
          <Names campaignId={campaignId} names={names.data} />
        ) : names.error ? (
          <>
            <Notice kind="error">{names.error.message}</Notice>
            <div className="button-row">
              <Button onClick={() => names.refetch()}>Try again</Button>
            </div>
          </>
        ) : (
          <Skeleton label="Loading the glossary" lines={5} />
        )}
        <PastCorrections campaignId={campaignId} />
      </div>
    </Dialog>
  );
}

type Open = { what: 'add' } | { what: 'import' } | { what: 'edit'; id: string } | null;

function Names({ campaignId, names }: { campaignId: string; names: readonly Name[] }) {
  const create = useCreateName(campaignId);
  const change = useChangeName(campaignId);
  const remove = useDeleteName(campaignId);
  const [open, setOpen] = useState<Open>(null);
  const [removed, setRemoved] = useState<Name | null>(null);
  const [wanted, setWanted] = useState('');

  const shown = findNames(names, wanted);

  function begin(next: Open) {
    create.reset();
    change.reset();
    setRemoved(null);
    setOpen(next);
  }

  function takeAway(name: Name) {
    begin(null);
    remove.mutate(name.id, { onSuccess: () => setRemoved(name) });
  }

  function putBack({ term, kind, aliases, heardAs, note, locked }: Name) {
    create.mutate({ term, kind, aliases, heardAs, note, locked }, { onSuccess: () => setRemoved(null) });
  }

  const failure = remove.error ?? (removed === null ? null : create.error);
  return (
    <>
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {removed === null ? null : (
        <Notice kind="success" onDismiss={() => setRemoved(null)}>
          <span className="glossary-removed">
            “{removed.term}” removed.
            <Button kind="quiet" icon="undo" busy={create.isPending} onClick={() => putBack(removed)}>
              Undo
            </Button>
          </span>
        </Notice>
      )}
      {open?.what === 'add' ? (
        <NameForm
          name={null}
          busy={create.isPending}
          failure={create.error?.message ?? null}
          onSave={(fields) => create.mutate(fields, { onSuccess: () => setOpen(null) })}
          onCancel={() => begin(null)}
        />
      ) : open?.what === 'import' ? (
        <NameListImport campaignId={campaignId} onEnd={() => begin(null)} />
      ) : (
        <div className="button-row">
          <Button kind="primary" icon="plus" onClick={() => begin({ what: 'add' })}>
            Add a name
          </Button>
          <Button icon="upload" onClick={() => begin({ what: 'import' })}>
            Paste a list
          </Button>
        </div>
      )}
      {names.length === 0 && open === null ? (
        <p className="glossary-none">
          No names yet. Add the people, places and things of your world, or fix a wrong name in a transcript.
        </p>
      ) : null}
      {names.length >= MANY ? (
        <Field
          label={`Search ${countOf(names.length, 'name')}`}
          type="search"
          value={wanted}
          autoComplete="off"
          onChange={(event) => setWanted(event.target.value)}
        />
      ) : null}
      {names.length > 0 && shown.length === 0 ? <p className="muted">No name matches.</p> : null}
      <ul className="glossary-names">
        {shown.map((name) => (
          <li key={name.id} className="glossary-name">
            {open?.what === 'edit' && open.id === name.id ? (
              <NameForm
                name={name}
                busy={change.isPending}
                failure={change.error?.message ?? null}
                onSave={(fields: NameFields) =>
                  change.mutate(
                    { id: name.id, revision: name.revision, changes: fields },
                    { onSuccess: () => setOpen(null) },
                  )
                }
                onCancel={() => begin(null)}
              />
            ) : (
              <Entry
                name={name}
                busy={change.isPending || remove.isPending}
                onEdit={() => begin({ what: 'edit', id: name.id })}
                onLock={() =>
                  change.mutate({
                    id: name.id,
                    revision: name.revision,
                    changes: { locked: !name.locked },
                  })
                }
                onRemove={() => takeAway(name)}
              />
            )}
          </li>
        ))}
      </ul>
      {open?.what !== 'edit' && change.error ? <Notice kind="error">{change.error.message}</Notice> : null}
    </>
  );
}

interface EntryProps {
  name: Name;
  busy: boolean;
  onEdit: () => void;
  onLock: () => void;
  onRemove: () => void;
}

function Entry({ name, busy, onEdit, onLock, onRemove }: EntryProps) {
  const { term, kind, aliases, heardAs, note, locked } = name;
  return (
    <>
      <div className="glossary-words">
        <p>
          <strong>{term}</strong> <Badge>{kindLabel(kind)}</Badge> {locked ? <Badge>Locked</Badge> : null}
        </p>
        {aliases.length > 0 ? <p className="muted">Also {aliases.join(', ')}</p> : null}
        {heardAs.length > 0 ? <p className="muted">Misheard as {heardAs.join(', ')}</p> : null}
        {note ? <p>{note}</p> : null}
      </div>
      <div className="button-row">
        <Button kind="quiet" icon="pencil" aria-label={`Edit ${term}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          kind="quiet"
          disabled={busy}
          aria-label={`${locked ? 'Unlock' : 'Lock'} ${term}`}
          onClick={onLock}
        >
          {locked ? 'Unlock' : 'Lock'}
        </Button>
        <Button
          kind="quiet"
          icon="trash"
          iconOnly
          disabled={busy}
          aria-label={`Remove ${term}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </>
  );
}
