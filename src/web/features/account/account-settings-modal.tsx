import { useState } from 'react';
import { useCredentialsChange } from '#web/flows/credentials-change/use-credentials-change.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import type { ModalViewProps } from '#web/hooks/modal-views.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import '#web/ui/styles/account.css';
import './settings/settings.css';
import { CreditsSection } from './credits/credits-section.tsx';
import { BrowserNotices } from './settings/browser-notices.tsx';
import { DataSection } from './settings/data-section.tsx';
import { PreferencesSection } from './settings/preferences-section.tsx';
import { SignInSection } from './settings/sign-in-section.tsx';

const Writers = lateView(async () => (await import('./settings/writers-section.tsx')).WritersSection);

type Section = 'preferences' | 'account' | 'credits' | 'data';

export function AccountSettingsModal(props: ModalViewProps) {
  return <AccountSettings {...props} first="preferences" />;
}

export function CreditsAndBillingModal(props: ModalViewProps) {
  return <AccountSettings {...props} first="credits" />;
}

export function YourDataModal(props: ModalViewProps) {
  return <AccountSettings {...props} first="data" />;
}

function AccountSettings({ onClose, first }: ModalViewProps & { first: Section }) {
  const [section, setSection] = useState<Section>(first);
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
          {
            key: 'preferences',
            label: 'Preferences',
            content: (
              <div className="settings-section">
                <PreferencesSection />
                <Writers />
                <BrowserNotices />
              </div>
            ),
          },
          { key: 'account', label: 'Account', content: <SignInSection /> },
          {
            key: 'credits',
            label: 'Credits and billing',
            content: section === 'credits' ? <CreditsSection /> : null,
          },
          { key: 'data', label: 'Your data', content: <DataSection /> },
        ]}
      />
    </Dialog>
  );
}
