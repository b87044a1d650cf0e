import type { Preferences } from '#contract/preferences.ts';
import type { PreferenceChange } from '#machines/preferences/preferences.setup.ts';
import { useAuth } from '#web/flows/auth/use-auth.ts';
import { usePreferences } from '#web/flows/preferences/use-preferences.ts';
import { Button } from '#web/ui/button.tsx';
import { Choices, Switch } from '#web/ui/choice.tsx';
import { Select } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { languages } from '#web/ui/languages.ts';
import { Notice } from '#web/ui/notice.tsx';

const themes: readonly { key: Preferences['theme']; label: string }[] = [
  { key: 'light', label: 'Light' },
  { key: 'dark', label: 'Dark' },
  { key: 'system', label: 'Same as my device' },
];

const levels: readonly { key: Preferences['default_detail_level']; label: string; text: string }[] = [
  {
    key: 'brief',
    label: 'Brief',
    text: 'The essentials. If a free analysis covers it, you get the comprehensive page.',
  },
  { key: 'comprehensive', label: 'Comprehensive', text: 'More of the evening.' },
];

const names: Readonly<Record<keyof PreferenceChange, string>> = {
  theme: 'theme',
  default_detail_level: 'default level of detail',
  default_language: 'spoken language',
  auto_copy_analysis_to_notes: 'copying results into empty notes',
  show_alpha_features: 'alpha features',
  mail_when_notes_ready: 'emails about notes',
  tour_seen: 'hints',
  notes_writer: 'who writes your notes',
};

const savedWords = {
  known: 'As of your last visit',
  saving: 'Saving …',
  saved: 'Saved',
} as const;

function Unsaved({ unsaved }: { unsaved: readonly (keyof PreferenceChange)[] }) {
  return (
    <p>
      Not saved yet: {unsaved.map((name) => names[name]).join(', ')}. Keep this page open: your changes will
      be saved when the connection is back.
    </p>
  );
}

function Saving() {
  const { savedState, failure, unsaved, retry } = usePreferences();
  if (savedState === 'failed')
    return (
      <Notice kind="error" title="Your changes are not saved yet">
        <p>{failure?.message}</p>
        <Unsaved unsaved={unsaved} />
        <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  if (savedState === 'waiting')
    return (
      <div className="settings-state" role="status">
        <Unsaved unsaved={unsaved} />
      </div>
    );
  return (
    <p className="settings-state" role="status">
      {savedState === 'saved' ? <Icon name="check" /> : null}
      {savedWords[savedState]}
    </p>
  );
}

export function PreferencesSection() {
  const { user } = useAuth();
  const { preferences, change } = usePreferences();
  if (preferences === null) return null;
  return (
    <div className="settings-section">
      <Saving />
      <Choices
        legend="Theme"
        cards
        choices={themes}
        selected={preferences.theme}
        onChoose={(theme) => change({ theme })}
      />
      <Choices
        legend="Default level of detail"
        cards
        choices={levels}
        selected={preferences.default_detail_level}
        onChoose={(level) => change({ default_detail_level: level })}
      />
      <Select
        label="Spoken language"
        hint="Used to transcribe recordings, unless a campaign sets its own language."
        value={preferences.default_language ?? ''}
        choices={[
          { key: '', label: 'Detect from the recording' },
          ...languages(preferences.default_language),
        ]}
        onChoose={(language) => change({ default_language: language || null })}
      />
      <Switch
        label="Copy results into empty notes"
        hint="After an analysis. We never change notes that you have written."
        checked={preferences.auto_copy_analysis_to_notes}
        onChange={({ target }) => change({ auto_copy_analysis_to_notes: target.checked })}
      />
      <Switch
        label="Email me when my notes are ready"
        hint="With the first lines of the page. Also when an analysis stops early."
        checked={preferences.mail_when_notes_ready}
        onChange={({ target }) => change({ mail_when_notes_ready: target.checked })}
      />
      {user?.isAlphaTester ? (
        <Switch
          label="Show alpha features"
          hint="You are an alpha tester. Turn this off to hide them from the menu."
          checked={preferences.show_alpha_features}
          onChange={({ target }) => change({ show_alpha_features: target.checked })}
        />
      ) : null}
    </div>
  );
}
