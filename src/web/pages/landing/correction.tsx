import { Drawing } from '#web/ui/illustrations/illustration.tsx';

export function Correction() {
  return (
    <Drawing width={240} height={180}>
      <ellipse cx="120" cy="156" rx="92" ry="12" fill="var(--art-shade)" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="m50 30 118-10 12 126-118 10Z" fill="var(--art-shade)" />
        <path d="M56 24h120v126H56Z" fill="var(--art-paper)" />
      </g>
      <g stroke="var(--art-line)" strokeWidth="3" opacity=".6">
        <path d="M72 46h70M72 62h86M72 108h62M72 124h78" />
      </g>
      <path d="M72 86h40" stroke="var(--art-line)" strokeWidth="3" opacity=".45" />
      <path d="m68 90 48-8" stroke="var(--art-ember)" strokeWidth="3" />
      <path d="M120 86c6-8 10 6 16-2s10 6 16-2" stroke="var(--art-verdigris)" strokeWidth="3.5" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="m190 118 26 30" strokeWidth="11" />
        <path d="m190 118 26 30" stroke="var(--art-wood)" strokeWidth="6" />
        <circle cx="168" cy="92" r="34" fill="var(--art-glow)" fillOpacity=".5" />
        <circle cx="168" cy="92" r="34" strokeWidth="5" />
      </g>
      <path d="M148 82c3-9 10-14 19-15" stroke="var(--art-paper)" strokeWidth="4" />
    </Drawing>
  );
}
