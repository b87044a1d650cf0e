import { Button } from '#web/ui/button.tsx';
import { GoogleMark } from './google-mark.tsx';

interface GoogleContainerProps {
  disabled: boolean;
  onChoose: () => void;
}

/** The window opens in the click itself. */
export function GoogleContainer({ disabled, onChoose }: GoogleContainerProps) {
  return (
    <div className="sign-in-google" id="google-sign-in">
      <Button className="google-button" busy={disabled} onClick={onChoose}>
        <GoogleMark /> Continue with Google
      </Button>
      <p className="sign-in-or">or by email</p>
    </div>
  );
}

interface GoogleWaitProps {
  /** `window`: a popup; `page`: this window. */
  step: 'window' | 'blocked' | 'page';
  onRedirect: () => void;
  onBack: () => void;
}

export function GoogleWait({ step, onRedirect, onBack }: GoogleWaitProps) {
  if (step === 'blocked')
    return (
      <div className="sign-in-wait">
        <p>Your browser blocked the Google window. You can sign in with Google in this window instead.</p>
        <div className="button-row">
          <Button kind="primary" onClick={onRedirect}>
            Continue in this window
          </Button>
          <Button onClick={onBack}>Back</Button>
        </div>
      </div>
    );
  return (
    <div className="sign-in-wait" role="status">
      <div className="sign-in-wait-mark">
        <GoogleMark />
      </div>
      <p>{step === 'window' ? 'Choose your account in the Google window.' : 'Opening Google …'}</p>
      {step === 'window' ? (
        <p className="muted">Can’t see it? It may be behind this window. Cancel to start again.</p>
      ) : null}
      <Button onClick={onBack}>Cancel</Button>
    </div>
  );
}
