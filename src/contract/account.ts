import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Timestamp } from './common.ts';
import { subscriptionTiers } from './prices.ts';
import { type SourceField, sourceFields } from './visit.ts';

/** R5.13 */
export const SubscriptionTier = z.enum(subscriptionTiers);

/** R3.2, and what a user is to know beside: a change at the period's end (R9.5), a payment that failed. */
export const ActiveSubscription = z.object({
  tier: SubscriptionTier,
  /** `cancelled`: it goes on until the period ends, and then no more (R4.10, R9.5). */
  status: z.enum(['active', 'cancelled']),
  startDate: Timestamp,
  currentPeriodStart: Timestamp,
  currentPeriodEnd: Timestamp,
  cancelledAt: Timestamp.nullable(),
  /** What it changes to at the period's end. */
  pendingTier: SubscriptionTier.nullable(),
  /** A payment has failed: until when it is tried again before the subscription ends. */
  graceEndsAt: Timestamp.nullable(),
});
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

/** R3.3 */
export const CreditExpiration = z.object({
  expirationDate: Timestamp,
  expiringAmount: z.int().nonnegative(),
});

export const SignedInSession = z.object({
  isAuthenticated: z.literal(true),
  userId: Id,
  userEmail: z.string(),
  userName: z.string().nullable(),
  userCreditBalance: z.int(),
  activeSubscription: ActiveSubscription.nullable(),
  freeAnalysisBalance: z.int().nonnegative(),
  firstAnalysisPerformed: z.boolean(),
  isAlphaTester: z.boolean(),
  agreementsAccepted: z.boolean(),
  nextCreditDropDate: Timestamp.nullable(),
  nextCreditExpiration: CreditExpiration.nullable(),
  userCreatedAt: Timestamp,
  allowedCountry: z.boolean(),
  country: z.string().nullable(),
});
export type SignedInSession = z.infer<typeof SignedInSession>;

export const SignedOutSession = z.object({
  isAuthenticated: z.literal(false),
  allowedCountry: z.boolean(),
  country: z.string().nullable(),
});

/** R7.2. Without a token, with one that does not hold, or before /login: isAuthenticated false, never 401. */
export const checkSession = defineCall({
  method: 'GET',
  path: '/check-session',
  auth: 'optional',
  responses: { 200: z.discriminatedUnion('isAuthenticated', [SignedInSession, SignedOutSession]) },
  errors: ['identityUnavailable'],
  description: 'Returns whether the caller is signed in, and as whom.',
});

/** R3.7. Every field may be absent; unknown ones are dropped. */
export const SourceInfo = z
  .object(
    Object.fromEntries(
      Object.entries(sourceFields).map(([field, longest]) => [field, z.string().max(longest)]),
    ) as { [Field in SourceField]: z.ZodString },
  )
  .partial();

/** R7.3. Makes the user on the first sign-in, with the free analysis (D3), and opens the server's session. */
export const login = defineCall({
  method: 'POST',
  path: '/login',
  auth: 'none',
  body: z.object({ idToken: z.string().min(1).max(8192), userSourceInfo: SourceInfo.nullish() }),
  responses: { 200: z.object({ userId: Id, isNewUser: z.boolean() }) },
  errors: ['unauthorized', 'accountExists', 'identityUnavailable', 'tooManyRequests'],
  description: 'Signs in with an identity token.',
});

/**
 * R7.9. The bearer is the identity token of a sign-in of the last five minutes (R4.15); the server reads its age from
 * the token itself. Needs no session of the server's own.
 */
export const deleteUser = defineCall({
  method: 'DELETE',
  path: '/users/{userId}',
  auth: 'none',
  params: z.object({ userId: Id }),
  responses: { 204: null },
  errors: ['unauthorized', 'freshSignInRequired', 'notFound', 'identityUnavailable', 'tooManyRequests'],
  description: 'Deletes the user and all their data.',
});

/**
 * Everything that is kept of the user as one zip, made while it is sent: account, settings, agreements, credits, feedback,
 * and of each campaign and session the notes, transcripts, results and the recordings that are still stored.
 */
export const exportUser = defineCall({
  method: 'GET',
  path: '/users/{userId}/export',
  auth: 'required',
  params: z.object({ userId: Id }),
  responses: { 200: 'bytes' },
  errors: ['notFound', 'tooManyRequests'],
  description: 'All data of the user as one zip.',
});

/** After a change of the password: sign-ins of other devices are void at once, whichever identity provider they came from. */
export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/account/end-other-sessions',
  auth: 'required',
  responses: { 204: null },
  errors: [],
  description: 'Signs out all other devices of the user.',
});

/** R7.1. Ends the server's session: the same sign-in cannot be used again. Answers 204 without one too. */
export const logout = defineCall({
  method: 'GET',
  path: '/logout',
  auth: 'optional',
  responses: { 204: null },
  errors: [],
  description: 'Signs out.',
});
