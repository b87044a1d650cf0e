import { type FormEvent, useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import type { ArrivalProblem } from '#contract/incoming-recordings.ts';
import { isSampleCampaign } from '#contract/sample-campaigns.ts';
import type { Incoming, IncomingPlace } from '#machines/incoming-recording/incoming-recording.setup.ts';
import { useIncomingRecording } from '#web/flows/incoming-recording/use-incoming-recording.ts';
import { incomingForm } from '#web/flows/record-change/use-drafts.ts';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { useCampaigns, useSessions } from '#web/hooks/campaign-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { blankTitle, byteSize, countOf } from '#web/ui/text.ts';
import { Discarded, Working } from '../recording/kept-states.tsx';
import { UnsentRecording } from '../recording/unsent-recording.tsx';
import './incoming.css';

const problems: Readonly<Record<ArrivalProblem, string>> = {
  missed:
    'Hearthscribe wasn’t ready on this device yet. Now it is: share the recording from the other app again.',
  full: 'This device doesn’t have enough space for the recording. Free some space, then share it again, or upload it in a session.',
};

/** What another app has sent, above the list of campaigns. */
export function IncomingRecordingCard() {
  const flow = useIncomingRecording();
  const { step, incoming, problem, discard, undo, dismiss } = flow;
  switch (step) {
    case 'notReceived':
      return (
        <Notice kind="warning" title="The recording did not arrive">
          <p>{problems[problem ?? 'missed']}</p>
          <div className="button-row">
            <Button onClick={dismiss}>OK</Button>
          </div>
        </Notice>
      );
    case 'unreadable':
      return (
        <Notice kind="error" title="This is not a recording">
          <p>
            <span dir="auto">{namesOf(incoming)}</span> was sent from another app, but it is not audio that we
            can read. Nothing was uploaded.
          </p>
          <div className="button-row">
            <Button icon="trash" onClick={discard}>
              Remove it
            </Button>
          </div>
        </Notice>
      );
    case 'offered':
      return incoming === null ? null : <Offer key={incoming.key} {...flow} incoming={incoming} />;
    case 'creatingCampaign':
    case 'creatingSession':
    case 'taking':
      return <Working className="incoming" label="Preparing the upload" />;
    case 'handedOver':
      return (
        <p role="status" className="incoming muted">
          <span dir="auto">{namesOf(incoming)}</span> is being added to a session. This browser keeps it until
          the server has all of it.
        </p>
      );
    case 'discarded':
      return <Discarded className="incoming" onUndo={undo} onRemove={discard} />;
    case 'removing':
      return <Working className="incoming" label="Removing the recording from this browser" />;
    default:
      return null;
  }
}

function namesOf(incoming: Incoming | null): string {
  const [first = 'The file', ...more] = incoming?.names ?? [];
  return more.length === 0 ? first : `${first} and ${countOf(more.length, 'more file')}`;
}

const isNew = '';

interface OfferProps extends Omit<ReturnType<typeof useIncomingRecording>, 'incoming'> {
  incoming: Incoming;
}

function Offer({ incoming, place, failure, choose, discard }: OfferProps) {
  const { data: campaigns } = useCampaigns();
  if (campaigns === undefined) return <Working className="incoming" label="Loading your campaigns" />;
  return (
    <div className="incoming-offer">
      <UnsentRecording
        title="A recording from another app"
        facts={
          <>
            <span dir="auto">{namesOf(incoming)}</span> ({byteSize(incoming.sizeBytes)}) is kept in this
            browser.
          </>
        }
        failure={failure}
      >
        <PlaceForm
          campaigns={campaigns}
          intended={incoming.intended}
          place={place}
          onChoose={choose}
          onDiscard={discard}
        />
      </UnsentRecording>
    </div>
  );
}

interface PlaceFormProps {
  campaigns: readonly Campaign[];
  intended: Incoming['intended'];
  /** Chosen before something failed. */
  place: IncomingPlace | null;
  onChoose: (place: IncomingPlace) => void;
  onDiscard: () => void;
}

const titlesOf = (places: readonly { id: string; title: string }[]) =>
  places.map(({ id, title }) => ({ key: id, label: title }));

/** The user's own, unless the sample is the only one. */
const lastUsed = (campaigns: readonly Campaign[]) =>
  campaigns.find(({ id }) => !isSampleCampaign(id)) ?? campaigns[0];

const fieldsOf = ({ campaignId, campaignTitle, sessionId }: IncomingPlace) => ({
  campaignId: campaignId ?? isNew,
  title: campaignTitle,
  sessionId: sessionId ?? isNew,
});

function PlaceForm({ campaigns, intended, place, onChoose, onDiscard }: PlaceFormProps) {
  const known =
    campaigns.find(({ id }) => id === (place?.campaignId ?? intended?.campaignId)) ?? lastUsed(campaigns);
  const form = useKeptDraft(
    incomingForm,
    { campaignId: known?.id ?? isNew, title: '', sessionId: intended?.sessionId ?? isNew },
    place ? fieldsOf(place) : undefined,
  );
  const { title, sessionId } = form.fields;
  const campaignId = campaigns.find(({ id }) => id === form.fields.campaignId)?.id ?? isNew;
  const [isBlank, setBlank] = useState(false);
  const sessions = useSessions(campaignId === isNew ? null : campaignId).data ?? [];
  const empty = sessions.filter(({ audio, transcriptId }) => audio === null && transcriptId === null);
  const chosenSession = empty.some(({ id }) => id === sessionId) ? sessionId : isNew;

  function submit(event: FormEvent) {
    event.preventDefault();
    const campaignTitle = title.trim();
    const needsTitle = campaignId === isNew && campaignTitle === '';
    setBlank(needsTitle);
    if (needsTitle) return;
    onChoose({
      ...(campaignId === isNew ? { campaignId: null, campaignTitle } : { campaignId, campaignTitle: '' }),
      sessionId: chosenSession === isNew ? null : chosenSession,
    });
  }

  function discard() {
    form.forget();
    onDiscard();
  }

  return (
    <form className="incoming-form" onSubmit={submit}>
      {campaigns.length > 0 ? (
        <Select
          label="Campaign"
          value={campaignId}
          choices={[...titlesOf(campaigns), { key: isNew, label: 'A new campaign' }]}
          onChoose={(key) => form.write({ campaignId: key, sessionId: isNew })}
        />
      ) : null}
      {campaignId === isNew ? (
        <Field
          label="Name of the new campaign"
          required
          maxLength={200}
          value={title}
          error={isBlank ? blankTitle : undefined}
          onChange={({ target }) => form.write({ title: target.value })}
        />
      ) : null}
      {empty.length > 0 ? (
        <Select
          label="Session"
          hint="Sessions that already have a recording or a transcript are not listed."
          value={chosenSession}
          choices={[{ key: isNew, label: 'A new session' }, ...titlesOf(empty)]}
          onChoose={(key) => form.write({ sessionId: key })}
        />
      ) : null}
      {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
      <div className="button-row">
        <Button kind="primary" type="submit" icon="upload">
          {chosenSession === isNew ? 'Add to a new session' : 'Add to this session'}
        </Button>
        <Button kind="danger" icon="trash" onClick={discard}>
          Discard it
        </Button>
      </div>
    </form>
  );
}
