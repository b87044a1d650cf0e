import { Link, useLocation, useSearch } from 'wouter';
import { useRecording } from '#web/flows/recording/use-recording.ts';
import { campaignPath, campaignPlaceOf } from '#web/hooks/paths.ts';
import './recording-bar.css';

export function RecordingBar() {
  const { isCapturing, step, place } = useRecording();
  const [path] = useLocation();
  const search = useSearch();
  if (!isCapturing || place === null) return null;
  if (path === '/campaign' && campaignPlaceOf(search).sessionId === place.sessionId) return null;
  return (
    <p className="recording-bar" role="status">
      <span className="recording-bar-dot" aria-hidden="true" />
      {step === 'paused' ? 'Recording is paused: ' : 'Recording: '}
      <Link href={campaignPath(place)}>{place.title}</Link>
    </p>
  );
}
