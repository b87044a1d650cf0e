import type { ReactNode } from 'react';
import type { CampaignPageChoice } from '#contract/campaign-page-choice.ts';
import { type LinkAudience, passphraseLength, type Show } from '#contract/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { SharePresets } from './share-presets.tsx';
import { useShareLink } from './use-share-link.ts';
import './share-link.css';

const choices: readonly { key: keyof Show; label: string; hint?: string }[] = [
  { key: 'recap', label: 'Recap' },
  { key: 'scenes', label: 'Scenes' },
  { key: 'moments', label: 'Memorable moments' },
  { key: 'entities', label: 'People, places and quests' },
  { key: 'playerNames', label: 'Names of the players', hint: 'Off: “Player 1”, “Player 2” and so on.' },
];

const audiences: Record<
  LinkAudience,
  {
    tab: string;
    link: string;
    none: string;
    meaning: string;
    create: string;
    who: string;
    terms: string[];
    shows: string;
  }
> = {
  public: {
    tab: 'Anyone with the link',
    link: 'Public link',
    none: 'There is no public page yet.',
    meaning: 'Only you can read the notes, and your players if you gave them a link.',
    create: 'Create a public link',
    who: 'Anyone who has the link can read the page, without an account. It shows:',
    terms: [
      'only what your notes mark as Public; until you mark something, there is nothing to read',
      'never the recording, the transcript, or what is for players or the game master',
      '“Player 1”, “Player 2” and so on instead of the players’ names',
    ],
    shows: 'Public parts shown on the page',
  },
  players: {
    tab: 'Your players',
    link: 'Link for your players',
    none: 'Your players have no page yet.',
    meaning: 'There they can read what you mark for them, and suggest corrections.',
    create: 'Create a link for your players',
    who: 'Your players read the page without an account. It shows:',
    terms: [
      'what your notes mark as Players or Public',
      'never the recording, the transcript, or what is for the game master',
    ],
    shows: 'Parts to show on the page',
  },
};

const busySteps = [
  'copying',
  'changing',
  'renewing',
  'revoking',
  'securing',
  'unlocking',
  'settling',
  'marking',
  'unmarking',
];

type Sharing = ReturnType<typeof useShareLink>;

export function ShareModal() {
  const sharing = useShareLink();
  const { target, step, audience, failure, choose } = sharing;
  const isBusy = ['reading', 'turningOn', ...busySteps].includes(step);
  const content = (
    <div className="share">
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {sharing.path !== null ? <LiveLink {...sharing} path={sharing.path} /> : <NoLink {...sharing} />}
      <SharePresets {...sharing} />
    </div>
  );
  return (
    <Dialog open title={target === null ? 'Share' : `Share “${target.title}”`} onClose={sharing.close}>
      <Tabs
        label="Who the link is for"
        selected={audience}
        onSelect={choose}
        items={(['public', 'players'] as const).map((key) => ({
          key,
          label: audiences[key].tab,
          disabled: isBusy,
          content: key === audience ? content : null,
        }))}
      />
    </Dialog>
  );
}

