import { Link } from 'wouter';
import { SleepingDragon } from '#web/ui/illustrations/sleeping-dragon.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import './not-found.css';

const ways: readonly { path: string; title: string; text: string }[] = [
  { path: '/', title: 'Start', text: 'What Hearthscribe does, with a session to read' },
  { path: '/faq', title: 'FAQ', text: 'Answers to common questions' },
  { path: '/tips-and-tricks', title: 'Tips and Tricks', text: 'How to record a session well' },
  { path: '/blog', title: 'Blog', text: 'On notes, recording and evidence' },
];

/** Every unknown address (R2.15). */
export function NotFoundPage() {
  return (
    <main id="main" className="page-main not-found" tabIndex={-1}>
      <SleepingDragon className="not-found-picture" />
      <PageHeading title="This page is not on the map" />
      <p className="not-found-text">
        There is nothing here but a sleeping dragon. The page may have moved, or the address may have a typo.
      </p>
      <nav aria-label="Where to go instead">
        <ul className="not-found-ways">
          {ways.map(({ path, title, text }) => (
            <li key={path}>
              <Link href={path}>{title}</Link>
              <span className="muted">{text}</span>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}
