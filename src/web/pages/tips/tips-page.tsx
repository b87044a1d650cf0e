import { useEffect, useState } from 'react';
import { MicrophoneAndRecorder } from '#web/ui/illustrations/microphone.tsx';
import { type TabItem, Tabs } from '#web/ui/tabs.tsx';
import { ContentsList } from '../reading/contents-list.tsx';
import { ReadingPage } from '../reading/reading-page.tsx';
import { AudioRecording, recordingParts } from './audio-recording.tsx';
import { VideoToAudio, videoParts } from './video-to-audio.tsx';

const sections = ['audio-recording', 'video-to-audio'] as const;
type TipsSection = (typeof sections)[number];

/** The section that a hash leads to: by its own name, or by that of one of its parts; the first otherwise (R2.11). */
export function tipsSectionOf(hash: string): TipsSection {
  const named = hash.replace(/^#/, '');
  return named === 'video-to-audio' || videoParts.some(({ id }) => id === named)
    ? 'video-to-audio'
    : 'audio-recording';
}

const tabs: readonly TabItem<TipsSection>[] = [
  {
    key: 'audio-recording',
    label: 'Audio Recording',
    content: (
      <section id="audio-recording" className="prose tips-section" aria-label="Audio Recording">
        <ContentsList entries={recordingParts} />
        <AudioRecording />
      </section>
    ),
  },
  {
    key: 'video-to-audio',
    label: 'Video to Audio',
    content: (
      <section id="video-to-audio" className="prose tips-section" aria-label="Video to Audio">
        <ContentsList entries={videoParts} />
        <VideoToAudio />
      </section>
    ),
  },
];

/** `/tips-and-tricks` (R2.11): two sections as tabs that the hash names; without JavaScript one below the other. */
export function TipsPage() {
  const [section, setSection] = useState<TipsSection>('audio-recording');

  useEffect(() => {
    const read = () => setSection(tipsSectionOf(window.location.hash));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  function choose(chosen: TipsSection) {
    setSection(chosen);
    // The address names the section; going back leads to the page before, not to the other tab.
    window.history.replaceState(window.history.state, '', `#${chosen}`);
  }

  return (
    <ReadingPage
      title="Tips and Tricks"
      lead="Half of good notes is a recording in which one understands every word. It takes less gear than care."
      picture={<MicrophoneAndRecorder />}
    >
      <Tabs label="Sections" items={tabs} selected={section} onSelect={choose} />
    </ReadingPage>
  );
}
