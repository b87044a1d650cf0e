/** @module-tag everything */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Analysis } from '#contract/analyses.ts';
import type { AnalysisResult } from '#contract/analysis-result.ts';
import { openEmbeddedTestDatabase } from '#tests/support/database.ts';
import { asText, hasSharedSessions, readSharedSession } from '#tests/support/sessions.ts';
import { openWorkServer, type TestUser, type WorkServer } from '#tests/support/work-server.ts';

describe.skipIf(!hasSharedSessions)(
  `real sessions through the server${hasSharedSessions ? '' : ' (skipped: ../shared/data is not here)'}`,
  () => {
    let server: WorkServer;
    let user: TestUser;

    beforeAll(async () => {
      server = await openWorkServer({ database: await openEmbeddedTestDatabase() });
      user = await server.addUser({ credits: 20_000 });
    });
    afterAll(() => server?.close());

    async function analysed(sessionId: string, detailLevel: string): Promise<Analysis> {
      const quote = await server.request(user, 'POST', `/sessions/${sessionId}/quote`);
      const { body } = await server.request(
        user,
        'POST',
        `/sessions/${sessionId}/analyses`,
        { quoteId: quote.body.id, detailLevel },
        { 'idempotency-key': `${detailLevel}-${sessionId}` },
      );
      return vi.waitFor(
        async () => {
          const answer = await server.request(user, 'GET', `/analyses/${body.id}`);
          expect(['completed', 'failed']).toContain(answer.body.status);
          return answer.body;
        },
        { timeout: 100_000, interval: 100 },
      );
    }

    const places = (result: AnalysisResult, segmentCount: number) =>
      [...result.lines.summary, ...result.scenes.flatMap((scene) => scene.lines)].flatMap(({ evidence }) =>
        evidence.segmentIds.map((id) => Number(id.slice(1)) / segmentCount),
      );

    // Of both campaigns. All are read in transcript-import.test.ts, and their notes taken in notes-highlights.test.ts.
    it.each(['C1E063', 'C2E008'])(
      '[D12] %s becomes notes of both levels: every turn is kept, the last third is in them',
      async (episode) => {
        const { turns } = readSharedSession(episode);
        const sessionId = await server.addSession(user);
        const bytes = new TextEncoder().encode(asText(turns));
        const imported = await server.request(user, 'POST', `/sessions/${sessionId}/transcripts`, bytes);
        expect(imported.status).toBe(201);
        const spoken = turns.reduce((count, { text }) => count + text.split(/\s+/).filter(Boolean).length, 0);
        // Of words that are joined by hyphens or dashes, long ones count as several.
        expect(imported.body.wordCount).toBeGreaterThanOrEqual(spoken);
        expect(imported.body.wordCount).toBeLessThan(spoken * 1.001);
        for (const level of ['brief', 'comprehensive']) {
          const { status, result } = await analysed(sessionId, level);
          expect(status).toBe('completed');
          expect(Math.max(...places(result!, imported.body.segmentCount))).toBeGreaterThan(2 / 3);
        }
      },
      200_000,
    );
  },
);
