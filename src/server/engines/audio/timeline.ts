/** Gaps that are shorter are drift of the recorder's clock. */
const SHORTEST_GAP_SECONDS = 0.25;
/** Longer ones are faults of the clock, not silence. */
const LONGEST_GAP_SECONDS = 6 * 3600;

/** 16: the level of errors, the only messages that we let ffmpeg write. */
const PRINTED_AS = 16;

/**
 * Filters that turn gaps into silence. Times that jump back, or by more than `LONGEST_GAP_SECONDS`, are not
 * believed: what follows is appended, so that no sample is lost. Each gap is printed, in seconds.
 * @param originSeconds the container's time that becomes zero; default: the first sample's
 */
export function timelineFilters(originSeconds: number | null): string[] {
  // 0: where the next sample belongs, 1: what is added to the container's times, 2: gap, 3: time of this frame
  const first = originSeconds === null ? '-PTS' : `-${originSeconds}*SR`;
  const steps = [
    `st(1,if(N,ld(1),${first}))`,
    'st(2,PTS+ld(1)-ld(0))',
    `st(4,gt(ld(2),${SHORTEST_GAP_SECONDS}*SR)*lte(ld(2),${LONGEST_GAP_SECONDS}*SR))`,
    `if(ld(4),print(ld(2)/SR,${PRINTED_AS}),0)`,
    `if(not(ld(4))*gt(abs(ld(2)),${SHORTEST_GAP_SECONDS}*SR),st(1,ld(1)-ld(2)),0)`,
    'st(3,if(ld(4),PTS+ld(1),ld(0)))',
    'st(0,ld(3)+NB_SAMPLES)',
    'ld(3)',
  ];
  return [`asetpts='${steps.join(';')}'`, 'aresample=async=1:first_pts=0'];
}

/** From ffmpeg's messages. */
export function printedGaps(messages: string): number[] {
  return messages
    .split('\n')
    .flatMap((line) => /^(?:\[Eval @ \w+\] )?(\d+\.\d{6})$/.exec(line.trim())?.[1] ?? [])
    .map(Number);
}
