import { MicrophoneAndRecorder } from '#web/ui/illustrations/microphone.tsx';
import { ContentsList } from '../reading/contents-list.tsx';
import { ReadingPage } from '../reading/reading-page.tsx';
import { AudioRecording, recordingParts } from './audio-recording.tsx';
import { VideoToAudio, videoParts } from './video-to-audio.tsx';
import './tips.css';

/**
 * `/tips-and-tricks` (R2.11): two sections, the first shown unless the address names the second or a part of it. The
 * style sheet does that, so it works without JavaScript.
 */
export function TipsPage() {
  return (
    <ReadingPage
      title="Tips and Tricks"
      lead="Good notes start with a recording in which every word is clear. That takes care more than gear."
      picture={<MicrophoneAndRecorder />}
    >
      <nav className="tips-choice" aria-label="Sections">
        <a href="#audio-recording">Audio Recording</a>
        <a href="#video-to-audio">Video to Audio</a>
      </nav>
      <section id="audio-recording" className="prose tips-section" aria-label="Audio Recording">
        <ContentsList entries={recordingParts} />
        <AudioRecording />
      </section>
      <section id="video-to-audio" className="prose tips-section" aria-label="Video to Audio">
        <ContentsList entries={videoParts} />
        <VideoToAudio />
      </section>
    </ReadingPage>
  );
}
