import type { Hearing } from '#contract/status.ts';
import { recordOf } from '#contract/unknown-values.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countOf } from '#web/ui/text.ts';

export function hearingOf(value: unknown): Hearing | null {
  const { state, megabytes, languages } = recordOf(value);
  const isKnown = state === 'ready' || state === 'download' || state === 'unavailable';
  if (!isKnown || typeof megabytes !== 'number') return null;
  const isList = Array.isArray(languages) && languages.every((tag) => typeof tag === 'string');
  return { state, megabytes, ...(isList ? { languages } : {}) };
}

/** Before a recording is sent: which languages the server transcribes, if it knows. */
export function HeardLanguages(props: { hearing: unknown }) {
  const hearing = hearingOf(props.hearing);
  const tags = hearing?.languages ?? [];
  if (tags.length === 0 || hearing?.state === 'unavailable') return null;
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const listed = tags
    .map((tag) => names.of(tag) ?? tag)
    .toSorted((one, other) => one.localeCompare(other, 'en'));
  return (
    <Disclosure title={`This server transcribes ${countOf(tags.length, 'language')}`}>
      <p>{listed.join(', ')}. For any other language, import a transcript.</p>
    </Disclosure>
  );
}

export function HearingNotice(props: { hearing: unknown }) {
  const hearing = hearingOf(props.hearing);
  if (hearing?.state === 'unavailable')
    return (
      <Notice kind="warning" announced={false} title="This server cannot transcribe recordings yet">
        You can upload one now: we keep it free of charge, and you can analyze it as soon as the server can
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
