import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { useReadyNotice } from '#web/flows/ready-notice/use-ready-notice.ts';
import { Switch } from '#web/ui/choice.tsx';

export function ReadyChoices({ label = 'Email me when my notes are ready' }: { label?: string }) {
  const { preferences, change } = usePreferences();
  const notice = useReadyNotice();
  if (preferences === null) return null;
  return (
    <div className="ready-choices">
      <Switch
        label={label}
        checked={preferences.mail_when_notes_ready}
        onChange={({ target }) => change({ mail_when_notes_ready: target.checked })}
      />
      {notice === null ? null : <Switch {...notice} />}
    </div>
  );
}
