import type { Database } from '#server/platform/database/database.ts';
import { analysisChannel } from './analysis-rows.ts';

export type AnalysisEvents = ReturnType<typeof createAnalysisEvents>;

interface Follower {
  heard(): void;
  ended(): void;
}

export function createAnalysisEvents(database: Database) {
  const followers = new Map<string, Set<Follower>>();
  let silence: (() => Promise<void>) | null = null;
  let stopped = false;

  const all = () => [...followers.values()].flatMap((group) => [...group]);

  return {
    async start(): Promise<void> {
      silence = await database.listen(analysisChannel, (analysisId) => {
        const told = analysisId === '' ? all() : [...(followers.get(analysisId) ?? [])];
        for (const follower of told) follower.heard();
      });
    },
    subscribe(analysisId: string, heard: () => void, ended: () => void = () => undefined): () => void {
      const follower = { heard, ended };
      if (stopped) {
        ended();
        return () => undefined;
      }
      const group = followers.get(analysisId) ?? new Set();
      followers.set(analysisId, group.add(follower));
      return () => {
        group.delete(follower);
        if (group.size === 0 && followers.get(analysisId) === group) followers.delete(analysisId);
      };
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const follower of all()) follower.ended();
      followers.clear();
      const end = silence;
      silence = null;
      await end?.();
    },
  };
}
