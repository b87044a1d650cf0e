import { LegalPage } from './legal-page.tsx';

/** `/privacy` (R2.10, R2.17): what the product keeps; the operator adds who they are. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      operatorAdds="The controller's name and contact, the places where this server and its engines run, and the rights of users under the local law are not filled in yet."
    >
      <h2>What is kept</h2>
      <p>
        Your e-mail address and a proof of your password; the recordings and transcripts you upload; the notes
        made from them; and the record of your credits.
      </p>
      <h2>What it is used for</h2>
      <p>
        To make your notes, and for nothing else. A recording goes to the speech recognition and its
        transcript to the notes engine that the operator has set up. Nothing you upload is public.
      </p>
      <h2>How long</h2>
      <p>
        Deleting a session or a campaign deletes its recording, transcript, analyses and notes. Uploads that
        were never finished are removed after seven days.
      </p>
    </LegalPage>
  );
}
