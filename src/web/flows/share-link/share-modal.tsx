import type { Show } from '#contract/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShareLink } from './use-share-link.ts';
import './share-link.css';

const choices: readonly { key: keyof Show; label: string; hint?: string }[] = [
  { key: 'recap', label: 'Recap' },
  { key: 'scenes', label: 'Scenes' },
  { key: 'moments', label: 'Memorable moments' },
  { key: 'entities', label: 'People, places and quests' },
  { key: 'playerNames', label: 'Names of the players', hint: 'Off: “Player 1”, “Player 2” and so on.' },
];

type Sharing = ReturnType<typeof useShareLink>;

/** The public link of a campaign or a session (R1.4, D10). */
export function ShareModal() {
  const sharing = useShareLink();
  const { target, step, failure } = sharing;
  return (
    <Dialog open title={target === null ? 'Share' : `Share “${target.title}”`} onClose={sharing.close}>
      <div className="share">
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        {sharing.path !== null ? (
          <LiveLink {...sharing} path={sharing.path} />
        ) : (
          <NoLink {...sharing} step={step} />
        )}
      </div>
    </Dialog>
  );
}

function NoLink({ step, target, retry, request, confirm, decline }: Sharing) {
  switch (step) {
    case 'reading':
      return <p role="status">Looking up the link …</p>;
    case 'unread':
      return (
        <div className="dialog-actions">
          <Button kind="primary" onClick={retry}>
            Try again
          </Button>
        </div>
      );
    case 'off':
      return (
        <>
          <p>There is no public page. Only you can read this {target?.kind}.</p>
          <div className="dialog-actions">
            <Button kind="primary" onClick={request}>
              Create a public link
            </Button>
          </div>
        </>
      );
    default:
      return (
        <>
          <p>Anyone who has the link can read the page, without an account. It shows:</p>
          <ul className="share-terms">
            <li>only what your notes mark as Public</li>
            <li>never the recording, the transcript, or what is for players or the game master</li>
            <li>“Player 1”, “Player 2” and so on in place of the players’ names</li>
          </ul>
          <p>Search engines are asked to leave it out. You can turn the link off at any time.</p>
          <div className="dialog-actions">
            <Button kind="primary" busy={step === 'turningOn'} onClick={confirm}>
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

function LiveLink({ step, path, show, change, copy, renew, revoke }: Sharing & { path: string }) {
  const isBusy = ['copying', 'changing', 'renewing', 'revoking'].includes(step);
  return (
    <>
      <Field label="Public link" readOnly value={window.location.origin + path} />
      <div className="button-row">
        <Button kind="primary" icon="copy" disabled={isBusy} onClick={copy}>
          Copy link
        </Button>
        <a className="button" href={path} target="_blank" rel="noopener noreferrer">
          Open the page
        </a>
      </div>
      <p className="share-state" role="status">
        {words[step] ?? ''}
      </p>
      {show === null ? null : (
        <fieldset className="share-choices" disabled={isBusy}>
          <legend className="field-label">What the page shows of what is public</legend>
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
      <p className="field-hint">A new address, or turning off the link, stops the old address at once.</p>
    </>
  );
}

const words: Partial<Record<Sharing['step'], string>> = {
  copying: 'Copying …',
  copied: 'Link copied!',
  changing: 'Saving …',
  renewing: 'Making a new address …',
  revoking: 'Turning off …',
};
