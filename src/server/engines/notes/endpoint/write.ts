import { z } from 'zod';
import type { AnalysisResult, Line, Scene } from '#contract/analysis-result.ts';
import { factQuestion } from '#contract/check-questions.ts';
import { itemsOf } from '#contract/result-parts.ts';
import { present } from '#contract/unknown-values.ts';
import type { StageContext } from '../../stage-context.ts';
import { compose } from '../highlights/compose.ts';
import type { NotesRequest } from '../port.ts';
import { type Prepared, prepare } from '../reading/prepare.ts';
import type { Stretch } from '../reading/scenes.ts';
import { sceneTitle, sessionTitle } from '../reading/titles.ts';
import { withoutAddressed } from './addressed.ts';
import type { Budget } from './budget.ts';
import { AnswerFailed } from './chat.ts';
import { collect, idsOf } from './collect.ts';
import type { Connection } from './connect.ts';
import type { Extracted } from './extract.ts';
import { eachOf } from './extract.ts';
import { flat, Ground } from './ground.ts';
import { overviewPrompt, scenePrompt } from './prompts.ts';
import { WrittenOverview, WrittenScene } from './schema.ts';
import { estimatedTokens } from './transport.ts';

interface Events {
  stretch: Stretch;
  lines: Line[];
}

const LABEL_TOKENS = 12;
const MOST_TO_CHECK = 12;

/** Writes each scene (saved as `scene:N`), then the overview (saved as `overview`). */
export async function writeAll(
  request: NotesRequest,
  extracted: Extracted,
  connection: Connection,
  context: StageContext,
  engine: string,
): Promise<AnalysisResult> {
  const prepared = await prepare(withoutAddressed(request.transcript), request.campaign, {
    signal: context.signal,
  });
  const ground = new Ground(request);
  const allEvents = extracted.chunks.flatMap(({ from, to, found }) =>
    ground.lines(found.events, idsOf(request, from, to)),
  );
  const perScene = eventsPerScene(prepared, ground, allEvents);
  if (allEvents.length === 0) return nothingFound(prepared, extracted, request);
  const writer: Writer = { request, prepared, ground, connection, context, engine, unwritten: 0 };

  const scenes: { scene: Scene; at: number }[] = [];
  const warnings = [...extracted.warnings];
  const steps = (request.detailLevel === 'brief' ? 0 : perScene.length) + 1;
  let done = 0;
  const step = (message: string) => {
    done += 1;
    context.progress(done / steps, message);
  };
  if (request.detailLevel === 'comprehensive')
    await eachOf(
      perScene.map((events, at) => ({ events, at })),
      connection.concurrency,
      async ({ events, at }) => {
        scenes.push({
          at,
          scene: await writeScene(writer, events, at),
        });
        step(`Wrote scene ${scenes.length} of ${perScene.length}`);
      },
    );
  const overview = await writeOverview(writer, perScene);
  step('Wrote the summary');
  const result: AnalysisResult = {
    kind: 'notes',
    detailLevel: request.detailLevel,
    ...overview,
    glance: [],
    scenes: scenes.sort((a, b) => a.at - b.at).map(({ scene }) => scene),
    ...collect(request, prepared, ground, extracted),
    warnings,
  };
  const unverified = distinctLines(ground.unverified);
  const toCheck = itemsOf(request.detailLevel, 'toConfirm', () => unverified.slice(0, MOST_TO_CHECK));
  result.toConfirm.push(
    ...toCheck.map(({ text, evidence }) => ({
      kind: 'fact' as const,
      text: factQuestion(text),
      evidence,
    })),
  );
  const leftOut = ground.dropped + unverified.length - toCheck.length;
  if (leftOut > 0)
    result.warnings.push({
      code: 'statementsWithoutEvidence',
      message: `${leftOut} of the model's statements were left out: the transcript does not bear them out.`,
      startMs: null,
      endMs: null,
    });
  if (writer.unwritten > 0)
    result.warnings.push({
      code: 'writtenFromEvents',
      message: `The notes service failed for ${writer.unwritten === 1 ? 'one text' : `${writer.unwritten} texts`} of these notes; those parts list the events instead.`,
      startMs: null,
      endMs: null,
    });
  for (const warning of result.warnings) context.warn(warning);
  return result;
}

