import { Drawing, type IllustrationProps } from './illustration.tsx';

export function Lamp(props: IllustrationProps) {
  return (
    <Drawing width={64} height={80} {...props}>
      <circle className="lamp-glow" cx="32" cy="46" r="31" fill="var(--art-glow)" opacity=".8" />
      <g stroke="var(--art-line)" strokeWidth="2.5">
        <path d="M24 15a8 8 0 0 1 16 0" />
        <path d="M19 26 25 15h14l6 11Z" fill="var(--art-wood)" />
        <path d="M20 26h24l2 38H18Z" fill="var(--art-paper)" fillOpacity=".75" />
        <path d="M15 64h34v8H15Z" fill="var(--art-wood)" />
      </g>
      <path
        className="lamp-flame"
        d="M32 33c1.5 7 9 10 9 18a9 9 0 0 1-18 0c0-4 2-6.500 4-8.500.5 2 1.500 3 2.500 3.500 0-5 .500-9.500 2.500-13Z"
        fill="var(--art-flame)"
        stroke="var(--art-ember)"
        strokeWidth="2"
      />
    </Drawing>
  );
}
