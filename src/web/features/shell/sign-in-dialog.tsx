import { useSignIn } from '#web/app/hooks.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SignInForm, signInHeadings } from './sign-in-form.tsx';

/** The sign-in modal (R2.32). It ends by itself: success leads to /campaign (R1.6). */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const signIn = useSignIn();
  return (
    <Dialog open={!signIn.isDone} title={signInHeadings[signIn.mode]} onClose={onClose}>
      <SignInForm
        mode={signIn.mode}
        busy={signIn.isBusy}
        failure={signIn.failure}
        onChangeMode={signIn.switchMode}
        onSubmit={signIn.submit}
      />
    </Dialog>
  );
}
