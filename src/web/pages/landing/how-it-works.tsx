import type { ReactNode } from 'react';
import { MicrophoneAndRecorder } from '#web/ui/illustrations/microphone.tsx';
import { OpenNotebook } from '#web/ui/illustrations/open-notebook.tsx';
import { Correction } from './correction.tsx';

const steps: readonly { picture: ReactNode; title: string; text: string }[] = [
  {
    picture: <MicrophoneAndRecorder />,
    title: 'Upload the recording',
    text: 'One session, one audio file. MP3 is best; M4A, WAV, FLAC, OGG, WebM and MP4 work too, up to twelve hours. We combine one track per player, or several parts, into one recording. If the connection breaks, the upload resumes where it stopped.',
  },
  {
    picture: <OpenNotebook />,
    title: 'Read the notes',
    text: 'Choose brief or comprehensive, see the price, and put the kettle on. You can close the page; the notes will be there when you come back.',
  },
  {
    picture: <Correction />,
    title: 'Correct what it misheard',
    text: 'Check any line against the words behind it. Then edit: the notes are yours, and we never overwrite your text without asking.',
  },
];

export function HowItWorks() {
  return (
    <section id="how-it-works" className="landing-section" aria-labelledby="how-title">
      <div className="landing-section-head">
        <p className="eyebrow">How it works</p>
        <h2 id="how-title">Upload, read, correct</h2>
      </div>
      <ol className="landing-steps">
        {steps.map(({ picture, title, text }) => (
          <li key={title} className="landing-step">
            {picture}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
