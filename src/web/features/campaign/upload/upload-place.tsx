import { useAuth } from '#web/flows/auth/use-auth.ts';
import { useCreditOffer } from '#web/flows/checkout/use-purchase.ts';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { useTranscriptImport } from '#web/flows/transcript-import/use-transcript-import.ts';
import { useUpload } from '#web/flows/upload/use-upload.ts';
import { useServerFacts } from '#web/hooks/shell-hooks.ts';
import { UploadPanel } from './upload-panel.tsx';

interface UploadPlaceProps {
  sessionId: string;
  onTranscript: (file: File) => void;
}

export function UploadPlace({ sessionId, onTranscript }: UploadPlaceProps) {
  const { user } = useAuth();
  const offerCredits = useCreditOffer();
  const { open } = useModals();
  const { hearing } = useServerFacts();
  const upload = useUpload(sessionId);
  const transcripts = useTranscriptImport(sessionId);
  return (
    <UploadPanel
      upload={{
        ...upload,
        chooseFiles: (files) => {
          transcripts.forget();
          upload.chooseFiles(files);
        },
      }}
      transcripts={{
        ...transcripts,
        chooseFile: (file) => {
          if (upload.step === 'rejected') upload.keepSource();
          transcripts.chooseFile(file);
          onTranscript(file);
        },
      }}
      balance={user && { credits: user.userCreditBalance, freeAnalyses: user.freeAnalysisBalance }}
      onLackingCredits={offerCredits}
      onStorageFull={() => open('yourData')}
      hearing={hearing}
    />
  );
}
