import { Drawing, type IllustrationProps } from './illustration.tsx';

export function Campfire(props: IllustrationProps) {
  return (
    <Drawing width={240} height={180} {...props}>
      <circle cx="120" cy="92" r="78" fill="var(--art-glow)" opacity=".55" />
      <ellipse cx="120" cy="154" rx="84" ry="13" fill="var(--art-shade)" />
      <path
        d="M124 18c4 26 42 42 42 80a46 46 0 0 1-92 0c0-20 12-32 20-42 2 10 6 16 12 18-4-24 4-40 18-56Z"
        fill="var(--art-ember)"
        stroke="var(--art-line)"
        strokeWidth="3"
      />
      <path
        d="M122 62c3 16 24 24 24 46a26 26 0 0 1-52 0c0-12 7-19 12-25 1 6 4 10 8 11-2-13 1-23 8-32Z"
        fill="var(--art-flame)"
      />
      <path
        d="M121 98c2 8 11 12 11 22a12 12 0 0 1-24 0c0-6 4-10 6-13 1 3 2 4 4 5-1-6 0-10 3-14Z"
        fill="var(--art-paper)"
      />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="m58 128 118 22a8 8 0 0 0 3-15L61 113a8 8 0 0 0-3 15Z" fill="var(--art-wood-deep)" />
        <path d="m182 128-118 22a8 8 0 0 1-3-15l118-22a8 8 0 0 1 3 15Z" fill="var(--art-wood)" />
        <circle cx="181" cy="120" r="8" fill="var(--art-paper)" />
        <circle cx="59" cy="120" r="8" fill="var(--art-paper)" />
      </g>
      <path
        d="M181 120m-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0M56 120a3 3 0 1 0 6 0 3 3 0 1 0-6 0M96 140l26-5M112 144l16-3"
        stroke="var(--art-line)"
        strokeWidth="2"
      />
      <g fill="var(--art-flame)">
        <path d="m172 44 4-8 4 8-4 8ZM66 40l3-7 3 7-3 7ZM188 76l3-6 3 6-3 6ZM92 24l3-6 3 6-3 6ZM52 74l3-6 3 6-3 6Z" />
      </g>
    </Drawing>
  );
}
