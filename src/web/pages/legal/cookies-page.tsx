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
        Hearthscribe itself sets two kinds of cookies: one when you sign in with a password, to protect your
        account, and one when you open a page for players with its passphrase. It stores a few entries in your
        browser’s own storage, which, unlike cookies, are not sent with every request. It loads analytics and
        advertising services only if the operator has set them up <em>and</em> you have agreed.
      </p>
    ),
  },
  {
    id: 'stored',
    title: 'What Hearthscribe stores in your browser',
    text: <ItemTable caption="Stored by Hearthscribe" items={storedItems} />,
  },
  {
    id: 'consent',
    title: 'What others may store if you agree',
    text: (
      <>
        <p>
          If this server uses such a service, we ask you on your first visit. The services that the software
          supports would store the following. Until you agree, we don’t even load their scripts.
        </p>
        <ItemTable caption="Stored after consent" items={consentedItems} />
        <p>
          They then see which public pages you open and which links and buttons you click there. In your
          campaigns they see at most the name of a button, never a title, a note or a word from your table. If
          you are signed in, they get a hash (SHA-256) of your email address, which lets them recognize an
          address that they already know. Your browser sends the ids of their cookies to this server with each
          request.
        </p>
        <p>If your browser sends Global Privacy Control or Do Not Track, we load nothing and don’t ask.</p>
      </>
    ),
  },
  {
    id: 'control',
    title: 'How to view and delete it',
    text: (
      <>
        <p>
          Every browser shows what a site keeps: in Chrome, Edge and Firefox press F12 and open Application or
          Storage; in Safari turn on the Develop menu in the settings first. The site settings of each browser
          delete all of it with one click. You lose nothing of your campaigns, because they are on the server.
          You are signed out, and small choices return to their defaults.
        </p>
        <p>
          If your browser blocks storage, you can still read the public pages, but you can’t stay signed in.
        </p>
      </>
    ),
  },
  {
    id: 'more',
    title: 'More on your data',
    text: (
      <p>
        The <Link href="/privacy">privacy policy</Link> says what the server stores, for how long, how to
        delete it, and whom to ask.
      </p>
    ),
  },
];

function YourChoice() {
  return (
    <div className="prose">
      <Part id="your-choice" title="Your choice">
        <div className="choice-place" data-island="consent-choice">
          <p>
            You can change your mind here at any time. This needs JavaScript; without it, no analytics or
            advertising service runs either.
          </p>
        </div>
      </Part>
    </div>
  );
}

/** `/cookies` (R2.10): what we store in the browser, by name. */
export function CookiesPage() {
  return (
    <LegalPage title="Cookie policy" lead="Everything that is stored in your browser, item by item.">
      <LegalTextView name="cookies" own={<LegalParts parts={parts} />} />
      <YourChoice />
    </LegalPage>
  );
}
