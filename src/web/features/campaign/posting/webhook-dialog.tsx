import { type FormEvent, useState } from 'react';
import { useCampaignWebhook } from '#web/flows/campaign-webhook/use-campaign-webhook.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field } from '#web/ui/field.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { day } from '#web/ui/text.ts';
import { Copy } from '../workspace/copy.tsx';
import { placeName } from './posting-words.ts';
import './posting.css';

type Setup = ReturnType<typeof useCampaignWebhook>;

export function WebhookDialog() {
  const setup = useCampaignWebhook();
  if (setup.step === 'closed') return null;
  return (
    <Dialog open title="Discord and webhooks" onClose={setup.close}>
      <div className="posting">
        <OpenSetup {...setup} />
      </div>
    </Dialog>
  );
}

function OpenSetup(setup: Setup) {
  const { step, failure } = setup;
  switch (step) {
    case 'reading':
      return <p role="status">Loading the settings …</p>;
    case 'unread':
      return (
        <>
          {failure ? <Notice kind="error">{failure.message}</Notice> : null}
          <TryAgain onRetry={setup.retry} />
        </>
      );
    case 'entering':
    case 'saving':
      return <AddressForm {...setup} />;
    default:
      return <SavedWebhook {...setup} />;
  }
}

function AddressForm({ step, webhook, failure, save, keep }: Setup) {
  const [address, setAddress] = useState('');
  const [isBlank, setBlank] = useState(false);
  const isSaving = step === 'saving';

  function submit(event: FormEvent) {
    event.preventDefault();
    const entered = address.trim();
    setBlank(entered === '');
    if (entered !== '') save(entered);
  }

  return (
    <form className="posting" onSubmit={submit} noValidate>
      <p>
        We post session notes to a channel of your Discord server, or to an address of your own. We only post
        what players may see.
      </p>
      <Field
        label="Webhook address"
        type="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        placeholder="https://discord.com/api/webhooks/…"
        value={address}
        disabled={isSaving}
        error={isBlank ? 'Enter the address of a webhook.' : undefined}
        hint="In Discord: Server Settings, Integrations, Webhooks, New Webhook, Copy Webhook URL. Anyone who has the address can post, so we store it encrypted and never show it again."
        onChange={({ target }) => setAddress(target.value)}
      />
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      <div className="dialog-actions">
        <Button kind="primary" type="submit" busy={isSaving}>
          {isSaving ? 'Saving …' : 'Save address'}
        </Button>
        {webhook ? (
          <Button disabled={isSaving} onClick={keep}>
            Keep the current one
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function SavedWebhook(setup: Setup) {
  const { step, webhook, failure, signingSecret, turnedOffReason } = setup;
  const isBusy = step in busyWords;
  if (webhook === null) return null;
  return (
    <>
      <dl className="posting-facts">
        <div>
          <dt>Posts to</dt>
          <dd>
            {webhook.kind === 'discord' ? 'Discord' : 'Your own address'}: {webhook.host}/…{webhook.ending}
          </dd>
        </div>
        <div>
          <dt>Saved on</dt>
          <dd>{day(webhook.savedAt)}</dd>
        </div>
      </dl>
      {turnedOffReason ? (
        <Notice kind="warning" title="We turned automatic posting off">
          {turnedOffReason}
        </Notice>
      ) : null}
      {step === 'saved' ? (
        <Notice kind="success">Address saved. Post a test message to check it.</Notice>
      ) : null}
      {step === 'tested' ? (
        <Notice kind="success">
          Test message posted.{webhook.kind === 'discord' ? ' You can see it in the channel.' : ''}
        </Notice>
      ) : null}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {signingSecret ? <SigningSecret secret={signingSecret} /> : null}
      <Switch
        label="Post notes automatically"
        hint="After an analysis has written the notes of a session. Nothing is posted if players may see none of them, or if the session was posted before."
        checked={setup.isAutomatic}
        disabled={isBusy}
        onChange={({ target }) => setup.setAutomatic(target.checked)}
      />
      <p className="posting-state" role="status">
        {busyWords[step] ?? ''}
      </p>
      {webhook.kind === 'web' ? <OwnAddress headers={setup.headers} /> : null}
      <div className="dialog-actions">
        <Button kind="primary" disabled={isBusy} onClick={setup.test}>
          Post a test message
        </Button>
        <Button disabled={isBusy} onClick={setup.change}>
          Change address
        </Button>
        <Button kind="danger" disabled={isBusy} onClick={setup.remove}>
          Remove webhook
        </Button>
      </div>
      <p className="field-hint">
        To post the notes of a session to {placeName(webhook)}, choose “Post to Discord” in its settings menu.
      </p>
    </>
  );
}

function SigningSecret({ secret }: { secret: string }) {
  return (
    <Notice kind="warning" title="Copy the signing secret now" announced={false}>
      <p>We show it only once. With it you can check that a post comes from us.</p>
      <p>
        <code className="posting-secret">{secret}</code>
      </p>
      <Copy label="Copy secret" text={() => secret} />
    </Notice>
  );
}

function OwnAddress({ headers }: Pick<Setup, 'headers'>) {
  return (
    <Disclosure title="What your address receives">
      <p>
        A POST request with the players’ version of the notes in our JSON format, as in the export. Answer
        with any status from 200 to 299 within 15 seconds; otherwise we try again. These headers come with it:
      </p>
      <ul className="posting-headers">
        <li>
          <code>{headers.delivery}</code>: the same id each time we try, so that you can ignore repeats
        </li>
        <li>
          <code>{headers.timestamp}</code>: when we sent it, in seconds since 1970
        </li>
        <li>
          <code>{headers.signature}</code>: <code>v1=</code> and the HMAC-SHA256, in hexadecimal, of the
          timestamp, a full stop and the body, made with your signing secret
        </li>
      </ul>
    </Disclosure>
  );
}

const busyWords: Partial<Record<Setup['step'], string>> = {
  testing: 'Posting a test message …',
  switching: 'Saving …',
  removing: 'Removing …',
  rereading: 'Loading the settings …',
};
