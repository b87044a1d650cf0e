import { useDataExport } from '#web/flows/data-export/use-data-export.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LinksSection } from './links-section.tsx';
import { StorageSection } from './storage-section.tsx';

export function DataSection() {
  const { isPreparing, isSaved, failure, request, cancel } = useDataExport();
  const { open } = useModals();
  return (
    <div className="settings-section">
      <div className="settings-row">
        <div>
          <h3>Export everything</h3>
          <p className="account-aside">
            One zip file with your account, settings and credits, plus the notes, transcript, result and (if
            still stored) recording of every session.
          </p>
        </div>
        <Button onClick={request} busy={isPreparing}>
          {isPreparing ? 'Preparing …' : failure ? 'Try again' : 'Export my data'}
        </Button>
      </div>
      {isPreparing ? (
        <p className="settings-state" role="status">
          Recordings take a while. You can close this dialog and keep working.{' '}
          <button type="button" className="link-button" onClick={cancel}>
            Cancel the export
          </button>
        </p>
      ) : null}
      {isSaved ? (
        <Notice kind="success" announced>
          Your archive is in this device’s downloads.
        </Notice>
      ) : null}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      <StorageSection />
      <LinksSection />
      <div className="settings-row settings-danger">
        <div>
          <h3>Delete account</h3>
          <p className="account-aside">
            Deletes everything, immediately and permanently. You’ll type a phrase and sign in again to
            confirm.
          </p>
        </div>
        <Button kind="danger" onClick={() => open('deleteAccount')}>
          Delete account
        </Button>
      </div>
    </div>
  );
}
