import { useRef, useState } from 'react';
import { kindLabel } from '#contract/name-kinds.ts';
import type { Name, NameFields } from '#contract/names.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { useDrafts } from '#web/flows/record-change/use-drafts.ts';
import { type LastNotice, useOnlyNotice } from '#web/flows/record-change/use-only-notice.ts';
import {
  type Change,
  savedUnlessStale,
  useRecordChange,
} from '#web/flows/record-change/use-record-change.ts';
import { useChangeName, useCreateName, useDeleteName, useNames } from '#web/hooks/names-hooks.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { findNames } from './find-names.ts';
import { draftOf, fieldsIn, NameForm } from './name-form.tsx';
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
  const last: LastNotice = useRef(null);
  return (
    <Dialog open wide title="Glossary" onClose={onClose}>
      <div className="glossary">
        <p className="muted">
          The names in this campaign, spelled the way you want them. Speech recognition listens for them,
          notes use these spellings, and new transcripts use them in place of the misspellings listed under
          “Misheard as”.
        </p>
        {names.data ? (
          <Names
            campaignId={campaignId}
            names={names.data}
            last={last}
            onReload={async () => (await names.refetch({ throwOnError: true })).data}
          />
        ) : names.error ? (
          <LoadFailure message={names.error.message} onRetry={() => names.refetch()} />
        ) : (
          <Skeleton label="Loading the glossary" lines={5} />
        )}
        <PastCorrections campaignId={campaignId} last={last} />
      </div>
    </Dialog>
  );
}

const fieldsOf = ({ term, kind, aliases, heardAs, note, locked }: Name): NameFields => ({
  term,
  kind,
  aliases,
  heardAs,
  note,
  locked,
});

interface NamesProps {
  campaignId: string;
  names: readonly Name[];
  last: LastNotice;
  onReload: () => Promise<readonly Name[] | undefined>;
}

function Names({ campaignId, names, last, onReload }: NamesProps) {
  const { mutateAsync: create } = useCreateName(campaignId);
  const { mutateAsync: change } = useChangeName(campaignId);
  const { mutateAsync: remove } = useDeleteName(campaignId);
  const drafts = useDrafts();
  /** Whose draft says what is open: beside it, other names are locked and removed. */
  const forms = useRecordChange(`name ${campaignId}`);
  const changes = useRecordChange();
  useOnlyNotice(forms, last);
  useOnlyNotice(changes, last);
  const [wanted, setWanted] = useState('');

  const shown = findNames(names, wanted);

  const adding = (fields: NameFields): Change => ({
    words: `“${fields.term}” is in the glossary.`,
    save: async () => {
      const added = await create(fields);
      return { revision: null, undo: removing(added) };
    },
  });

  const removing = (name: Name): Change => ({
    words: `“${name.term}” removed.`,
    save: async () => {
      await remove(name.id);
      drafts.forgetAbout([name.id]);
      return { revision: null, undo: adding(fieldsOf(name)) };
    },
  });

  const changing = (name: Name, fields: NameFields, revision = name.revision): Change => ({
    words: `“${fields.term}” is saved.`,
    save: async () => {
      const saved = await savedUnlessStale(
        () => change({ id: name.id, revision, changes: fields }),
        async () => {
          const now = (await onReload())?.find(({ id }) => id === name.id);
          return now && { ...draftOf(now), what: 'edit' };
        },
      );
      return { revision: null, undo: changing(saved, fieldsOf(name)) };
    },
  });

  const { draft: open, theirs, open: begin, discard, submit } = forms;
  const written = fieldsIn(open ?? {});
  return (
    <>
      {open === null ? <ChangeNotice changes={forms} /> : null}
      <ChangeNotice changes={changes} />
      {open?.what === 'add' ? (
        <NameForm before={null} forms={forms} onSave={() => submit(adding(written))} />
      ) : open?.what === 'import' ? (
        <NameListImport campaignId={campaignId} onEnd={discard} />
      ) : (
        <div className="button-row">
          <Button
            kind="primary"
            icon="plus"
            disabled={forms.isSaving}
            onClick={() => begin({ what: 'add', kind: 'npc' })}
          >
            Add a name
          </Button>
          <Button
            icon="upload"
            disabled={forms.isSaving}
            onClick={() => begin({ what: 'import', id: 'list' })}
          >
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
                before={name.term}
                forms={forms}
                onSave={() => submit(changing(name, written, Number((theirs ?? open).revision)))}
              />
            ) : (
              <Entry
                name={name}
                busy={changes.isSaving}
                isFormSaving={forms.isSaving}
                onEdit={() => begin({ ...draftOf(name), what: 'edit' })}
                onLock={() => changes.request(changing(name, { ...fieldsOf(name), locked: !name.locked }))}
                onRemove={() => changes.request(removing(name))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  name: Name;
  busy: boolean;
  /** No other form opens until it is answered. */
  isFormSaving: boolean;
  onEdit: () => void;
  onLock: () => void;
  onRemove: () => void;
}

function Entry({ name, busy, isFormSaving, onEdit, onLock, onRemove }: EntryProps) {
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
        <Button
          kind="quiet"
          icon="pencil"
          disabled={isFormSaving}
          aria-label={`Edit ${term}`}
          onClick={onEdit}
        >
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
