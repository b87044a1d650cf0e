import { LegalPage } from './legal-page.tsx';
import { LegalTextView } from './legal-text.tsx';

/** `/terms` (R2.10, R2.17): the server has the text (src/server/legal). */
export function TermsPage() {
  return (
    <LegalPage title="Terms" lead="What you can expect from Hearthscribe, and what it expects of you.">
      <LegalTextView name="terms" />
    </LegalPage>
  );
}
