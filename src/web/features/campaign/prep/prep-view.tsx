import { Link } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { PrepLine, PrepSheet } from '#contract/prep.ts';
import { type PrepSheetFlow, usePrepSheet } from '#web/flows/prep-sheet/use-prep-sheet.ts';
import { worldPath } from '#web/hooks/paths.ts';
import { usePrep, usePrepChanges } from '#web/hooks/prep-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { day } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { MemoryPage, TakeAway } from '../world/memory-page.tsx';
import { PlaceLinks } from '../world/places.tsx';
import { absence, isSilent, prepAsMarkdown, prepAsText, prepParts, quoted, silence } from './prep-words.ts';
import './prep.css';

const LONGEST = 10_000;

interface PrepViewProps {
  campaign: Pick<Campaign, 'id' | 'title'>;
}

/** What the game master needs for the next evening. Only they see it. */
export function PrepView({ campaign }: PrepViewProps) {
  const sheet = usePrep(campaign.id);
  return (
    <MemoryPage campaign={campaign} title="Next evening" className="prep" of={sheet}>
      {(data) => <Sheet campaign={campaign} sheet={data} />}
    </MemoryPage>
  );
}

function Sheet({ campaign, sheet }: PrepViewProps & { sheet: PrepSheet }) {
  const flow = usePrepSheet(usePrepChanges(campaign.id));
  const shown = { ...sheet, own: flow.draft ?? sheet.own };
  return (
    <>
      <p className="muted">
        {flow.copy === 'pinned' && sheet.pinnedAt !== null
          ? `Pinned on ${day(sheet.pinnedAt)}: it stays as it was then. Only you see this page.`
          : 'Made from your sessions, and always up to date. Only you see this page.'}
      </p>
      <TakeAway
        label="Copy as text"
        text={() => prepAsText(campaign.title, shown)}
        markdown={() => prepAsMarkdown(campaign.title, shown)}
        name={`${campaign.title} – next evening`}
      >
        <PinButton flow={flow} />
      </TakeAway>
      <PinState flow={flow} />
      {sheet.lines.length === 0 ? (
        <p>
          Once a session is analyzed, you find here where you stopped, what is open, and who may come back.
        </p>
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
