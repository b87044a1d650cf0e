import { Drawing, type IllustrationProps } from './illustration.tsx';

export function OpenNotebook(props: IllustrationProps) {
  return (
    <Drawing width={240} height={180} {...props}>
      <ellipse cx="120" cy="152" rx="98" ry="14" fill="var(--art-shade)" />
      <path
        d="M22 54q0-7 7-7h182q7 0 7 7v88q0 7-7 7H29q-7 0-7-7Z"
        fill="var(--art-ember)"
        stroke="var(--art-line)"
        strokeWidth="3"
      />
      <path
        d="M120 52C98 38 60 36 32 44v94c28-8 66-6 88 8 22-14 60-16 88-8V44c-28-8-66-6-88 8Z"
        fill="var(--art-paper)"
        stroke="var(--art-line)"
        strokeWidth="3"
      />
      <path d="M120 52v94c8-6 18-9 30-10V43c-12 1-22 4-30 9Z" fill="var(--art-fold)" />
      <path d="M120 52v94" stroke="var(--art-line)" strokeWidth="3" />
      <g stroke="var(--art-ink)" strokeWidth="2.5" opacity=".75">
        <path d="M46 62c18-3 38-2 58 5M46 76c18-3 38-2 58 5M46 104c18-3 38-2 58 5M46 118c12-2 24-2 36 1" />
        <path d="M158 90c12-4 24-4 36-2M137 108c20-6 38-7 57-4M137 122c14-4 26-5 38-5" />
      </g>
      <path d="M46 90c10-2 22-2 32 0" stroke="var(--art-ember)" strokeWidth="3.5" />
      <path
        d="M140 62c6-4 14-6 22-6v16l-5-4-6 5c-4 0-8 1-11 3Z"
        fill="var(--art-flame)"
        stroke="var(--art-line)"
        strokeWidth="2"
      />
      <path
        d="M212 14c2 34-16 58-52 84l-6 3 1-7c12-38 28-64 57-80Z"
        fill="var(--art-verdigris)"
        stroke="var(--art-line)"
        strokeWidth="3"
      />
      <path d="M200 34c-14 20-28 40-44 64l-9 15" stroke="var(--art-line)" strokeWidth="2.5" />
      <path d="m184 47-1-12m-9 27-3-13m19 6 13 1m-24 13 14 2" stroke="var(--art-line)" strokeWidth="2" />
    </Drawing>
  );
}
