import { Drawing, type IllustrationProps } from './illustration.tsx';

export function EmptyShelf(props: IllustrationProps) {
  return (
    <Drawing width={240} height={180} {...props}>
      <path d="M26 22h188v136H26Z" fill="var(--art-shade)" opacity=".6" />
      <circle cx="176" cy="62" r="40" fill="var(--art-glow)" opacity=".8" />
      <g stroke="var(--art-line)" strokeWidth="3">
        <path d="M18 12h204v12H18Z" fill="var(--art-wood)" />
        <path d="M18 92h204v12H18Z" fill="var(--art-wood)" />
        <path d="M18 156h204v12H18Z" fill="var(--art-wood)" />
        <path d="M26 24v68M214 24v68M26 104v52M214 104v52" />
        <path d="M38 44h16v48H38Z" fill="var(--art-ember)" />
        <path d="M54 36h14v56H54Z" fill="var(--art-verdigris)" />
        <path d="m74 91 16-50 14 4-15 47Z" fill="var(--art-paper)" />
        <path d="M38 54h16M54 48h14M54 80h14" strokeWidth="2" />
        <path d="M166 64h20v28h-20Z" fill="var(--art-paper)" />
        <path d="M176 64v-6" />
        <path d="M158 92h36" strokeWidth="5" />
        <path d="M150 134h44v22h-44Z" fill="var(--art-wood-deep)" />
        <path d="M146 126h52v10h-52Z" fill="var(--art-wood-deep)" />
        <circle cx="172" cy="142" r="3" fill="var(--art-flame)" strokeWidth="2" />
      </g>
      <path
        d="M176 36c1 6 7 9 7 15a7 7 0 0 1-14 0c0-5 4-8 7-15Z"
        fill="var(--art-flame)"
        stroke="var(--art-ember)"
        strokeWidth="2"
      />
      <g stroke="var(--art-line)" strokeWidth="1.5" opacity=".6">
        <path d="M27 105c14 2 30 3 44 0M27 105l32 26M27 105c2 14 2 26 0 40M40 106c0 5-1 8-4 10M54 106c-2 9-6 14-13 18M28 118c5 1 7 0 9-2M28 132c9-1 14-5 17-11" />
      </g>
    </Drawing>
  );
}
