import { LegalPage } from './legal-page.tsx';

/** `/terms` (R2.10, R2.17): what the product does; the operator adds what makes it a contract. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms"
      operatorAdds="Name and address of the provider, applicable law, liability and the date these terms take effect are not filled in yet."
    >
      <h2>What you get</h2>
      <p>
        Hearthscribe turns a recording or a transcript of a role-playing session into session notes. The notes
        are made by machines and can be wrong; every line shows the words it stands on, so that you can check
        it.
      </p>
      <h2>What it costs</h2>
      <p>
        Uploading is free. An analysis costs credits by the length of the recording: 60 credits an hour for a
        brief one, 100 for a comprehensive one. The exact price is shown before you start. Credits are taken
        when an analysis is completed; one that fails, or that you cancel before the notes are being written,
        costs nothing.
      </p>
      <h2>What we ask of you</h2>
      <p>
        Record and upload only with the consent of everyone at the table. Your recordings, transcripts and
        notes remain yours.
      </p>
    </LegalPage>
  );
}
