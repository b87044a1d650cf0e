import { Link } from 'wouter';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** R2.15 */
export function NotFoundPage() {
  return (
    <main id="main" className="page-main empty-state" tabIndex={-1}>
      <PageHeading title="This page is not on the map" />
      <p className="empty-state-text">
        There is nothing at this address. It may have been moved, or mistyped.
      </p>
      <Link href="/" className="button button-primary">
        Back to the start
      </Link>
    </main>
  );
}
