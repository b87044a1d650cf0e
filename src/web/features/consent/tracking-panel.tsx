import { useTrackingRecords } from '#web/hooks/tracking-hooks.ts';
import './tracking-panel.css';

/** In development only. */
export function TrackingPanel() {
  const records = useTrackingRecords();
  return (
    <details className="tracking-panel">
      <summary>Tracking ({records.length})</summary>
      <ol reversed>
        {records.map((record) => (
          <li key={record.id} data-outcome={record.outcome}>
            <strong>{record.name}</strong> {record.tracker} · {record.outcome}
            <dl>
              {Object.entries(record.parameters).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value || '–'}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </details>
  );
}
