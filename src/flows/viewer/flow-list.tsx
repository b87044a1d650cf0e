import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Flow } from '../flow.ts';
import { present } from '../present.ts';
import { approvalWords } from './approval.tsx';
import { FigureKey, FigureList, testedWords } from './figures.tsx';
import { type Entry, type Findings, find, searchEntries } from './find.ts';
import { FlowPicture, FlowsMap } from './flow-pictures.tsx';
import { Marked } from './marked.tsx';
import { placeHash } from './place.ts';
import { ReportFile, type useReports } from './report-file.tsx';
import { ScriptFiles } from './script-files.tsx';
import { useWidth } from './use-width.ts';
import type { FlowData, ViewerData } from './viewer-data.ts';

const shownHits = 40;

const kindWords: Record<Entry['kind'], string> = {
  flow: 'Flow',
  state: 'State',
  transition: 'What happens',
  outcome: 'How work comes out',
  rule: 'Rule that is always true',
  requirement: 'Requirement',
  script: 'Test script',
};

function entryHash({ flow, state, show, script }: Entry): string {
  return placeHash({ flow: flow.name, state, show, run: script ? { path: script, step: 0 } : undefined });
}

function Hit({ entry, marked }: { entry: Entry; marked: RegExp | null }) {
  const { flow, kind, title, text, approval } = entry;
  const says = (words: string) => marked !== null && words.search(marked) >= 0;
  const also = [flow.title, title, text].some(says) ? [] : entry.also.filter(says);
  return (
    <li>
      <a href={entryHash(entry)}>
        <span className="kind">
          {kindWords[kind]} · <Marked text={flow.title} marked={marked} />
          {approval && ` · ${approval}`}
        </span>
        <strong>
          <Marked text={title} marked={marked} />
        </strong>
        <span>
          <Marked text={text} marked={marked} />
        </span>
        {also.length > 0 && (
          <span>
            Also: <Marked text={also.join('; ')} marked={marked} />
          </span>
        )}
      </a>
    </li>
  );
}

function foundWords(count: number, most: number, { missing, order }: Findings): string {
  const lost = missing.map((word) => `“${word}”`).join(', ');
  const found =
    count === 0
      ? 'Nothing found.'
      : `${count} found${order ? `, ${order}` : ''}${count > most ? `, ${order ? '' : 'the best '}${most} shown` : ''}.`;
  return lost ? `${found} ${count === 0 ? 'No chart says' : 'What was found does not say'} ${lost}.` : found;
}

/** Pixels: the widest picture of a card, and what its frame takes of a narrow page. */
const widestPicture = 310;
const cardFrame = 42;

function Card({ flow, data, width }: { flow: Flow; data: FlowData; width: number }) {
  const { figures } = data;
  const approval = approvalWords(data);
  const figure = (label: string) => figures.find((one) => one.label === label)?.value;
  return (
    <li>
      <a href={placeHash({ flow: flow.name, state: null })}>
        <h3>{flow.title}</h3>
        <FlowPicture flow={flow} width={width} />
        <p>{flow.paragraph}</p>
      </a>
      <details>
        <summary>
          {figure('States')} states; {approval && `${approval}; `}tested: {testedWords(figures)}
        </summary>
        <FigureList figures={figures} />
        {flow.requirements.length > 0 && <p className="muted">Serves {flow.requirements.join(', ')}</p>}
      </details>
    </li>
  );
}

/** Somebody has read an approved chart, and it is still as it was then. */
function Approvals({ data: { flows } }: { data: ViewerData }) {
  const words = Object.values(flows).flatMap((one) => approvalWords(one) ?? []);
  const open = words.filter((one) => one !== 'approved').length;
  if (words.length === 0) return null;
  return (
    <p>
      {words.length - open} of {words.length} charts are approved: somebody has read them as they are now.{' '}
      {open > 0 && (
        <a href={placeHash({ flow: null, state: null, search: 'not approved' })}>
          Show {open === 1 ? 'the one that is not' : `the ${open} that are not`}
        </a>
      )}
    </p>
  );
}

const noGroup = 'More';

