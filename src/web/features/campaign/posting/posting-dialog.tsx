import type { Post, PostPreview } from '#contract/posting.ts';
import { useNotesPosting } from '#web/flows/notes-posting/use-notes-posting.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { countOf } from '#web/ui/text.ts';
import { inOrder } from '../exports/in-order.ts';
import { placeName, previousWords, stateWords } from './posting-words.ts';
import '../exports/exports.css';
import './posting.css';

type Posting = ReturnType<typeof useNotesPosting>;

export function PostingDialog() {
  const posting = useNotesPosting();
  const { step, preview, failure } = posting;
  if (step === 'closed') return null;
  return (
    <Dialog
      open
      wide
      title={preview?.kind === 'web' ? `Post notes to ${preview.host}` : 'Post notes to Discord'}
      onClose={posting.close}
    >
      <div className="posting">
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        <OpenPosting {...posting} />
      </div>
    </Dialog>
  );
}

function OpenPosting(posting: Posting) {
  const { step, preview, post } = posting;
  switch (step) {
    case 'preparing':
      return <p role="status">Preparing the messages …</p>;
    case 'withoutWebhook':
      return (
        <>
          <p>This campaign has no webhook yet. Add its address, and we’ll post your notes there.</p>
          <div className="dialog-actions">
            <Button kind="primary" onClick={posting.setUp}>
              Set up a webhook
            </Button>
          </div>
        </>
      );
    case 'empty':
      return (
        <>
          <p>
            Players may not see any of these notes yet, so there is nothing to post. Make a section visible to
            players first.
          </p>
          <div className="dialog-actions">
            <Button kind="primary" onClick={posting.close}>
              Back to the notes
            </Button>
          </div>
        </>
      );
    case 'previewed':
    case 'creating':
      return preview ? <Preview {...posting} preview={preview} /> : null;
    case 'following':
      return post ? <Progress post={post} /> : null;
    case 'posted':
      return post ? <Posted post={post} /> : null;
    default:
      return (
        <>
          {step === 'failed' && post ? (
            <Notice kind="error" title={stateWords(post)}>
              {post.failure?.message}
            </Notice>
          ) : null}
          <TryAgain onRetry={posting.retry} />
        </>
      );
  }
}

function Preview({ step, preview, confirm }: Posting & { preview: PostPreview }) {
  const { messages, previous, kind } = preview;
  const isCreating = step === 'creating';
  const isDiscord = kind === 'discord';
  return (
    <>
      {previous ? <Notice kind="warning">{previousWords(previous)}</Notice> : null}
      <p>
        {isDiscord
          ? `This is exactly what we will post, in ${countOf(messages.length, 'message')}. Names in them won’t notify anyone.`
          : 'This is exactly what we will post.'}
      </p>
      <div className="dialog-actions">
        <Button kind="primary" busy={isCreating} onClick={confirm}>
          {isCreating ? 'Posting …' : previous ? 'Post again' : `Post to ${placeName(preview)}`}
        </Button>
      </div>
      <ol className="discord-messages" aria-label="Messages">
        {inOrder(messages).map(({ number, item: message }) => (
          <li key={number}>
            {isDiscord ? (
              <span className="muted">
                Message {number} of {messages.length} · {message.length} characters
              </span>
            ) : null}
            <pre dir="auto">{message}</pre>
          </li>
        ))}
      </ol>
    </>
  );
}

function Progress({ post }: { post: Post }) {
  return (
    <>
      <p role="status">{stateWords(post)}</p>
      <ProgressBar value={post.sentCount / post.messageCount} label="Messages posted" />
      <p className="muted">You can close this dialog. Posting continues.</p>
    </>
  );
}

function Posted({ post }: { post: Post }) {
  return (
    <>
      <Notice kind="success">{stateWords(post)}</Notice>
      {post.link ? (
        <div className="dialog-actions">
          <a className="button" href={post.link} target="_blank" rel="noopener noreferrer">
            Open in Discord
          </a>
        </div>
      ) : null}
    </>
  );
}
