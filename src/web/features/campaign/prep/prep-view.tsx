import { Link } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { PrepLine, PrepSheet } from '#contract/prep.ts';
import { useCopy } from '#web/flows/clipboard/use-copy.ts';
import { type PrepSheetFlow, usePrepSheet } from '#web/flows/prep-sheet/use-prep-sheet.ts';
import { campaignPath, worldPath } from '#web/hooks/paths.ts';
import { usePrep, usePrepChanges } from '#web/hooks/prep-hooks.ts';
import { useSaveMarkdown } from '#web/hooks/save-text.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyShelf } from '#web/ui/illustrations/empty-shelf.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { day } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { PlaceLinks } from '../world/places.tsx';
import { absence, isSilent, prepAsMarkdown, prepAsText, prepParts, quoted, silence } from './prep-words.ts';
import '../world/world.css';
import '../workspace/paper.css';
import './prep.css';

const LONGEST = 10_000;

interface PrepViewProps {
  campaign: Pick<Campaign, 'id' | 'title'>;
}

/** What the game master needs for the next evening. Only they see it. */
export function PrepView({ campaign }: PrepViewProps) {
  const sheet = usePrep(campaign.id);
  return (
    <div className="prep paper">
      <p className="world-path">
        <Link href={campaignPath({ campaignId: campaign.id })}>{campaign.title}</Link>
      </p>
      <PageHeading title="Next evening" />
      {sheet.data ? (
        <Sheet campaign={campaign} sheet={sheet.data} />
      ) : sheet.error ? (
        <LoadFailure message={sheet.error.message} onRetry={() => sheet.refetch()} />
      ) : (
        <Skeleton label="Loading the next evening" heading lines={6} />
      )}
    </div>
  );
}

function Sheet({ campaign, sheet }: PrepViewProps & { sheet: PrepSheet }) {
  const flow = usePrepSheet(usePrepChanges(campaign.id));
  const { isCopied, failure, copy } = useCopy();
  const shown = { ...sheet, own: flow.draft ?? sheet.own };
  const saveMarkdown = useSaveMarkdown();
  const download = () =>
    saveMarkdown(prepAsMarkdown(campaign.title, shown), `${campaign.title} – next evening`);
  return (
    <>
      <p className="muted">
        {flow.copy === 'pinned' && sheet.pinnedAt !== null
          ? `Pinned on ${day(sheet.pinnedAt)}: it stays as it was then. Only you see this page.`
          : 'Made from your sessions, and always up to date. Only you see this page.'}
      </p>
      <div className="button-row prep-actions">
        <PinButton flow={flow} />
        <Button icon="book" onClick={() => window.print()}>
          Print
        </Button>
        <CopyButton
          label="Copy as text"
          copied={isCopied}
          failure={failure}
          onCopy={() => copy(prepAsText(campaign.title, shown))}
        />
        <Button icon="copy" onClick={download}>
          Download Markdown
        </Button>
      </div>
      <PinState flow={flow} />
      {sheet.lines.length === 0 ? (
        <EmptyState
          illustration={<EmptyShelf />}
          title="Nothing to pick up yet"
          text="Once a session is analyzed, you find here where you stopped, what is open, and who may come back. You can write your own lines already."
        />
      ) : null}
      {prepParts.map(({ part, title }) => {
        const lines = sheet.lines.filter((line) => line.part === part);
        return lines.length === 0 ? null : (
          <section key={part} aria-labelledby={`prep-${part}`}>
            <h2 id={`prep-${part}`}>{title}</h2>
            <ul className="world-names">
              {lines.map((line, at) => (
                <Line
                  key={line.key}
                  {...{ campaignId: campaign.id, sheet, line }}
                  isLast={at === lines.length - 1}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <OwnLines own={shown.own} flow={flow} />
    </>
  );
}

function PinButton({ flow }: { flow: PrepSheetFlow }) {
  const { copy, pin, unpin } = flow;
  if (copy === 'failed') return null;
  const isPinned = copy === 'pinned';
  return (
    <Button kind="primary" busy={copy === 'changing'} onClick={isPinned ? unpin : pin}>
      {isPinned ? 'Unpin' : 'Pin'}
    </Button>
  );
}

function PinState({ flow }: { flow: PrepSheetFlow }) {
  const { copy, pinFailure, retryPin, putBack } = flow;
  if (pinFailure !== null)
    return (
      <Notice kind="error">
        {pinFailure} <Button onClick={retryPin}>Try again</Button>
      </Notice>
    );
  if (copy !== 'unpinned') return null;
  return (
    <Notice kind="success">
      <span className="world-said">
        The page is up to date again. <Button onClick={putBack}>Undo</Button>
      </span>
    </Notice>
  );
}

interface LineProps {
  campaignId: string;
  sheet: PrepSheet;
  line: PrepLine;
  isLast: boolean;
}

function Line({ campaignId, sheet, line, isLast }: LineProps) {
  const { part, key, name, text, note, place } = line;
  const isEntry = part === 'person' || part === 'name';
  const title = sheet.sessions.find(({ id }) => id === place?.sessionId)?.title ?? '';
  const facts = [part === 'stopped' ? '' : title, silence(line), part === 'knows' ? absence(line) : ''];
  return (
    <li className={part === 'stopped' ? 'prep-said' : 'world-name'}>
      <span>
        {name === '' ? null : isEntry ? (
          <Link href={worldPath(campaignId, key)}>{name}</Link>
        ) : (
          <strong>{name}: </strong>
        )}
        {isEntry
          ? note === ''
            ? null
            : ` – ${note}`
          : part === 'said' || part === 'plan'
            ? quoted(text)
            : text}
      </span>
      {isEntry && text !== '' ? <span>{quoted(text)}</span> : null}
      <div className="world-thread-actions">
        {facts.some(Boolean) ? (
          <span className={isSilent(line) ? 'world-silent' : 'muted'}>
            {facts.filter(Boolean).join(' · ')}
          </span>
        ) : null}
        {place === null ? null : (
          <PlaceLinks
            campaignId={campaignId}
            world={sheet}
            place={place}
            of={(part === 'stopped' && isLast ? 'the last minute' : text || name).slice(0, 60)}
          />
        )}
      </div>
    </li>
  );
}

function OwnLines({ own, flow }: { own: string; flow: PrepSheetFlow }) {
  const { lines, failure } = flow;
  return (
    <section aria-labelledby="prep-own">
      <h2 id="prep-own">Your lines</h2>
      <TextArea
        label="Notes for the next evening"
        rows={6}
        limit={LONGEST}
        value={own}
        onChange={(event) => flow.type(event.target.value)}
        onBlur={flow.leave}
      />
      <p className="muted" role="status">
        {lines === 'saving' ? 'Saving …' : lines === 'saved' ? 'Saved' : ''}
      </p>
      {failure === null ? null : (
        <Notice kind="error">
          {lines === 'outdated' ? 'Your lines were changed in another tab. Nothing was saved yet.' : failure}
          <span className="button-row">
            <Button onClick={flow.retry}>{lines === 'outdated' ? 'Keep these lines' : 'Save again'}</Button>
            {lines === 'outdated' ? (
              <Button onClick={flow.takeOthers}>Take the lines of the other tab</Button>
            ) : null}
          </span>
        </Notice>
      )}
      <div className="prep-print-lines" aria-hidden="true">
        {own.split('\n').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key.
          <p key={at}>{line}</p>
        ))}
      </div>
    </section>
  );
}
