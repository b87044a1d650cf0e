import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { present } from '../present.ts';
import { FlowList } from './flow-list.tsx';
import { FlowPage } from './flow-page.tsx';
import { placeHash, readPlace } from './place.ts';
import { useReports } from './report-file.tsx';
import type { ViewerData } from './viewer-data.ts';
import './viewer.css';

function watchHash(tell: () => void): () => void {
  window.addEventListener('hashchange', tell);
  return () => window.removeEventListener('hashchange', tell);
}

export function Viewer({ data }: { data: ViewerData }) {
  const place = readPlace(useSyncExternalStore(watchHash, () => window.location.hash));
  const flow = data.catalogue.find(({ name }) => name === place.flow);
  const flowName = flow?.name;
  const { dropping, ...report } = useReports(data);
  const wasShown = useRef(flowName);
  const page = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState(place.search ?? '');
  const searchInAddress = flow === undefined ? (place.search ?? '') : null;
  useEffect(() => {
    if (searchInAddress !== null) {
      setSearch(searchInAddress);
    }
  }, [searchInAddress]);
  const look = (wanted: string) => {
    setSearch(wanted);
    window.history.replaceState(null, '', placeHash({ flow: null, state: null, search: wanted }));
  };

  useEffect(() => {
    document.title = flow ? `${flow.title} · ${data.title}` : data.title;
  }, [flow, data.title]);
  useEffect(() => {
    if (wasShown.current !== flowName) {
      wasShown.current = flowName;
      page.current?.focus({ preventScroll: true });
      if (place.state === null) {
        window.scrollTo(0, 0);
      }
    }
  }, [flowName, place.state]);

  return (
    <div className="viewer" ref={page} tabIndex={-1} {...dropping}>
      <nav aria-label="Skip">
        <a
          className="skip"
          href={placeHash(place)}
          onClick={(event) => {
            event.preventDefault();
            page.current?.querySelector<HTMLElement>('[data-main]')?.focus();
          }}
        >
          {flow ? 'Skip to what can be done' : 'Skip to the flows'}
        </a>
      </nav>
      {flow ? (
        <FlowPage
          key={flow.name}
          flow={flow}
          data={present(data.flows[flow.name], `data of ${flow.name}`)}
          loadVersions={data.versions?.[flow.name]}
          approve={data.approve}
          requirements={data.requirements}
          loadScripts={data.scripts?.[flow.name]}
          trafficSource={data.traffic}
          reports={report.reports}
          reportTest={data.reportTest}
          state={place.state}
          show={place.show}
          run={place.run}
          search={search}
        />
      ) : place.flow === null ? (
        <FlowList data={data} search={search} onSearch={look} report={report} />
      ) : (
        <main className="flows">
          <h1>No such flow</h1>
          <p>
            There is no flow “{place.flow}”. <a href={placeHash({ flow: null, state: null })}>All flows</a>
          </p>
        </main>
      )}
    </div>
  );
}
