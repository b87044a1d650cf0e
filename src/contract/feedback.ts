import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Timestamp } from './common.ts';

export const FeedbackCategory = z.enum(['features', 'performance', 'bug', 'other', 'testimonial']);
export type FeedbackCategory = z.infer<typeof FeedbackCategory>;

export const commentLimit = 1000;

const FeedbackReferenceType = z.enum(['campaign', 'session', 'analysis']);

export const stepLimit = 50;

const name = z.string().regex(/^[\w.:*() -]{1,160}$/);

/** What a flow of the page did, in names of its chart: no text of the user. */
export const FlowStep = z.strictObject({
  /** The machine's id. */
  flow: name,
  /** Tells two of the same flow apart. */
  actor: name,
  event: name,
  from: z.array(name).max(12),
  to: z.array(name).max(12),
  /** Of a failure. */
  code: name.optional(),
  /** In a row, with nothing else between. */
  times: z.int().min(1).max(99_999),
});
export type FlowStep = z.infer<typeof FlowStep>;

export const FeedbackFields = z.object({
  categories: z
    .array(FeedbackCategory)
    .max(FeedbackCategory.options.length)
    .refine((categories) => new Set(categories).size === categories.length, 'Name each category once.'),
  comment: z.string().trim().min(1, 'Please enter a comment').max(commentLimit),
  openToContact: z.boolean(),
  referenceId: Id.nullable(),
  referenceType: FeedbackReferenceType.nullable(),
  /** Only with the user’s consent. */
  steps: z.array(FlowStep).max(stepLimit).default([]),
});
export type FeedbackFields = z.infer<typeof FeedbackFields>;

/** R7.4. The same feedback within a day is stored once and gets 200 instead of 201. */
export const sendFeedback = defineCall({
  method: 'POST',
  path: '/feedback',
  body: FeedbackFields.refine(
    ({ referenceId, referenceType }) => (referenceId === null) === (referenceType === null),
    'Give referenceId and referenceType together.',
  ),
  responses: { 200: z.object({ feedbackId: Id }), 201: z.object({ feedbackId: Id }) },
  errors: ['tooManyRequests'],
  description: 'Stores a signed-in user’s feedback for the operator.',
});

export const FeedbackEntry = FeedbackFields.extend({
  feedbackId: Id,
  userEmail: z.string(),
  createdAt: Timestamp,
});
export type FeedbackEntry = z.infer<typeof FeedbackEntry>;

export const readFeedback = defineCall({
  method: 'GET',
  path: '/operator/feedback',
  auth: 'operator',
  query: z.object({
    before: Timestamp.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  responses: { 200: z.object({ feedback: z.array(FeedbackEntry) }) },
  errors: ['notFound'],
  description: 'User feedback, newest first; for the operator.',
});
