import { Drawing, type IllustrationProps } from './illustration.tsx';

export function MicrophoneAndRecorder(props: IllustrationProps) {
  return (
    <Drawing width={240} height={180} {...props}>
      <circle cx="98" cy="74" r="66" fill="var(--art-glow)" opacity=".55" />
      <path d="M14 154h212" stroke="var(--art-wood-deep)" strokeWidth="8" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="M60 60v16a38 38 0 0 0 76 0V60" />
        <path d="M98 114v32" />
        <path d="M70 150q0-10 12-10h32q12 0 12 10Z" fill="var(--art-wood)" />
        <rect x="74" y="20" width="48" height="78" rx="24" fill="var(--art-paper)" />
        <path d="M74 62h48v12a24 24 0 0 1-48 0Z" fill="var(--art-ember)" />
        <path d="M74 62h48" />
      </g>
      <g stroke="var(--art-ink)" strokeWidth="2" opacity=".5">
        <path d="M84 34h28M79 43h38M78 52h40M98 22v40M86 26v36M110 26v36" />
      </g>
      <g stroke="var(--art-verdigris)" strokeWidth="4">
        <path d="M44 52c-8 12-8 28 0 40M152 52c8 12 8 28 0 40" />
        <path d="M28 42c-14 18-14 42 0 60M168 42c10 13 13 28 9 42" opacity=".6" />
      </g>
      <g stroke="var(--art-line)" strokeWidth="3">
        <rect x="164" y="98" width="46" height="52" rx="7" fill="var(--art-wood)" />
        <rect x="171" y="105" width="32" height="20" rx="3" fill="var(--art-night)" />
      </g>
      <path d="M175 115h3l2-5 4 10 4-12 3 9 2-2h5" stroke="var(--art-flame)" strokeWidth="2" />
      <circle cx="179" cy="138" r="5" fill="var(--art-ember)" stroke="var(--art-line)" strokeWidth="2" />
      <path d="M192 134v8M198 134v8" stroke="var(--art-line)" strokeWidth="3" />
    </Drawing>
  );
}
