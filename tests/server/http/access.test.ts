import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Correction } from '#contract/corrections.ts';
import type { ProposalList } from '#contract/proposals.ts';
import { defaultShow, type ShareLink, sharedPath } from '#contract/sharing.ts';
import type { ReplacedLines } from '#contract/transcript-edits.ts';
import { type BillingServer, createBillingServer } from '#tests/support/billing-server.ts';
import { sampleTranscriptBytes } from '#tests/support/sample-transcript.ts';
import type { TestUser } from '#tests/support/server.ts';
import { type AccessRow, accessTable } from '../../../src/setup/access/access-table.ts';

const contract = join(import.meta.dirname, '..', '..', '..', 'src', 'contract');
const anyId = '01900000-0000-7000-8000-00000000dead';

let server: BillingServer;
let owner: TestUser;
let stranger: TestUser;
let expired: string;
let owned: Record<string, string>;
let strangers: Record<string, string>;

async function json<Body>(answer: Response | Promise<Response>): Promise<Body> {
  const got = await answer;
  const text = await got.text();
  expect(got.status, text).toBeLessThan(300);
  return JSON.parse(text) as Body;
}
const idOf = async (answer: Promise<Response>) => (await json<{ id: string }>(answer)).id;

async function begin(user: TestUser): Promise<Record<string, string>> {
  const campaignId = await idOf(user.call('POST', '/campaigns', { title: 'The Lantern Coast' }));
  const sessionId = await idOf(user.call('POST', `/campaigns/${campaignId}/sessions`, {}));
  const transcriptId = await idOf(
    send('POST', `/sessions/${sessionId}/transcripts`, user.token, sampleTranscriptBytes()),
  );
  for (const revision of ['0', '1'])
    await json(
      user.call(
        'PATCH',
        `/sessions/${sessionId}/notes`,
        {
          sections: [
            {
              key: 'people',
              title: `People ${revision}`,
              visibility: 'players',
              body: '- **Orin**: a carter',
            },
          ],
        },
        { 'if-match': revision },
      ),
    );
  return { campaignId, sessionId, transcriptId, userId: user.userId };
}

async function more(user: TestUser, { campaignId, sessionId, transcriptId }: Record<string, string>) {
  const { id: quoteId } = await json<{ id: string }>(user.call('POST', `/sessions/${sessionId}/quote`));
  const analysisId = await idOf(
    user.call(
      'POST',
      `/sessions/${sessionId}/analyses`,
      { quoteId, detailLevel: 'brief' },
      { 'idempotency-key': randomUUID() },
    ),
  );
  await vi.waitFor(
    async () =>
      expect(await json(user.call('GET', `/analyses/${analysisId}`))).toMatchObject({ status: 'completed' }),
    { timeout: 30_000 },
  );
  const nameId = await idOf(user.call('POST', `/campaigns/${campaignId}/names`, { term: 'Isolde' }));
  const correction = { wrong: 'Orin', right: 'Orrin' };
  const { hits } = await json<{ hits: { id: string }[] }>(
    user.call('POST', `/campaigns/${campaignId}/corrections`, { ...correction, dryRun: true }),
  );
  const { id: correctionId } = await json<Correction>(
    user.call('POST', `/campaigns/${campaignId}/corrections`, {
      ...correction,
      dryRun: false,
      chosen: hits.map(({ id }) => id),
    }),
  );
  const { segments } = await json<{ segments: { id: string; text: string }[] }>(
    user.call('GET', `/transcripts/${transcriptId}/segments`),
  );
  const line = segments[0]!;
  const { transcript } = await json<ReplacedLines>(
    user.call('POST', `/transcripts/${transcriptId}/edits`, {
      lines: [{ id: line.id, text: line.text }],
      texts: ['A line that was edited.'],
    }),
  );
  const link = await json<ShareLink>(
    user.call('PUT', `/sessions/${sessionId}/players-link`, { show: defaultShow('players') }),
  );
  const page = sharedPath({ kind: 'session', id: sessionId!, audience: 'players' }, link.publicId ?? '');
  const [, href = ''] =
    /href="([^"]+\/suggestion\?[^"]+)"/.exec(await (await server.call('GET', page)).text()) ?? [];
  await server.app.request(href.replaceAll('&amp;', '&'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ text: 'A carter with a limp.', author: '' }).toString(),
  });
  const { open } = await json<ProposalList>(user.call('GET', `/sessions/${sessionId}/proposals`));
  const upload = await json<{ id: string }>(
    user.call('POST', `/sessions/${sessionId}/uploads`, {
      fileName: 'a.mp3',
      sizeBytes: 1000,
      fingerprint: 'x',
    }),
  );
  return {
    quoteId,
    analysisId,
    nameId,
    correctionId,
    editId: transcript.lastEdit!.id,
    proposalId: open[0]!.id,
    uploadId: upload.id,
    checkoutId: await server.open(user, { quantity: 5 }),
  };
}

function send(
  method: string,
  path: string,
  token: string | null,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return Promise.resolve(
    server.app.request(path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/octet-stream',
      },
      ...(body === undefined ? {} : { body }),
    }),
  );
}

