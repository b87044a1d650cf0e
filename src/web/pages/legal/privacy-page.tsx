import { Link } from 'wouter';
import { LegalPage, type LegalPart } from './legal-page.tsx';
import { Operator } from './operator.tsx';

const parts: readonly LegalPart[] = [
  {
    id: 'controller',
    title: 'Who is responsible',
    text: (
      <p>
        <Operator says="provider" />, <Operator says="address" />. For questions about your data write to{' '}
        <Operator says="privacyContact" />. This server stands here: <Operator says="hosting" />.
      </p>
    ),
  },
  {
    id: 'kept',
    title: 'What is kept, and what for',
    text: (
      <>
        <h3>Your account</h3>
        <p>
          Your e-mail address, whether you have proved it, your name where the sign-in gives one, when the
          account was made, and when you signed in. The sign-in that comes with the software keeps no
          password, only a value against which one can be checked; of sign-in and mail codes it keeps hashes.
          It also counts wrong passwords for a quarter of an hour, to stop guessing.
        </p>
        <p>
          Also kept: your settings, which agreements you accepted in which version and when, and the feedback
          that you send, which only the operator reads.
        </p>
        <h3>Where you came from</h3>
        <p>
          With your sign-in the browser sends the page that linked here, the page you arrived at, campaign
          names and click numbers of that link, your browser’s own description, and the time; see the{' '}
          <Link href="/cookies">cookie policy</Link>. It serves to learn which mentions of Hearthscribe help
          people find it.
        </p>
        <h3>Your campaigns</h3>
        <p>
          Campaigns, sessions, recordings, transcripts, analyses and notes, as you upload, write and edit
          them. They serve to make and show your notes, and nothing else. A transcript names the speakers as
          the recording, the file or you name them.
        </p>
        <h3>Your credits</h3>
        <p>
          Every credit given, set aside, taken and given back, with its time, as in any honest account book.
        </p>
        <h3>Your payments</h3>
        <p>
          Where credits are sold: of each payment the amount, the currency, the time, what it brought and what
          was given back; of a subscription its level, its dates and whether its payments came; and the
          numbers under which Stripe knows them and you. No card, no bank account and no postal address is
          kept here.
        </p>
        <h3>Your country</h3>
        <p>
          Where the operator limits the service to some countries, the proxy in front of the server tells
          yours with each request. It decides whether you see a notice, and is not kept.
        </p>
        <h3>Server logs</h3>
        <p>
          One line for each request: time, method, path, result, duration, a number of the request, and the
          number of the signed-in user. Network addresses, e-mail addresses, tokens, questions in the address
          and contents are not logged. To slow down guessing, the sign-in counts requests by network address,
          in memory only. Logs and backups are kept for: <Operator says="retention" />.
        </p>
      </>
    ),
  },
  {
    id: 'voices',
    title: 'The voices at your table',
    text: (
      <>
        <p>
          A recording holds the voices of people who have no account here. Whoever uploads it answers for
          their consent. Voices are turned into words; no voice print is made, and nobody is recognised by
          their voice from one session to the next.
        </p>
        <p>
          If your voice is in a recording that you did not agree to, ask the game master to delete it, or
          write to <Operator says="privacyContact" />.
        </p>
      </>
    ),
  },
  {
    id: 'engines',
    title: 'Who else sees it',
    text: (
      <>
        <p>
          As it comes, the software hands your recordings and transcripts to nobody: all work is done on this
          server. An operator can set up services instead. Then these see the following, and no more:
        </p>
        <ul>
          <li>
            <strong>A speech service</strong> gets the sound in pieces of a few minutes (silence is left out),
            the language, and names of the campaign, so that it spells them right. It gets no e-mail address
            and no account number.
          </li>
          <li>
            <strong>A notes service</strong> gets the words of the transcript with the speakers’ names as they
            stand there, and what you wrote about the campaign: title, rules, setting, characters with who
            plays them, names, and your wishes. It gets no sound.
          </li>
          <li>
            <strong>A sign-in service</strong> (Amazon Cognito, or Google if you choose to sign in by it) gets
            your e-mail address and takes your password.
          </li>
          <li>
            <strong>A mail service</strong> gets your e-mail address and the text of mails with codes.
          </li>
          <li>
            <strong>Stripe</strong>, where credits are sold, takes the payments on pages of its own and under
            its own privacy policy. It gets your e-mail address, the number of your account, what you buy,
            your browser’s description of itself and, where there are such, the mark of the partner who
            recommended Hearthscribe and the number by which a measuring service knows your browser. Your card
            you give to Stripe alone: its number never reaches this server.
          </li>
          <li>
            <strong>Measuring and advertising services</strong>, only after you have agreed; see the{' '}
            <Link href="/cookies">cookie policy</Link>.
          </li>
        </ul>
        <p>
          Set up on this server: <Operator says="processors" />. Outside the country:{' '}
          <Operator says="transfers" />.
        </p>
      </>
    ),
  },
  {
    id: 'training',
    title: 'No training',
    text: (
      <p>
        Your recordings, transcripts and notes are not used to train models by us: the software holds nothing
        that could. What a service that the operator has set up does with what it receives is told in its own
        terms; the operator names it above.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long',
    text: (
      <ul>
        <li>
          A recording is deleted 30 days after its latest analysis, unless the operator has set another time;
          0 days means that it goes as soon as the analysis is done. One that was never analysed stays until
          you delete its session or replace it.
        </li>
        <li>A recording that you replace is deleted once no analysis works on it.</li>
        <li>An upload that was never finished is deleted after 7 days.</li>
        <li>
          Transcripts, analyses and notes stay until you delete their session, campaign or your account.
        </li>
        <li>Sign-ins end after 30 days.</li>
      </ul>
    ),
  },
  {
    id: 'deletion',
    title: 'Deletion',
    text: (
      <>
        <p>
          Deleting a session takes its recording, transcript, analyses and notes; deleting a campaign takes
          all its sessions. Both happen at once. A file that a crash leaves behind is found and removed within
          two hours.
        </p>
        <p>
          Deleting your account, after you have signed in once more, takes all campaigns, your settings, your
          feedback and the account itself; a receipt goes to your address. Two things stay. The account book
          of credits keeps amounts and times under a random number that no longer leads to you. And the number
          by which the sign-in knew you is remembered, so that an old sign-in cannot bring the account back to
          life.
        </p>
        <p>
          If you have paid, Stripe is told to delete you as its customer, and again until it has; a
          subscription ends with that. Payments stay in the account book under the random number, and with
          Stripe for as long as the law asks it to keep them.
        </p>
        <p>
          In backups, deleted data lives on until they are overwritten: <Operator says="retention" />.
        </p>
      </>
    ),
  },
  {
    id: 'public',
    title: 'What others can see',
    text: (
      <p>
        Nothing that you upload is public. Other users of this server see nothing of yours, and asking for the
        address of somebody else’s session answers as if it did not exist.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>
          Under the law of many countries, that of the European Union among them, you may ask what is kept
          about you, have it put right, have it deleted, have its use restricted, object to it, and take it
          with you. You may take back a consent at any time. Write to <Operator says="privacyContact" />.
        </p>
        <p>
          Legal basis: <Operator says="legalBasis" />. You may complain to: <Operator says="authority" />.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is guarded',
    text: (
      <p>
        Every call is checked for who makes it, and every row belongs to one user. Sign-in proofs live an hour
        and are checked on each call. The pages run no script from elsewhere as long as no measuring service
        is set up. The connection is encrypted wherever the operator has put HTTPS in front, as the guide
        asks.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        A new version shows the day from which it applies at the top of this page; those who have an account
        are told what has changed.
      </p>
    ),
  },
];

/** `/privacy` (R2.10, R2.17): what is kept, for how long, and who sees it. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      lead="Recordings of people at a table are about as private as data gets. This is what happens to them."
      fields={[
        'provider',
        'address',
        'privacyContact',
        'hosting',
        'retention',
        'processors',
        'transfers',
        'legalBasis',
        'authority',
      ]}
      parts={parts}
    />
  );
}
