import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { Switch } from '#web/ui/choice.tsx';

/** Offers an email where the user waits; the choice is one of the account's preferences. */
export function ReadyMail() {
  const { preferences, change } = usePreferences();
  if (preferences === null) return null;
  return (
    <Switch
      label="Email me when my notes are ready"
      checked={preferences.mail_when_notes_ready}
      onChange={({ target }) => change({ mail_when_notes_ready: target.checked })}
    />
  );
}