const bodies: Readonly<Record<string, (ids: Record<string, string>) => unknown>> = {
  login: () => ({ idToken: 'none' }),
  setAlphaTester: () => ({ email: 'mira@example.org', isAlphaTester: true }),
  changeAnnouncements: () => ({ issues: true }),
  reconcileBooks: () => ({}),
  chooseCampaignPage: () => ({ choice: 'leaveOut' }),
  acceptAgreement: () => ({ agreement_name: 'terms', agreement_version: '1' }),
  copyToNotes: () => ({ mode: 'replace' }),
  changeEvening: () => ({ chapters: [{ at: 0, ownTitle: 'Stolen' }] }),
  keepPassages: ({ analysisId }) => ({ analysisId: analysisId ?? anyId, keep: ['s1.0'] }),
  answerQuestions: () => ({ decided: 'Stolen', open: '', recap: '' }),
  startAnalysis: ({ quoteId }) => ({ quoteId: quoteId ?? anyId, detailLevel: 'brief' }),
  startOlderNotes: ({ sessionId }) => ({ sessionIds: [sessionId], writer: 'service', credits: 100 }),
  giveInstruction: () => ({ text: 'Stolen' }),
  askRecap: () => ({ style: 'Stolen', character: null, reads: 'gm' }),
  changeCampaign: () => ({ title: 'Stolen' }),
  createCampaign: () => ({ title: 'Mine' }),
  answerQuestion: () => ({ version: 0, answer: 'leaveOut', sessionId: null }),
  undoAnswer: () => ({ sessionId: null }),
  correctNames: () => ({ wrong: 'Orrin', right: 'Stolen', dryRun: true }),
  changeName: () => ({ term: 'Stolen' }),
  createName: () => ({ term: 'Stolen' }),
  importNames: () => ({ list: 'Stolen' }),
  changeNotes: () => ({ sections: [] }),
  changePosting: () => ({ automatic: true }),
  changeMarks: () => ({ marks: [] }),
  createPost: () => ({ version: 'x' }),
  saveWebhook: () => ({ address: 'https://discord.com/api/webhooks/1/x' }),
  putPreferences: () => ({
    theme: 'dark',
    revision_id: 1,
    version: 1,
    auto_copy_analysis_to_notes: true,
    default_language: null,
    default_detail_level: 'brief',
    show_alpha_features: true,
  }),
  acceptProposal: () => ({ replacing: null }),
  rejectProposals: ({ proposalId }) => ({ ids: [proposalId] }),
  reopenProposals: ({ proposalId }) => ({ ids: [proposalId], to: 'open' }),
  changeSession: () => ({ title: 'Stolen' }),
  changeWorld: () => ({ changes: [{ key: '0'.repeat(32), revision: 0, edit: null }] }),
  savePrep: () => ({ own: 'Stolen' }),
  pinPrep: () => ({ pin: 'now' }),
  createSession: () => ({}),
  setCampaignLink: () => ({ show: defaultShow('players') }),
  setSessionLink: () => ({ show: defaultShow('players') }),
  changeCast: () => ({
    sessionId: null,
    change: { kind: 'save', personId: null, player: 'Stolen', role: 'player', characters: [] },
  }),
  undoCast: () => ({ sessionId: null }),
  changeLines: () => ({ lines: [{ id: 's1', text: 'A line that was edited.' }], texts: ['Stolen'] }),
  changeVoices: () => ({ change: { kind: 'undo' } }),
  changeVoiceMemory: () => ({ change: { kind: 'forget', personId: null } }),
  createUpload: () => ({ fileName: 'a.mp3', sizeBytes: 1000, fingerprint: 'y' }),
  eraseVoice: ({ transcriptId }) => ({ transcriptId, speakerId: 'p1' }),
  sendFeedback: () => ({
    categories: ['other'],
    comment: 'x',
    openToContact: false,
    referenceId: null,
    referenceType: null,
  }),
  purchaseCredits: () => ({ userAgent: 'x', quantity: 5 }),
  subscribe: () => ({ userAgent: 'x', tier: 'standard' }),
};

const others: Readonly<Record<string, string>> = {
  audience: 'players',
  revision: '1',
  name: 'terms',
};

const queries: Readonly<Record<string, string>> = {
  playPlayback: 'key=none',
  exportCampaign: 'format=markdown&audience=gm',
  exportSession: 'format=markdown&audience=gm',
  importNotes: 'version=x',
  updateVault: 'audience=gm',
  readDiscordMessages: 'audience=gm',
  previewPost: 'audience=players',
  readSharedNotes: 'audience=players',
  readStory: 'audience=players',
  readTimeline: 'audience=players',
};

async function ask(
  { name, call }: AccessRow,
  ids: Record<string, string>,
  token: string | null,
): Promise<string> {
  const path = call.path.replaceAll(
    /\{(\w+)\}/g,
    (_, part: string) =>
      ids[part] ?? others[part] ?? (part === 'questionId' || part === 'key' ? '0'.repeat(32) : anyId),
  );
  const asked = queries[name] === undefined ? path : `${path}?${queries[name]}`;
  if (call.bodyType === 'bytes')
    return answerOf(await send(call.method, asked, token, sampleTranscriptBytes()));
  const body = bodies[name]?.(ids);
  return answerOf(
    await server.call(call.method, asked, body, {
      'if-match': '0',
      'idempotency-key': 'a-key-of-a-test',
      'x-operator-key': 'none',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    }),
  );
}

