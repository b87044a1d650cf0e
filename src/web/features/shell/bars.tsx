import { PlayerPlace } from './player/player-place.tsx';
import { RecordingBar } from './recording/recording-bar.tsx';

export function Bars() {
  return (
    <>
      <PlayerPlace />
      <RecordingBar />
    </>
  );
}
