import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#contract/unknown-values.ts';
import { Misuse } from '#flows/command/misuse.ts';
import { flowFolder } from './flow-files.ts';

export const approvalsPath = `${flowFolder}/approvals.json`;

const approvalSchema = z.strictObject({
  flow: z.string().min(1, 'is not named'),
  version: z.string().regex(/^[0-9a-f]{12}$/, 'is not the version of a chart'),
  by: z.string().trim().min(1, 'is empty'),
  on: z.iso.date(),
  note: z.string(),
});

export type Approval = z.infer<typeof approvalSchema>;

/** @throws Misuse that says which part is wrong */
export function parseApproval(text: string): Approval {
  const result = approvalSchema.safeParse(parseJson(text));
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Misuse(`${issue?.path.join('.') || 'The approval'} ${issue?.message ?? 'is not valid'}.`);
  }
  return result.data;
}

/** Oldest first. */
export function readApprovals(root: string): Approval[] {
  const path = join(root, approvalsPath);
  return existsSync(path) ? z.array(approvalSchema).parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
}

export function approvalsJson(approvals: readonly Approval[]): string {
  return `${JSON.stringify(approvals, null, 2)}\n`;
}

/** @throws Misuse that says which part is wrong */
export function addApproval(root: string, text: string): Approval {
  const approval = parseApproval(text);
  writeFileSync(join(root, approvalsPath), approvalsJson([...readApprovals(root), approval]));
  return approval;
}
