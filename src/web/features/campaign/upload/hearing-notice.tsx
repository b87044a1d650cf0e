import type { Hearing } from '#contract/status.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { Notice } from '#web/ui/notice.tsx';

function understood(value: unknown): Hearing | null {
  const { state, megabytes } = recordOf(value);
  const isKnown = state === 'ready' || state === 'download' || state === 'unavailable';
  return isKnown && typeof megabytes === 'number' ? { state, megabytes } : null;
}

export function HearingNotice(props: { hearing: unknown }) {
  const hearing = understood(props.hearing);
  if (hearing?.state === 'unavailable')
    return (
      <Notice kind="warning" announced={false} title="This server cannot transcribe recordings yet">
        Import a transcript of the session instead. You can upload a recording now, but you can’t analyze it
        until the operator of this server sets up speech recognition.
      </Notice>
    );
  if (hearing?.state === 'download')
    return (
      <Notice kind="information" announced={false} title="The first recording takes longer">
        This server downloads its speech model ({hearing.megabytes} MB) before it transcribes the first
        recording. A transcript needs no download.
      </Notice>
    );
  return null;
}
