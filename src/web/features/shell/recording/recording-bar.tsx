import { Link, useLocation, useSearch } from 'wouter';
import { useRecordingState } from '#web/flows/recording/use-recording-state.ts';
import { campaignPath, campaignPlaceOf } from '#web/hooks/paths.ts';
import './recording-bar.css';

export function RecordingBar() {
  const recording = useRecordingState();
  const [path] = useLocation();
  const search = useSearch();
  if (recording === null || !recording.isCapturing) return null;
  const { step, place } = recording;
  if (path === '/campaign' && campaignPlaceOf(search).sessionId === place.sessionId) return null;
  return (
    <p className="recording-bar" role="status">
      <span className="recording-bar-dot" aria-hidden="true" />
      {step === 'paused' ? 'Recording is paused: ' : 'Recording: '}
      <Link href={campaignPath(place)}>{place.title}</Link>
    </p>
  );
}