async function answerOf(answer: Response): Promise<string> {
  if (answer.status < 400) {
    await answer.body?.cancel();
    return String(answer.status);
  }
  const { error } = (await answer.json()) as { error: { code: string } };
  return `${answer.status} ${error.code}`;
}

async function everything(): Promise<unknown> {
  const { campaignId, sessionId, transcriptId, analysisId, uploadId, userId } = owned;
  const paths = [
    `/campaigns/${campaignId}`,
    `/campaigns/${campaignId}/sessions`,
    `/campaigns/${campaignId}/names`,
    `/campaigns/${campaignId}/corrections`,
    `/campaigns/${campaignId}/cast`,
    `/campaigns/${campaignId}/posting`,
    `/campaigns/${campaignId}/players-link`,
    `/sessions/${sessionId}`,
    `/sessions/${sessionId}/notes`,
    `/sessions/${sessionId}/notes/versions`,
    `/sessions/${sessionId}/voices`,
    `/sessions/${sessionId}/proposals`,
    `/sessions/${sessionId}/players-link`,
    `/sessions/${sessionId}/analyses`,
    `/analyses/${analysisId}`,
    `/transcripts/${transcriptId}`,
    `/transcripts/${transcriptId}/segments`,
    `/uploads/${uploadId}`,
    `/users/${userId}/preferences`,
  ];
  return Promise.all(paths.map(async (path) => [path, await json(owner.call('GET', path))]));
}

beforeAll(async () => {
  server = await createBillingServer({ config: { freeAnalyses: 5 } });
  await server.start();
  const signIn = { sub: randomUUID(), originJti: randomUUID(), email: 'owner@example.org' };
  owner = await server.signIn(signIn);
  expired = await server.issuer.idToken({ ...signIn, issuedAt: new Date(Date.now() - 7_200_000) });
  stranger = await server.signIn();
  owned = await begin(owner);
  Object.assign(owned, await more(owner, owned));
  strangers = await begin(stranger);
}, 60_000);
afterAll(() => server.close());

it('lists every call of the contract', () => {
  const defining = readdirSync(contract).filter(
    (file) => file.endsWith('.ts') && /defineCall\(\{/.test(readFileSync(join(contract, file), 'utf8')),
  );
  const listed = readFileSync(join(contract, 'every-module.ts'), 'utf8');
  expect(defining.filter((file) => !listed.includes(`'./${file}'`))).toEqual([]);
});

describe('without a token, and with an expired one', () => {
  it.each([...accessTable])('$name: $withoutToken', async (row) => {
    expect(await ask(row, owned, null)).toBe(row.withoutToken);
    expect(await ask(row, owned, expired)).toBe(row.withoutToken);
  });
});

describe('another user', () => {
  const rows = accessTable.filter(({ otherUser }) => otherUser !== null);
  const idsOf = ({ call }: AccessRow) =>
    Object.keys(call.params?.shape ?? {}).filter((part) => !(part in others) && part !== 'questionId');
  let before: unknown;
  beforeAll(async () => {
    before = await everything();
  });

  it.each(rows)('$name: $otherUser, and the owner’s data is unchanged', async (row) => {
    expect(await ask(row, owned, stranger.token)).toBe(row.otherUser);
    expect(await everything()).toEqual(before);
  });

  const inner = rows.filter((row) => idsOf(row).length > 1);
  it.each(inner)('$name: finds nothing of the owner’s below the caller’s own', async (row) => {
    const [first = ''] = idsOf(row);
    expect(await ask(row, { ...owned, [first]: strangers[first] ?? anyId }, stranger.token)).toBe(
      '404 notFound',
    );
    expect(await everything()).toEqual(before);
  });

  it('changes nothing through an id in a body', async () => {
    const { sessionId, campaignId } = strangers;
    const { proposalId, transcriptId, quoteId } = owned;
    await stranger.call('POST', '/proposals/rejections', { ids: [proposalId] });
    await stranger.call('POST', '/proposals/reopenings', { ids: [proposalId], to: 'shown' });
    const answers = [
      await stranger.call('POST', `/sessions/${sessionId}/voices/erased`, { transcriptId, speakerId: 'p1' }),
      await stranger.call(
        'POST',
        `/sessions/${sessionId}/analyses`,
        { quoteId, detailLevel: 'brief' },
        { 'idempotency-key': randomUUID() },
      ),
      await stranger.call(
        'POST',
        `/campaigns/${campaignId}/cast`,
        { sessionId: owned.sessionId, change: { kind: 'clear', label: 'Quentin' } },
        { 'if-match': '0' },
      ),
    ];
    for (const answer of answers) expect(answer.status, await answer.text()).toBeGreaterThanOrEqual(400);
    expect(await everything()).toEqual(before);
  });
});
