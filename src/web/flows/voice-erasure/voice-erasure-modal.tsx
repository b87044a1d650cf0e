import type { ErasedVoice, Voice } from '#contract/voices.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { clock, countOf, day } from '#web/ui/text.ts';
import { useVoiceErasure, type VoiceErasure } from './use-voice-erasure.ts';
import './voice-erasure.css';

export function VoiceErasureModal() {
  const erasure = useVoiceErasure();
  const { step, voice, failure } = erasure;
  const isAsked = step === 'confirming' || step === 'erasing';
  return (
    <Dialog
      open
      title={isAsked && voice !== null ? `Erase the voice of ${voice.label}?` : 'Erase a voice'}
      onClose={erasure.close}
    >
      <div className="voice-erasure">
        {step === 'loading' ? <Skeleton label="Loading the voices" lines={5} /> : null}
        {step === 'refused' ? (
          <>
            <Notice kind="error">{failure?.message}</Notice>
            <div className="dialog-actions">
              <Button kind="primary" onClick={erasure.retry}>
                Try again
              </Button>
            </div>
          </>
        ) : null}
        {step === 'choosing' || step === 'requeueing' ? <Voices erasure={erasure} /> : null}
        {isAsked && voice !== null ? <Question erasure={erasure} voice={voice} /> : null}
      </div>
    </Dialog>
  );
}

const said = ({ lineCount, seconds }: Pick<Voice, 'lineCount' | 'seconds'>) =>
  [countOf(lineCount, 'line'), seconds > 0 ? clock(seconds) : ''].filter(Boolean).join(' · ');

function Voices({ erasure }: { erasure: VoiceErasure }) {
  const { sheet } = erasure;
  if (sheet === null) return null;
  return (
    <>
      <p>
        If somebody does not want to be in the recording, take their voice out of this session: their lines,
        every statement that stands on them, and the sound.
      </p>
      {sheet.voices.length === 0 ? (
        <p className="muted">
          {sheet.transcriptId === null
            ? 'This session has no transcript yet. Whoever speaks in it appears here once it has one.'
            : 'The transcript names no speakers. Say who speaks by editing lines of the transcript; then they appear here.'}
        </p>
      ) : (
        <ul className="voice-list">
          {sheet.voices.map((voice) => (
            <li key={voice.speakerId}>
              <span>
                <strong>{voice.label}</strong> <span className="muted">{said(voice)}</span>
              </span>
              <Button
                kind="quiet"
                icon="trash"
                disabled={erasure.step !== 'choosing'}
                onClick={() => erasure.choose(voice.speakerId)}
              >
                Erase {voice.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {sheet.erased.length === 0 ? null : (
        <section aria-label="Erased voices">
          <h3>Erased</h3>
          <ul className="voice-list">
            {sheet.erased.map((erased) => (
              <li key={erased.id}>
                <span>
                  <strong>{erased.label}</strong>{' '}
                  <span className="muted">
                    {said(erased)} · {day(erased.erasedAt)}
                  </span>
                  <span role="status" className="voice-sound">
                    {soundWords[erased.sound]}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          {sheet.erased.some(({ sound }) => sound === 'failed') ? (
            <Button busy={erasure.step === 'requeueing'} onClick={erasure.silence}>
              Silence the recording again
            </Button>
          ) : null}
        </section>
      )}
    </>
  );
}

const soundWords: Readonly<Record<ErasedVoice['sound'], string>> = {
  none: 'There was no recording.',
  untouched:
    'The transcript was not made of the recording of this session, so the recording is as it was. Delete it if the voice is in it.',
  silencing: 'The recording is being silenced. Until it is, nobody can hear it.',
  silenced: 'The recording is silent where the voice was.',
  failed: 'The recording could not be silenced. Nobody can hear it until it is.',
};

function Question({ erasure, voice }: { erasure: VoiceErasure; voice: Voice }) {
  const isBusy = erasure.step === 'erasing';
  return (
    <>
      <p>This goes at once, and nothing brings it back:</p>
      <ul className="voice-gone">
        <li>
          {countOf(voice.lineCount, 'line')} of the transcript
          {voice.seconds > 0 ? ` (${clock(voice.seconds)})` : ''}, with every edit and correction of these
          lines
        </li>
        <li>every statement in analyses and notes that stands on them, also in earlier versions</li>
        <li>the sound of the recording, if there still is one: it is silenced where {voice.label} speaks</li>
      </ul>
      <p className="muted">
        Sounds that are in no line, such as laughter, stay. So do notes that you wrote in your own words,
        files that you downloaded, and what was posted or mailed.
      </p>
      <div className="dialog-actions">
        <Button key="keep" disabled={isBusy} onClick={erasure.keep} data-starts-here>
          Keep the voice
        </Button>
        <Button key="erase" kind="danger" busy={isBusy} onClick={erasure.erase}>
          Erase this voice
        </Button>
      </div>
    </>
  );
}
