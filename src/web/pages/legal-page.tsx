import type { ReactNode } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** Frame of a legal text; says plainly what the operator of this server still has to add. */
export function LegalPage({
  title,
  operatorAdds,
  children,
}: {
  title: string;
  operatorAdds: string;
  children: ReactNode;
}) {
  return (
    <main id="main" className="page-main" tabIndex={-1}>
      <div className="prose">
        <PageHeading title={title} />
        <Notice kind="information" title="To be completed by the operator of this server">
          {operatorAdds}
        </Notice>
        {children}
      </div>
    </main>
  );
}