interface Writer {
  request: NotesRequest;
  prepared: Prepared;
  ground: Ground;
  connection: Connection;
  context: StageContext;
  engine: string;
  unwritten: number;
}

function distinctLines(lines: Line[]): Line[] {
  return [...new Map(lines.map((line) => [line.text.toLowerCase(), line])).values()];
}

function eventsPerScene(prepared: Prepared, ground: Ground, events: Line[]): Events[] {
  const { scenes, speech } = prepared;
  const stretches =
    scenes.length > 0 ? scenes : [{ from: 0, to: speech.sentences.length, wordCount: speech.wordCount }];
  const starts = stretches.map((stretch) => speech.sentences[stretch.from]?.firstSegment ?? 0);
  const groups: Events[] = stretches.map((stretch) => ({ stretch, lines: [] }));
  const at = (line: Line) => ground.index.indexOf(line.evidence.segmentIds[0] ?? '') ?? 0;
  for (const line of [...events].sort((a, b) => at(a) - at(b))) {
    const scene = Math.max(
      0,
      starts.findLastIndex((start) => start <= at(line)),
    );
    groups[scene]?.lines.push(line);
  }
  return groups.filter((group) => group.lines.length > 0);
}

const statements = (lines: Line[]) => lines.map(({ text, evidence }) => ({ text, ids: evidence.segmentIds }));

async function writeScene(writer: Writer, events: Events, at: number): Promise<Scene> {
  const { request, prepared, ground, connection, context, engine } = writer;
  const { budget } = connection;
  const guess = sceneTitle(prepared, events.stretch);
  const { sentences } = prepared.speech;
  const written = await answerOr(writer, (share) =>
    context.checkpoint(
      `scene:${at}`,
      z.object({ engine: z.literal(engine), written: WrittenScene }),
      async () => ({
        engine,
        written: await connection.chat.ask({
          name: 'scene',
          ...scenePrompt(
            request,
            prepared,
            budget,
            statements(fairShare([events], budget, MOST_SCENE_EVENTS, share)),
          ),
          schema: WrittenScene,
          signal: context.signal,
          used: (use) => context.used({ model: connection.model, ...use }),
        }),
      }),
    ),
  );
  const account = ground.lines(written?.written.account ?? []);
  const keyEvents = ground.lines(written?.written.keyEvents ?? []);
  const lines = account.length > 0 ? account : events.lines;
  const first = sentences[events.stretch.from];
  const last = sentences[events.stretch.to - 1];
  const indices = lines.flatMap((line) =>
    line.evidence.segmentIds.flatMap((id) => ground.index.indexOf(id) ?? []),
  );
  return {
    title: titleOf(ground, written?.written.title) ?? guess.title,
    description: lines.map((line) => line.text).join(' '),
    lines,
    keyEvents: keyEvents.length > 0 || account.length === 0 ? keyEvents : events.lines.slice(0, 3),
    location: titleOf(ground, written?.written.location ?? undefined) ?? guess.location,
    evidence: present(
      ground.index.evidence(
        first && last ? [first.firstSegment, last.lastSegment] : [Math.min(...indices), Math.max(...indices)],
      ),
      'evidence of the scene',
    ),
  };
}

function titleOf(ground: Ground, title: string | undefined): string | undefined {
  const text = title && flat(title);
  return text && ground.isSaid(`a ${text}`) ? text : undefined;
}

const SHARES = [1, 0.5, 0.25];

async function answerOr<Value>(
  writer: Writer,
  ask: (share: number) => Promise<Value>,
): Promise<Value | null> {
  for (const share of SHARES) {
    try {
      return await ask(share);
    } catch (error) {
      if (!(error instanceof AnswerFailed)) throw error;
      if (error.why !== 'tooMuch') break;
    }
  }
  writer.unwritten += 1;
  return null;
}

