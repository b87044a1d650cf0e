import { useDataExport } from '#web/flows/data-export/use-data-export.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LinksSection } from './links-section.tsx';

/** Takes everything along, or takes everything away. */
export function DataSection() {
  const { isPreparing, isSaved, failure, request, cancel } = useDataExport();
  const { open, canOpen } = useModals();
  return (
    <div className="settings-section">
      <div className="settings-row">
        <div>
          <h3>Export everything</h3>
          <p className="account-aside">
            One archive (zip) with your account, settings and credits, and of every session the notes, the
            transcript, the result and the recording while it is stored.
          </p>
        </div>
        <Button onClick={request} busy={isPreparing}>
          {isPreparing ? 'Preparing …' : failure ? 'Try again' : 'Export my data'}
        </Button>
      </div>
      {isPreparing ? (
        <p className="settings-state" role="status">
          Recordings take their time. You may close this and go on.{' '}
          <button type="button" className="link-button" onClick={cancel}>
            Stop the export
          </button>
        </p>
      ) : null}
      {isSaved ? (
        <Notice kind="success" announced>
          Your archive is in the downloads of this device.
        </Notice>
      ) : null}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      <LinksSection />
      {canOpen('deleteAccount') ? (
        <div className="settings-row settings-danger">
          <div>
            <h3>Delete account</h3>
            <p className="account-aside">
              Takes away all of it, at once and for good. You confirm it by a phrase and by signing in once
              more.
            </p>
          </div>
          <Button kind="danger" onClick={() => open('deleteAccount')}>
            Delete account
          </Button>
        </div>
      ) : null}
    </div>
  );
}
