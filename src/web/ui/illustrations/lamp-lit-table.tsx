import { Drawing, type IllustrationProps } from './illustration.tsx';

export function LampLitTable(props: IllustrationProps) {
  return (
    <Drawing width={480} height={360} {...props}>
      <circle cx="240" cy="150" r="146" fill="var(--art-glow)" opacity=".4" />
      <circle cx="240" cy="140" r="96" fill="var(--art-glow)" opacity=".7" />
      <g stroke="var(--art-line)" strokeWidth="3" fill="var(--art-wood-deep)">
        <path d="M62 230V120q0-12 12-12h44q12 0 12 12v86h-14v-84H78v108Z" />
        <path d="M418 230V120q0-12-12-12h-44q-12 0-12 12v86h14v-84h38v108Z" />
        <path d="M78 146h38M78 168h38M364 146h38M364 168h38" />
      </g>
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="M104 292h22l-6 60h-14ZM376 292h-22l6 60h14Z" fill="var(--art-wood-deep)" />
        <path
          d="M20 262c0-44 98-74 220-74s220 30 220 74v14c0 30-98 46-220 46S20 306 20 276Z"
          fill="var(--art-wood-deep)"
        />
        <ellipse cx="240" cy="254" rx="220" ry="60" fill="var(--art-wood)" />
      </g>
      <ellipse cx="240" cy="246" rx="150" ry="38" fill="var(--art-glow)" opacity=".55" />
      <path
        d="M60 240c40-14 90-20 140-22M300 300c50-4 92-12 124-24M120 296c30 6 60 8 96 9M330 214c30 4 56 10 78 18"
        stroke="var(--art-wood-deep)"
        strokeWidth="2"
        opacity=".7"
      />
      <g stroke="var(--art-line)" strokeWidth="3">
        <ellipse cx="240" cy="232" rx="40" ry="11" fill="var(--art-ember)" />
        <path d="M208 228c2-22 12-32 32-32s30 10 32 32c-8 6-56 6-64 0Z" fill="var(--art-ember)" />
        <path d="M224 196h32v-12h-32Z" fill="var(--art-flame)" />
        <path
          d="M218 184c-16-26-6-48 4-62 4-8 4-14 4-22h28c0 8 0 14 4 22 10 14 20 36 4 62Z"
          fill="var(--art-paper)"
          fillOpacity=".55"
        />
        <path d="M226 100h28v-8h-28Z" fill="var(--art-wood)" />
      </g>
      <path
        d="M240 124c3 14 16 20 16 36a16 16 0 0 1-32 0c0-9 5-14 8-18 1 4 3 6 5 7-1-10 0-17 3-25Z"
        fill="var(--art-flame)"
        stroke="var(--art-ember)"
        strokeWidth="2"
      />
      <path d="M240 152c1 6 7 8 7 14a7 7 0 0 1-14 0c0-6 6-8 7-14Z" fill="var(--art-paper)" />
      <path d="M270 208q26-2 24-22M290 190q4-8 8-2" stroke="var(--art-line)" strokeWidth="3" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="m72 262 66-32 66 24-62 36Z" fill="var(--art-ember)" />
        <path d="m76 257 60-29c12 2 24 8 32 16-24 2-44 14-56 30-8-8-22-14-36-17Z" fill="var(--art-paper)" />
        <path
          d="M136 228c22 2 46 10 64 24l-58 32c-6-6-16-10-30-10 12-16 32-28 56-30-8-8-20-14-32-16Z"
          fill="var(--art-paper)"
        />
        <path d="M112 274c14-18 32-28 56-30" />
      </g>
      <g stroke="var(--art-ink)" strokeWidth="2" opacity=".7">
        <path d="m94 255 34-17M104 259l36-18M114 264l32-15M138 268l36-18M150 272l34-18" />
      </g>
      <path d="m130 262 24-13" stroke="var(--art-ember)" strokeWidth="3" />
      <path
        d="m150 268 54-52c8-8 20-8 24-6-2 8-8 14-20 18Z"
        fill="var(--art-verdigris)"
        stroke="var(--art-line)"
        strokeWidth="2.5"
      />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="m318 236 28-16 28 14v30l-26 18-30-14Z" fill="var(--art-verdigris)" />
        <path
          d="m318 236 30 12 26-14M348 248v34M318 236l30-6 26 4M348 248l-2-18M318 268l30-20M374 264l-26-16"
          strokeWidth="2"
        />
        <path d="m262 270 20-8 20 8v20l-18 10-22-8Z" fill="var(--art-paper)" />
        <path d="m262 270 22 8 18-8M284 278v22" />
      </g>
      <g fill="var(--art-ink)">
        <circle cx="283" cy="269" r="2.4" />
        <circle cx="268" cy="281" r="2.2" />
        <circle cx="278" cy="291" r="2.2" />
        <circle cx="289" cy="291" r="2" />
        <circle cx="293" cy="284" r="2" />
        <circle cx="298" cy="277" r="2" />
      </g>
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="M388 216c14-2 22 4 22 14s-10 16-22 14" />
        <path d="M346 204v40c0 10 44 10 44 0v-40Z" fill="var(--art-wood-deep)" />
        <ellipse cx="368" cy="204" rx="22" ry="7" fill="var(--art-paper)" />
      </g>
      <path
        d="M360 190c-6-8 6-12 0-20M374 188c-6-8 6-12 0-20"
        stroke="var(--art-line)"
        strokeWidth="2"
        opacity=".5"
      />
      <g stroke="var(--art-line)" strokeWidth="2.5">
        <path d="m196 292 40-8 12 18-42 10Z" fill="var(--art-night)" />
        <path d="m206 312 42-10v6l-42 10Z" fill="var(--art-line)" />
      </g>
      <path d="m206 300 4-6 4 8 5-12 4 10 4-5" stroke="var(--art-flame)" strokeWidth="2" />
      <circle cx="238" cy="299" r="3" fill="var(--art-ember)" />
    </Drawing>
  );
}
