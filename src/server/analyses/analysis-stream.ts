import { eq } from 'drizzle-orm';
import type { OpenLogins } from '#server/http/authenticator.ts';
import type { VerifiedIdentity } from '#server/http/token-verifier.ts';
import type { ModelPrices } from '#server/platform/config.ts';
import { takePlace, waitForQuota } from '#server/platform/quotas.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { AnalysisEvents } from './analysis-events.ts';
import { isFinal, progressView } from './analysis-rows.ts';
import { expectedByStage, spentOn } from './model-use.ts';
import { analyses } from './tables.ts';

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
const RETRY_MS = 2000;

/** @throws Refusal tooManyRequests */
export type FollowAnalysis = (
  analysisId: string,
  follower: { userId: string; identity: VerifiedIdentity },
  lastEventId: string | null,
  signal: AbortSignal,
) => Promise<Response>;

/**
 * Sends the current state, then each change, with the row's version as id for Last-Event-ID. Ends after a
 * final state, when the server stops, or with the session or token; browsers then reconnect.
 */
export function createFollowAnalysis(
  deps: Pick<Shared, 'database' | 'clock'> & {
    events: AnalysisEvents;
    logins: Pick<OpenLogins, 'whenEnded'>;
    /** Of the person who pays for the service. */
    modelPrices?: ModelPrices | undefined;
    heartbeatMs?: number;
    most: number;
  },
): FollowAnalysis {
  const encoder = new TextEncoder();

  async function read(analysisId: string) {
    const [row] = await deps.database.orm
      .select({
        id: analyses.id,
        version: analyses.version,
        status: analyses.status,
        progress: analyses.progress,
        etaSeconds: analyses.etaSeconds,
        stageMessage: analyses.stageMessage,
        error: analyses.error,
        transcriptId: analyses.transcriptId,
        speechEngine: analyses.speechEngine,
        writer: analyses.writer,
        notesEngine: analyses.notesEngine,
        writtenBy: analyses.writtenBy,
        request: analyses.request,
      })
      .from(analyses)
      .where(eq(analyses.id, analysisId));
    return row ?? null;
  }

  return async (analysisId, { userId, identity: follower }, lastEventId, signal) => {
    let release = () => {};
    let end = () => {};
    const { most } = deps;
    const leave = await takePlace(
      deps.database.locks,
      { of: 'stream', userId, most },
      { onWanted: () => end() },
    );
    if (leave === null)
      throw waitForQuota('streams', {
        limit: most,
        message: `You are following ${most} analyses in other windows, the most that one account can follow. Close some of them.`,
        waitSeconds: 30,
      });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        let sentVersion = Number(lastEventId ?? 0) || 0;
        let isOpen = true;
        let isChanged = true;
        let isReading = false;
        const expected = expectedByStage();
        const send = (text: string) => {
          if (isOpen) controller.enqueue(encoder.encode(text));
        };
        const heartbeat = setInterval(() => {
          if (follower.expiresAt <= deps.clock.now()) close();
          send(': still here\n\n');
        }, deps.heartbeatMs ?? HEARTBEAT_MS);
        let unsubscribe = () => {};
        let unfollow = () => {};
        release = () => {
          isOpen = false;
          clearInterval(heartbeat);
          unsubscribe();
          unfollow();
          signal.removeEventListener('abort', close);
          void leave().catch(() => undefined);
        };
        function close(): void {
          if (!isOpen) return;
          release();
          controller.close();
        }
        end = close;
        signal.addEventListener('abort', close, { once: true });

        async function update(): Promise<void> {
          isChanged = true;
          if (isReading) return;
          isReading = true;
          try {
            while (isChanged && isOpen) {
              isChanged = false;
              const row = await read(analysisId);
              if (row === null) return close();
              if (row.version > sentVersion || isFinal(row.status)) {
                sentVersion = row.version;
                const spent = await spentOn(deps.database.orm, row, deps.modelPrices, expected);
                const data = JSON.stringify({ ...progressView(row), spent });
                send(`id: ${row.version}\nevent: progress\ndata: ${data}\n\n`);
              }
              if (isFinal(row.status)) close();
            }
          } catch {
            close();
          } finally {
            isReading = false;
          }
        }

        send(`retry: ${RETRY_MS}\n\n`);
        unsubscribe = deps.events.subscribe(
          analysisId,
          () => void update(),
          () => close(),
        );
        if (isOpen) unfollow = deps.logins.whenEnded(follower, close);
        if (signal.aborted) close();
        else void update();
      },
      cancel: () => release(),
    });
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  };
}
