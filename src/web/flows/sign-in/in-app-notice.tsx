import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface InAppNoticeProps {
  app: string;
  url: string;
  copied: boolean;
  failure: string | null;
  onCopy: () => void;
  onStay: () => void;
}

export function InAppNotice({ app, url, copied, failure, onCopy, onStay }: InAppNoticeProps) {
  return (
    <div className="sign-in">
      <p>
        You are using the built-in browser of {app}. Google sign-in does not work here, and uploads may fail.
        Please visit us in a real browser such as Chrome, Firefox or Safari.
      </p>
      <p className="sign-in-address">{url}</p>
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      <div className="sign-in-ways">
        <Button kind="primary" icon={copied ? 'check' : 'copy'} onClick={onCopy}>
          {copied ? 'URL copied!' : 'Copy Website URL'}
        </Button>
        <Button kind="quiet" onClick={onStay}>
          Continue here by email
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {copied ? 'URL copied!' : ''}
      </p>
    </div>
  );
}
