import { Drawing, type IllustrationProps } from './illustration.tsx';

export function SleepingDragon(props: IllustrationProps) {
  return (
    <Drawing width={300} height={200} {...props}>
      <ellipse cx="150" cy="180" rx="128" ry="13" fill="var(--art-shade)" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="M40 154h214a5 5 0 0 1 0 24H40a12 12 0 0 1 0-24Z" fill="var(--art-ember)" />
        <path d="M44 160h206v12H44a6 6 0 0 1 0-12Z" fill="var(--art-paper)" />
        <path d="M62 130h190a5 5 0 0 1 0 24H62a12 12 0 0 1 0-24Z" fill="var(--art-wood)" />
        <path d="M66 136h182v12H66a6 6 0 0 1 0-12Z" fill="var(--art-paper)" />
      </g>
      <g stroke="var(--art-line)" strokeWidth="3">
        <path
          d="M226 128c26 0 44-12 46-32 1-10-8-16-15-11-6 4-5 12 1 13-4 9-16 12-30 10Z"
          fill="var(--art-verdigris)"
        />
        <path d="M92 129c-6-46 34-78 82-76 46 2 72 30 68 58-2 12-10 18-22 18Z" fill="var(--art-verdigris)" />
        <path
          d="M140 64c4-26 22-46 52-54-4 12-2 18 6 22-2 10 0 16 8 20-6 8-4 14 2 20-24-8-46-10-68-8Z"
          fill="var(--art-ember)"
        />
        <path
          d="M192 10c-16 16-26 34-30 54M198 32c-10 10-16 20-18 32M206 52c-6 5-10 10-12 17"
          strokeWidth="2"
        />
        <path
          d="M112 129c-16 0-30-2-46-2-22 0-36-8-36-20 0-14 16-22 34-24 14-2 24-12 40-10 22 2 32 22 30 38-1 10-8 18-22 18Z"
          fill="var(--art-verdigris)"
        />
        <path
          d="M84 76c-6-10-6-18-2-26 8 6 14 14 16 24ZM104 73c0-10 4-18 12-22 3 10 2 18-2 27Z"
          fill="var(--art-paper)"
        />
        <path d="M150 129c0-12 8-20 20-20s20 8 20 20Z" fill="var(--art-verdigris)" />
        <path d="M158 128v-5M170 128v-6M182 128v-5" strokeWidth="2" />
      </g>
      <path d="M70 98c5 4 13 4 18 0" stroke="var(--art-line)" strokeWidth="3" />
      <path d="M41 103h.1M34 116c14 5 32 6 48 3" stroke="var(--art-line)" strokeWidth="3" />
      <path
        d="M160 80c6 4 12 4 18 0M186 88c6 4 12 4 18 0M202 72c5 3 9 3 13 1M212 102c5 3 10 3 14 0"
        stroke="var(--art-line)"
        strokeWidth="2"
        opacity=".7"
      />
      <g stroke="var(--art-flame)" strokeWidth="3">
        <path d="M30 78h9l-9 10h9" />
        <path d="M42 48h12L42 61h12" />
        <path d="M60 16h15L60 33h15" />
      </g>
    </Drawing>
  );
}
