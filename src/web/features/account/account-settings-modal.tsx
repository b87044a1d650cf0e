import { useState } from 'react';
import { type ModalViewProps, useCredentialsChange } from '#web/app/hooks.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import './account.css';
import './settings/settings.css';
import { DataSection } from './settings/data-section.tsx';
import { PreferencesSection } from './settings/preferences-section.tsx';
import { SignInSection } from './settings/sign-in-section.tsx';

type Section = 'preferences' | 'account' | 'data';

/** What a user prefers, how they sign in, and what is kept of them (R2.34, R3.4). */
export function AccountSettingsModal({ onClose }: ModalViewProps) {
  const [section, setSection] = useState<Section>('preferences');
  const { cancel } = useCredentialsChange();
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <Dialog open wide title="Account settings" onClose={close}>
      <Tabs<Section>
        label="Account settings"
        selected={section}
        onSelect={setSection}
        items={[
          { key: 'preferences', label: 'Preferences', content: <PreferencesSection /> },
          { key: 'account', label: 'Account', content: <SignInSection /> },
          { key: 'data', label: 'Your data', content: <DataSection /> },
        ]}
      />
    </Dialog>
  );
}
