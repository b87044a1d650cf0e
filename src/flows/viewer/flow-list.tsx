import { useDeferredValue, useId, useMemo } from 'react';
import { type Entry, find, searchEntries } from './find.ts';
import { placeHash } from './place.ts';
import type { ViewerData } from './viewer-data.ts';

/** More hits than this help nobody; the count tells of the rest. */
const shownHits = 40;

const kindWords: Record<Entry['kind'], string> = {
  flow: 'Flow',
  state: 'State',
  transition: 'What happens',
  requirement: 'Requirement',
};

function Hit({ entry }: { entry: Entry }) {
  const { flow, kind, state, title, text } = entry;
  return (
    <li>
      <a href={placeHash({ flow: flow.name, state })}>
        <span className="kind">
          {kindWords[kind]} · {flow.title}
        </span>
        <strong>{title}</strong>
        <span>{text}</span>
      </a>
    </li>
  );
}

interface FlowListProps {
  data: ViewerData;
  /** What is looked for; kept by the caller, so that it is still there on the way back. */
  search: string;
  onSearch: (search: string) => void;
}

/** All flows with their figures, and a search through everything that they say. */
export function FlowList({ data, search, onSearch }: FlowListProps) {
  const id = useId();
  const wanted = useDeferredValue(search);
  const entries = useMemo(() => searchEntries(data), [data]);
  const hits = useMemo(() => find(entries, wanted), [entries, wanted]);
  const isSearching = wanted.trim() !== '';
  return (
    <main className="flows">
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
        <input
          id={id}
          type="search"
          value={search}
          placeholder="after 5 minutes, polling, R4.18 …"
          onChange={(event) => onSearch(event.target.value)}
        />
        <p aria-live="polite" className="muted">
          {isSearching ? `${hits.length === 0 ? 'Nothing' : hits.length} found` : ''}
        </p>
      </div>
      {isSearching ? (
        <ul className="hits" aria-label="Found">
          {hits.slice(0, shownHits).map((entry) => (
            <Hit
              key={`${entry.flow.name} ${entry.kind} ${entry.state} ${entry.title} ${entry.text}`}
              entry={entry}
            />
          ))}
        </ul>
      ) : (
        <ul className="cards" aria-label="Flows">
          {data.catalogue.map((flow) => (
            <li key={flow.name}>
              <a href={placeHash({ flow: flow.name, state: null })}>
                <h2>{flow.title}</h2>
                <p>{flow.paragraph}</p>
              </a>
              <dl>
                {data.flows[flow.name]!.figures.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {flow.requirements.length > 0 && <p className="muted">Serves {flow.requirements.join(', ')}</p>}
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
