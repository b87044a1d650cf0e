import { Link } from 'wouter';
import { creditsPerHour } from '#contract/credits.ts';
import { graceDays } from '#contract/prices.ts';
import { LegalPage, type LegalPart } from './legal-page.tsx';
import { Operator } from './operator.tsx';

const parts: readonly LegalPart[] = [
  {
    id: 'who',
    title: 'Who offers this',
    text: (
      <>
        <p>
          Hearthscribe, as you reach it at this address, is offered by <Operator says="provider" />,{' '}
          <Operator says="address" />. Questions and complaints go to <Operator says="contact" />.
        </p>
        <p>
          These terms are between you and this provider. By making an account you agree to them; with an
          account, you also agree to later versions when you are asked to.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    title: 'What you get',
    text: (
      <>
        <p>
          Hearthscribe turns a recording or a transcript of a tabletop role-playing session into a transcript
          and session notes. There are two levels of detail, brief and comprehensive. You can read, edit, copy
          and delete what was made.
        </p>
        <p>
          The notes are made by machines and can be wrong: a name may be misheard, a joke taken for an event,
          a plan for a deed. That is why each line shows the words it stands on. Check what matters before you
          rely on it. How the machines work is told under <Link href="/ai">AI philosophy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <>
        <p>
          You need an account with an e-mail address that you can read. Keep your password to yourself, and
          tell us at <Operator says="contact" /> if somebody else got hold of it. One account is for one
          person. The least age is <Operator says="minimumAge" />.
        </p>
        <p>
          After repeated wrong passwords an account is locked for a quarter of an hour; resetting the password
          by e-mail unlocks it at once.
        </p>
      </>
    ),
  },
  {
    id: 'table',
    title: 'The people at your table',
    text: (
      <>
        <p>
          A recording holds the voices of others. Record only with the consent of everyone who can be heard,
          before you begin, and stop if somebody withdraws it. In many countries recording people without
          their knowledge is an offence. You answer for having their consent, also for having the recording
          transcribed.
        </p>
        <p>
          If one of them asks you to remove their voice, delete the session or replace its recording: both
          take the audio off this server.
        </p>
      </>
    ),
  },
  {
    id: 'content',
    title: 'Your content stays yours',
    text: (
      <>
        <p>
          Recordings, transcripts, notes and everything you write remain yours, or your table’s. You allow the
          provider to store and process them as far as that is needed to make your notes and show them to you,
          and for nothing else. They are not used to train models; the{' '}
          <Link href="/privacy">privacy policy</Link> tells which services, if any, see them on the way.
        </p>
        <p>
          Upload nothing that you have no right to, such as an episode of somebody else’s show that its makers
          did not release for this.
        </p>
      </>
    ),
  },
  {
    id: 'price',
    title: 'What it costs',
    text: (
      <>
        <p>
          Uploading is free. An analysis costs credits by the length of the recording: {creditsPerHour.brief}{' '}
          credits an hour for a brief one, {creditsPerHour.comprehensive} for a comprehensive one, rounded up
          to whole credits for the exact length that the server measured. The exact price stands there before
          you start. What credits cost is shown under <Link href="/pricing">Pricing</Link>.
        </p>
        <p>
          Credits are set aside when an analysis starts and taken when it is completed. One that fails, or
          that you cancel before the notes are being written, costs nothing. However often it is tried again
          after a failure, the price is taken once at most.
        </p>
        <p>
          Credits that you pay for as you go never expire. Credits of a subscription are delivered monthly and
          expire one year after they were added. Upgrades apply at once, downgrades with the next cycle; a
          cancelled subscription lasts until the end of its period. Where the provider has not set up
          payments, credits cannot be bought at all.
        </p>
        <p>
          Payments are taken by Stripe, on pages of its own. Prices are in US dollars; taxes:{' '}
          <Operator says="taxes" />. A subscription renews by itself each month until you cancel it in the
          billing portal. If a payment fails, we write to you and the subscription goes on for {graceDays}{' '}
          days; unpaid then, it ends. Credits that you have stay yours.
        </p>
        <p>
          When a payment is given back, or its bank takes it back, the credits that it brought go with it as
          far as they have not been used; a balance never falls below zero. Withdrawal and refunds:{' '}
          <Operator says="refunds" />.
        </p>
      </>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    text: (
      <ul>
        <li>Do not try to reach what belongs to others, or to get around limits or prices.</li>
        <li>Do not upload what is unlawful, or what was recorded in secret.</li>
        <li>Do not use the service to watch people, or to tell who somebody is by their voice.</li>
        <li>Do not resell access to your account.</li>
      </ul>
    ),
  },
  {
    id: 'availability',
    title: 'Availability and change',
    text: (
      <p>
        The service may be down for maintenance, which is announced on the page where it is planned. An
        analysis that is interrupted goes on where it stood once the server is back. Features may change; what
        you have paid for is not taken from you by a change.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending it',
    text: (
      <>
        <p>
          You can stop at any time and delete sessions, campaigns and your account; what is deleted with them
          is told in the <Link href="/privacy#deletion">privacy policy</Link>. Copy your notes first, for a
          deletion cannot be undone. Deleting the account ends a subscription at once, and takes the credits
          that are left.
        </p>
        <p>
          The provider may close an account that seriously or repeatedly breaks these terms, after a warning
          where that is reasonable, and tells you why.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    text: (
      <p>
        <Operator says="liability" />.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    text: (
      <p>
        <Operator says="law" />.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    text: (
      <p>
        A new version shows the day from which it applies at the top of this page. Those who have an account
        are told what has changed and asked for their agreement before it binds them.
      </p>
    ),
  },
];

/** `/terms` (R2.10, R2.17): a template that is true to the software; the operator adds what makes it a contract. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms"
      lead="What you can expect from Hearthscribe, and what it expects of you."
      fields={['provider', 'address', 'contact', 'minimumAge', 'taxes', 'refunds', 'liability', 'law']}
      parts={parts}
    />
  );
}