function grouped(catalogue: readonly Flow[]): [group: string, flows: Flow[]][] {
  const named = [...new Set(catalogue.flatMap(({ group }) => group ?? []))];
  return [...named, undefined].flatMap((group): [string, Flow[]][] => {
    const flows = catalogue.filter((flow) => flow.group === group);
    return flows.length > 0 ? [[group ?? noGroup, flows]] : [];
  });
}

interface FlowListProps {
  data: ViewerData;
  search: string;
  onSearch: (search: string) => void;
  report: Omit<ReturnType<typeof useReports>, 'dropping'>;
}

export function FlowList({ data, search, onSearch, report }: FlowListProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLElement>(null);
  const picture = Math.min(widestPicture, useWidth(page, 0) - cardFrame);
  const wanted = useDeferredValue(search);
  const entries = useMemo(() => searchEntries(data), [data]);
  const findings = useMemo(() => find(entries, wanted), [entries, wanted]);
  const { hits, marked } = findings;
  const isSearching = wanted.trim() !== '';
  const isForTesters = entries.every((one) => one.kind !== 'script' || hits.includes(one));
  const [shownFor, setShownFor] = useState<string | null>(null);
  const most = shownFor === wanted ? hits.length : shownHits;
  const openFirst = () => {
    const [first] = find(entries, search).hits;
    if (first) {
      window.location.hash = entryHash(first);
    }
  };
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        field.current?.focus();
      }
    };
    window.addEventListener('keydown', focusSearch);
    return () => window.removeEventListener('keydown', focusSearch);
  }, []);
  const clear = () => {
    onSearch('');
    field.current?.focus();
  };
  return (
    <main className="flows" ref={page}>
      <header>
        <h1>{data.title}</h1>
        <p className="paragraph">
          How it behaves, drawn from the very charts that it runs on. Open a flow to read it, to try it out
          with a clock of your own, and to watch the paths that testers follow.
        </p>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser knows the element for it yet */}
      <div role="search" className="search">
        <label htmlFor={id}>Search flows, states, events and requirements</label>
        <div className="search-field">
          <input
            id={id}
            ref={field}
            type="search"
            value={search}
            placeholder="longest wait, after 5 minutes, R4.18 …"
            aria-keyshortcuts="/"
            onChange={(event) => onSearch(event.target.value)}
            onFocus={({ target }) => target.select()}
            onKeyDown={({ key }) => {
              if (key === 'Enter') {
                openFirst();
              }
            }}
          />
          {search !== '' && (
            <button type="button" onClick={clear}>
              Clear
            </button>
          )}
        </div>
        <p aria-live="polite" className="muted">
          {isSearching
            ? foundWords(hits.length, most, findings)
            : 'Press / to search, Enter to open the first result.'}
        </p>
      </div>
      {!isSearching && <Approvals data={data} />}
      {!isSearching && <FlowsMap catalogue={data.catalogue} />}
      {(!isSearching || isForTesters) && data.exports && (
        <ScriptFiles load={data.exports} examples={data.examples ?? {}} />
      )}
      {!isSearching && <ReportFile {...report} />}
      {!isSearching && <FigureKey />}
      {isSearching ? (
        <ul data-main tabIndex={-1} className="hits" aria-label="Found">
          {hits.slice(0, most).map((entry) => (
            <Hit
              key={`${entry.flow.name} ${entry.kind} ${entry.state} ${entry.title} ${entry.text}`}
              entry={entry}
              marked={marked}
            />
          ))}
          {hits.length > most && (
            <li>
              <button type="button" onClick={() => setShownFor(wanted)}>
                Show all {hits.length}
              </button>
            </li>
          )}
        </ul>
      ) : (
        grouped(data.catalogue).map(([group, flows]) => (
          <section key={group} className="area" data-main tabIndex={-1}>
            <h2>{group}</h2>
            <ul className="cards" aria-label={group}>
              {flows.map((flow) => (
                <Card
                  key={flow.name}
                  flow={flow}
                  width={picture}
                  data={present(data.flows[flow.name], `data of ${flow.name}`)}
                />
              ))}
            </ul>
          </section>
        ))
      )}
    </main>
  );
}
