import { Drawing, type IllustrationProps } from './illustration.tsx';

export function SealedLetter(props: IllustrationProps) {
  return (
    <Drawing width={240} height={180} {...props}>
      <ellipse cx="120" cy="156" rx="92" ry="12" fill="var(--art-shade)" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="M32 44q0-6 6-6h164q6 0 6 6v100q0 6-6 6H38q-6 0-6-6Z" fill="var(--art-paper)" />
        <path d="m34 148 62-52M206 148l-62-52" stroke="var(--art-ink)" opacity=".7" />
        <path
          d="M34 40c26 22 54 46 78 64q8 6 16 0c24-18 52-42 78-64Z"
          fill="var(--art-fold)"
          stroke="var(--art-ink)"
        />
        <path
          d="M120 78c7-5 14-2 18 4 8-1 13 5 12 12 5 5 5 12-1 17 0 8-6 13-13 12-4 6-11 8-17 4-7 3-14 0-16-6-8 0-12-6-11-13-5-5-4-12 1-16 0-8 6-13 13-12 3-4 8-5 14-2Z"
          fill="var(--art-ember)"
        />
      </g>
      <path
        d="M120 87c1 6 8 8 8 16a8 8 0 0 1-16 0c0-4 2-6 4-8 1 2 2 3 2 3 0-4 0-7 2-11Z"
        fill="var(--art-flame)"
      />
      <path d="M104 113c6-1 12 0 16 3 4-3 10-4 16-3" stroke="var(--art-flame)" strokeWidth="2.5" />
    </Drawing>
  );
}
