import { Link } from 'wouter';
import { Table } from '#web/ui/table.tsx';
import { Part } from '../reading/reading-page.tsx';
import { LegalPage, type LegalPart, LegalParts } from './legal-page.tsx';
import { LegalTextView } from './legal-text.tsx';
import { consentedItems, type StoredItem, storedItems } from './stored-items.ts';

const whenInWords: Readonly<Record<StoredItem['when'], string>> = {
  'first visit': 'on your first visit',
  'sign-in': 'when you sign in',
  use: 'when you use it',
  choice: 'when you choose',
  consent: 'only after you agree',
};

function ItemTable({ caption, items }: { caption: string; items: readonly StoredItem[] }) {
  return (
    <Table
      caption={caption}
      captionHidden
      columns={[
        {
          key: 'name',
          label: 'Name',
          show: (item) => (
            <span className="stored-name">
              <code>{item.name}</code>
              <span className="muted">{item.where}</span>
            </span>
          ),
        },
        { key: 'purpose', label: 'What it is for', show: (item) => item.purpose },
        { key: 'when', label: 'Written', show: (item) => whenInWords[item.when] },
        { key: 'kept', label: 'Kept', show: (item) => item.kept },
      ]}
      rows={items}
      keyOf={(item) => item.name}
    />
  );
}

const parts: readonly LegalPart[] = [
  {
    id: 'short',
    title: 'The short version',
    text: (
      <p>
        Hearthscribe itself sets one cookie at most, when you sign in with a password, for the safety of your
        account. It keeps a few entries in your browser’s own storage, which do not travel with every request
        as cookies do. Measuring and advertising services are loaded only where the operator has set them up{' '}
        <em>and</em> you have agreed.
      </p>
    ),
  },
  {
    id: 'stored',
    title: 'What Hearthscribe keeps in your browser',
    text: <ItemTable caption="Kept by Hearthscribe" items={storedItems} />,
  },
  {
    id: 'consent',
    title: 'What others may keep after you agree',
    text: (
      <>
        <p>
          If this server uses any such service, you are asked on your first visit. The services that the
          software can work with would keep the following. As long as you have not agreed, their scripts are
          not even fetched.
        </p>
        <ItemTable caption="Kept after consent" items={consentedItems} />
        <p>
          They then learn which public pages you open and which of their links and buttons you press. In your
          campaigns they learn at most the name of a button, never a title, a note or a word of your table. If
          you are signed in, they get a fingerprint (SHA-256) of your email address, by which they can
          recognise an address that they already know. This server gets the numbers of their cookies with each
          request.
        </p>
        <p>
          A browser that sends Global Privacy Control or Do Not Track has already answered: nothing is loaded,
          and you are not asked.
        </p>
      </>
    ),
  },
  {
    id: 'control',
    title: 'How to look at it and delete it',
    text: (
      <>
        <p>
          Every browser shows what a site keeps: in Chrome, Edge and Firefox press F12 and open Application or
          Storage; in Safari turn on the Develop menu in the settings first. The site settings of each browser
          delete all of it with one press. Nothing of your campaigns is lost by that: they are on the server.
          You are signed out, and small choices start from their defaults.
        </p>
        <p>
          If your browser refuses storage, reading the public pages still works; staying signed in does not.
        </p>
      </>
    ),
  },
  {
    id: 'more',
    title: 'More on your data',
    text: (
      <p>
        The <Link href="/privacy">privacy policy</Link> says what is kept on the server, for how long, how you
        delete it, and whom you can ask.
      </p>
    ),
  },
];

/** Stays below a text of the operator's own, too. */
function YourChoice() {
  return (
    <div className="prose">
      <Part id="your-choice" title="Your choice">
        <div className="choice-place" data-island="consent-choice">
          <p>
            Here you can change your mind at any time. That takes JavaScript; where it does not run, no
            service for measuring or advertising runs either.
          </p>
        </div>
      </Part>
    </div>
  );
}

/** `/cookies` (R2.10): what is kept in the browser, each by its name. */
export function CookiesPage() {
  return (
    <LegalPage title="Cookie policy" lead="Everything that is kept in your browser, each by its name.">
      <LegalTextView name="cookies" own={<LegalParts parts={parts} />} />
      <YourChoice />
    </LegalPage>
  );
}
