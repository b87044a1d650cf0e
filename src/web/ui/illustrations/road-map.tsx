import { Drawing, type IllustrationProps } from './illustration.tsx';

export function RoadMap(props: IllustrationProps) {
  return (
    <Drawing width={240} height={180} {...props}>
      <ellipse cx="120" cy="160" rx="98" ry="11" fill="var(--art-shade)" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="m24 40 48-16 48 16 48-16 48 16v112l-48-16-48 16-48-16-48 16Z" fill="var(--art-paper)" />
        <path d="M72 24v112l48 16V40ZM168 24v112l48 16V40Z" fill="var(--art-fold)" />
        <path
          d="m84 62 12-20 12 20M98 62l9-14 11 17"
          fill="var(--art-paper)"
          stroke="var(--art-ink)"
          strokeWidth="2"
        />
        <path d="M34 68c6-5 12 5 18 0s10 4 14 0M34 78c6-5 12 5 18 0" stroke="var(--art-verdigris)" />
      </g>
      <path
        d="M44 126c10-22 26-26 44-18s36 6 44-10 22-24 42-26"
        stroke="var(--art-ember)"
        strokeWidth="4"
        strokeDasharray="2 9"
      />
      <circle cx="44" cy="128" r="6" fill="var(--art-flame)" stroke="var(--art-line)" strokeWidth="2.5" />
      <g stroke="var(--art-line)" strokeWidth="2.5">
        <path d="M182 74V46M182 46l18 6-18 8Z" fill="var(--art-ember)" />
        <path d="M150 124v-14l6-8 6 8v14Z" fill="var(--art-verdigris)" />
        <path d="M138 126v-8l5-7 5 7v8Z" fill="var(--art-verdigris)" />
      </g>
      <g stroke="var(--art-line)" strokeWidth="2">
        <path d="M196 124v-22M186 113h20M190 107l12 12M202 107l-12 12" stroke="var(--art-ink)" opacity=".7" />
      </g>
    </Drawing>
  );
}