const MOST_SCENE_EVENTS = 60;
const MOST_OVERVIEW_EVENTS = 400;

const spread = (lines: Line[], most: number): Line[] =>
  Array.from({ length: Math.min(most, lines.length) }, (_, at) =>
    lines.at(Math.floor((at * lines.length) / Math.min(most, lines.length))),
  ).filter((line) => line !== undefined);

function fairShare(perScene: Events[], budget: Budget, most: number, of = 1): Line[] {
  const room = budget.materialTokens;
  const tokens = (lines: Line[]) =>
    lines.reduce((sum, { text }) => sum + LABEL_TOKENS + estimatedTokens(text), 0);
  const all = perScene.flatMap((events) => events.lines);
  const share = of * Math.min(1, room / (tokens(all) || 1), most / (all.length || 1));
  let kept = perScene.flatMap(({ lines }) => spread(lines, Math.max(1, Math.floor(lines.length * share))));
  // One event per scene may still exceed the room.
  while (tokens(kept) > room && kept.length > 1) kept = spread(kept, Math.floor(kept.length * 0.9));
  return kept;
}

type Overview = Pick<AnalysisResult, 'title' | 'shortSummary' | 'summary' | 'previouslyOn' | 'lines'>;

async function writeOverview(writer: Writer, perScene: Events[]): Promise<Overview> {
  const { request, prepared, ground, connection, context, engine } = writer;
  const { budget } = connection;
  const events = fairShare(perScene, budget, MOST_OVERVIEW_EVENTS);
  const written = await answerOr(writer, (share) =>
    context.checkpoint(
      'overview',
      z.object({ engine: z.literal(engine), written: WrittenOverview }),
      async () => ({
        engine,
        written: await connection.chat.ask({
          name: 'overview',
          ...overviewPrompt(
            request,
            prepared,
            budget,
            statements(fairShare(perScene, budget, MOST_OVERVIEW_EVENTS, share)),
          ),
          schema: WrittenOverview,
          signal: context.signal,
          used: (use) => context.used({ model: connection.model, ...use }),
        }),
      }),
    ),
  );
  const orElse = (found: Line[], otherwise: Line[]) => (found.length > 0 ? found : otherwise);
  const spaced = (most: number) => spread(events, most);
  const shortSummary = orElse(ground.lines(written?.written.shortSummary ?? []), spaced(3));
  const summary = orElse(
    ground.lines(written?.written.summary ?? []),
    spaced(request.detailLevel === 'brief' ? 12 : 40),
  );
  const previouslyOn =
    request.detailLevel === 'brief'
      ? []
      : orElse(ground.lines(written?.written.previouslyOn ?? []), spaced(6));
  const joined = (lines: Line[]) => lines.map((line) => line.text).join(' ');
  const within = (lines: Line[], most: number) => {
    const kept: Line[] = [];
    for (const line of lines) if (joined([...kept, line]).length <= most) kept.push(line);
    return kept;
  };
  const short = within(shortSummary, 1200);
  return {
    title: titleOf(ground, written?.written.title) ?? sessionTitle(prepared) ?? 'Untitled session',
    shortSummary: joined(short),
    summary: paragraphs(summary),
    previouslyOn: joined(previouslyOn),
    lines: { shortSummary: short, summary, previouslyOn },
  };
}

function paragraphs(lines: Line[]): string {
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += 5)
    parts.push(
      lines
        .slice(at, at + 5)
        .map((line) => line.text)
        .join(' '),
    );
  return parts.join('\n\n');
}

function nothingFound(prepared: Prepared, extracted: Extracted, request: NotesRequest): AnalysisResult {
  const result = compose(prepared, request.detailLevel);
  result.warnings.push(...extracted.warnings, {
    code: 'nothingFound',
    message:
      'The notes service found no events in this session; these are highlights of the transcript instead.',
    startMs: null,
    endMs: null,
  });
  return result;
}