function NoLink(sharing: Sharing) {
  const { step, audience, canTurnOn, retry, request, confirm, decline } = sharing;
  const words = audiences[audience];
  switch (step) {
    case 'reading':
      return <p role="status">Looking up the link …</p>;
    case 'unread':
      return <TryAgain onRetry={retry} />;
    case 'off':
    case 'settling':
    case 'marking':
    case 'unmarking':
    case 'marked':
      return (
        <>
          <p>{`${words.none} ${words.meaning}`}</p>
          <p className="share-state" role="status">
            {states[step] ?? ''}
          </p>
          <CampaignPagePart {...sharing} />
          <div className="dialog-actions">
            <Button kind="primary" disabled={busySteps.includes(step)} onClick={request}>
              {words.create}
            </Button>
          </div>
        </>
      );
    default:
      return (
        <>
          <p>{words.who}</p>
          <ul className="share-terms">
            {words.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
          {audience === 'players' ? (
            <>
              <p>
                Players can suggest corrections and leave comments there. You see them first: nothing appears
                on the page until you accept it.
              </p>
              <PassphraseField {...sharing} label="Passphrase" optional disabled={step === 'turningOn'} />
            </>
          ) : null}
          <p>We ask search engines not to list it. You can turn the link off at any time.</p>
          <div className="dialog-actions">
            <Button
              kind="primary"
              busy={step === 'turningOn'}
              disabled={step !== 'turningOn' && !canTurnOn}
              onClick={confirm}
            >
              {step === 'turningOn' ? 'Turning on …' : 'Turn on the link'}
            </Button>
            <Button disabled={step === 'turningOn'} onClick={decline}>
              Not now
            </Button>
          </div>
        </>
      );
  }
}

function PassphraseField({
  passphrase,
  typePassphrase,
  label,
  optional = false,
  disabled,
}: Pick<Sharing, 'passphrase' | 'typePassphrase'> & {
  label: string;
  optional?: boolean;
  disabled: boolean;
}) {
  return (
    <Field
      label={label}
      optional={optional}
      hint={`${passphraseLength.min} to ${passphraseLength.max} characters. Players type it once an evening.`}
      maxLength={passphraseLength.max}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={passphrase}
      disabled={disabled}
      onChange={({ target }) => typePassphrase(target.value)}
    />
  );
}

function LiveLink(sharing: Sharing & { path: string }) {
  const { step, audience, path, show, change, copy, renew, revoke } = sharing;
  const isBusy = busySteps.includes(step);
  const words = audiences[audience];
  return (
    <>
      <Field label={words.link} readOnly value={window.location.origin + path} />
      <div className="button-row">
        <Button kind="primary" icon="copy" disabled={isBusy} onClick={copy}>
          Copy link
        </Button>
        <a className="button" href={path} target="_blank" rel="noopener noreferrer">
          Open the page
        </a>
      </div>
      <p className="share-state" role="status">
        {states[step] ?? ''}
      </p>
      <CampaignPagePart {...sharing} />
      {audience === 'players' ? <PassphrasePart {...sharing} isBusy={isBusy} /> : null}
      {show === null ? null : (
        <fieldset className="share-choices" disabled={isBusy}>
          <legend className="field-label">{words.shows}</legend>
          {choices.map(({ key, label, hint }) => (
            <Checkbox
              key={key}
              label={label}
              hint={hint}
              checked={show[key]}
              onChange={({ target }) => change({ ...show, [key]: target.checked })}
            />
          ))}
        </fieldset>
      )}
      <div className="dialog-actions">
        <Button disabled={isBusy} onClick={renew}>
          New address
        </Button>
        <Button kind="danger" disabled={isBusy} onClick={revoke}>
          Turn off the link
        </Button>
      </div>
      <p className="field-hint">
        If you turn off the link or create a new address, the old address stops working immediately.
      </p>
    </>
  );
}

const campaignChoices: Record<CampaignPageChoice, string> = {
  samePassphrase: 'Use the same passphrase there',
  leaveOut: 'Leave this session out there',
  include: 'Show this session there again',
};

/** What the campaign's page shows of a session although the session's own link does not, and how to change it. */
function CampaignPagePart({ path, audience, hasPassphrase, campaign, step, chooseCampaignPage }: Sharing) {
  const { page, choices } = campaign;
  if (page === null || choices.length === 0) return null;
  const isOpen = hasPassphrase && !page.hasPassphrase;
  if (path !== null && !page.leftOut && !isOpen) return null;
  const marked = audience === 'public' ? 'Public' : 'Players or Public';
  const buttons = (
    <div className="button-row">
      {choices.map((choice) => (
        <Button key={choice} disabled={busySteps.includes(step)} onClick={() => chooseCampaignPage(choice)}>
          {campaignChoices[choice]}
        </Button>
      ))}
    </div>
  );
  if (page.leftOut)
    return (
      <Notice kind="information" announced={false}>
        <div className="share-campaign">
          <p>The campaign’s page leaves this session out.</p>
          {buttons}
        </div>
      </Notice>
    );
  return (
    <Notice kind="warning">
      <div className="share-campaign">
        <p>
          {path === null
            ? `The link of the campaign is on: its page still shows what this session’s notes mark as ${marked}` +
              (page.hasPassphrase ? ', to everyone who knows its passphrase.' : '.')
            : 'The campaign’s page has no passphrase, and it shows this session’s text too. ' +
              'Everyone who has the campaign’s link can read it.'}
        </p>
        {buttons}
      </div>
    </Notice>
  );
}

function PassphrasePart(sharing: Sharing & { isBusy: boolean }): ReactNode {
  const { hasPassphrase, canSetPassphrase, savePassphrase, removePassphrase, isBusy } = sharing;
  return (
    <div className="share-passphrase">
      <p>
        {hasPassphrase
          ? 'Players need the passphrase. We cannot show it again: if it is forgotten, set a new one. ' +
            'Players who are already on the page must then enter the new one.'
          : 'There is no passphrase: anyone who has the link can read the page.'}
      </p>
      <PassphraseField
        {...sharing}
        label={hasPassphrase ? 'New passphrase' : 'Passphrase'}
        disabled={isBusy}
      />
      <div className="button-row">
        <Button disabled={isBusy || !canSetPassphrase} onClick={savePassphrase}>
          Set passphrase
        </Button>
        {hasPassphrase ? (
          <Button disabled={isBusy} onClick={removePassphrase}>
            Remove passphrase
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const states: Partial<Record<Sharing['step'], string>> = {
  copying: 'Copying …',
  copied: 'Link copied!',
  changing: 'Saving …',
  securing: 'Setting the passphrase …',
  unlocking: 'Removing the passphrase …',
  renewing: 'Creating a new address …',
  revoking: 'Turning off …',
  marking: 'Marking the notes … Closing this stops it.',
  unmarking: 'Undoing …',
  marked: 'The notes are marked. You can see below what the page shows.',
  settling: 'Changing the campaign’s page …',
};
