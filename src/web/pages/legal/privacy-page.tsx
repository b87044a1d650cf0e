import { LegalPage } from './legal-page.tsx';
import { LegalTextView } from './legal-text.tsx';

/** `/privacy` (R2.10, R2.17): the server has the text (src/server/legal). */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      lead="Recordings of people at a table are about as private as data gets. This is what happens to them."
    >
      <LegalTextView name="privacy" />
    </LegalPage>
  );
}
