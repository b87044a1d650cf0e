import type { Hearing } from '#contract/status.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { Notice } from '#web/ui/notice.tsx';

export function hearingOf(value: unknown): Hearing | null {
  const { state, megabytes } = recordOf(value);
  const isKnown = state === 'ready' || state === 'download' || state === 'unavailable';
  return isKnown && typeof megabytes === 'number' ? { state, megabytes } : null;
}

export function HearingNotice(props: { hearing: unknown }) {
  const hearing = hearingOf(props.hearing);
  if (hearing?.state === 'unavailable')
    return (
      <Notice kind="warning" announced={false} title="This server cannot transcribe recordings yet">
        You can upload one now: it is kept free of charge, and you can analyze it as soon as the server can
        transcribe. Or import a transcript of the session.
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
