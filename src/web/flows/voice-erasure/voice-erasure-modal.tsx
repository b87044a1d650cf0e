import type { ErasedVoice, Voice } from '#contract/voices.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { clock, countOf, day } from '#web/ui/text.ts';
import { useVoiceErasure, type VoiceErasure } from './use-voice-erasure.ts';
import './voice-erasure.css';

export function VoiceErasureModal() {
  const erasure = useVoiceErasure();
  const { step, voice, failure } = erasure;
  const isAsked = step === 'confirming' || step === 'erasing' || step === 'following';
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
            <TryAgain onRetry={erasure.retry} />
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
        If someone doesn’t want to be in the recording, you can remove them from this session: their lines,
        every statement based on them, and the sound of their voice.
      </p>
      {sheet.voices.length === 0 ? (
        <p className="muted">
          {sheet.transcriptId === null
            ? 'This session has no transcript yet. Its speakers will appear here.'
            : 'The transcript names no speakers. Name them by editing lines of the transcript; then they ' +
              'appear here.'}
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
    'The transcript was not made from this session’s recording, so the recording has not changed. ' +
    'Delete it if the voice is in it.',
  silencing: 'The recording is being silenced. Until then it can’t be played.',
  silenced: 'The recording is silent where the voice was.',
  failed: 'The recording could not be silenced. It can’t be played until it is.',
};

function Question({ erasure, voice }: { erasure: VoiceErasure; voice: Voice }) {
  const isBusy = erasure.step !== 'confirming';
  return (
    <>
      <p>This is deleted immediately, and you can’t undo it:</p>
      <ul className="voice-gone">
        <li>
          {countOf(voice.lineCount, 'line')} of the transcript
          {voice.seconds > 0 ? ` (${clock(voice.seconds)})` : ''}, with every edit and correction of these
          lines
        </li>
        <li>every statement in analyses and notes based on them, including earlier versions</li>
        <li>recaps of this session by a language model, because they retell all of it</li>
        <li>how they sound, if the campaign remembers their voice</li>
        <li>{voice.label} in the recording, if it still exists: it is silenced where they speak</li>
      </ul>
      <p className="muted">
        These stay: sounds that are not in any line, such as laughter; notes that you wrote in your own words;
        files that you downloaded; anything that was posted or emailed; and the server’s backups, until they
        are overwritten.
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
