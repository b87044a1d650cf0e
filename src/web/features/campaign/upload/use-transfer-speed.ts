import { useEffect, useRef, useState } from 'react';

/** Single chunks must not make the speed jump. */
const windowMs = 15_000;

interface Sample {
  at: number;
  bytes: number;
}

/** Null without enough data, or when nothing is sent. */
export function useTransferSpeed(sentBytes: number, sending: boolean): number | null {
  const samples = useRef<Sample[]>([]);
  const [speed, setSpeed] = useState<number | null>(null);

  useEffect(() => {
    if (!sending) {
      samples.current = [];
      setSpeed(null);
      return;
    }
    const now = performance.now();
    samples.current = [
      ...samples.current.filter((sample) => now - sample.at < windowMs),
      { at: now, bytes: sentBytes },
    ];
    const first = samples.current[0];
    if (first && now - first.at > 500) setSpeed(((sentBytes - first.bytes) * 1000) / (now - first.at));
  }, [sentBytes, sending]);

  return speed;
}
