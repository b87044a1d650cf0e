import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, Timestamp } from './common.ts';
import { subscriptionTiers } from './prices.ts';
import { type SourceField, sourceFields } from './visit.ts';

export const SubscriptionTier = z.enum(subscriptionTiers);

export const ActiveSubscription = z.object({
  tier: SubscriptionTier,
  /** `cancelled`: runs until the period ends (R4.10, R9.5). */
  status: z.enum(['active', 'cancelled']),
  startDate: Timestamp,
  currentPeriodStart: Timestamp,
  currentPeriodEnd: Timestamp,
  cancelledAt: Timestamp.nullable(),
  pendingTier: SubscriptionTier.nullable(),
  graceEndsAt: Timestamp.nullable(),
});
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

const CreditExpiration = z.object({
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

const SignedOutSession = z.object({
  isAuthenticated: z.literal(false),
  allowedCountry: z.boolean(),
  country: z.string().nullable(),
});

/** R7.2. Without a valid token, or before /login: isAuthenticated false, never 401. */
export const checkSession = defineCall({
  method: 'GET',
  path: '/check-session',
  auth: 'optional',
  responses: { 200: z.discriminatedUnion('isAuthenticated', [SignedInSession, SignedOutSession]) },
  errors: ['identityUnavailable'],
  description: 'Returns whether the caller is signed in, and as whom.',
});

export const SourceInfo = z
  .object(
    // biome-ignore lint/plugin: `Object.fromEntries` forgets the names; they are those of `sourceFields`.
    Object.fromEntries(
      Object.entries(sourceFields).map(([field, longest]) => [field, z.string().max(longest)]),
    ) as { [Field in SourceField]: z.ZodString },
  )
  .partial();

export const login = defineCall({
  method: 'POST',
  path: '/login',
  auth: 'none',
  body: z.object({ idToken: z.string().min(1).max(8192), userSourceInfo: SourceInfo.nullish() }),
  responses: { 200: z.object({ userId: Id, isNewUser: z.boolean() }) },
  errors: ['unauthorized', 'accountExists', 'identityUnavailable', 'tooManyRequests'],
  description: 'Signs in with an identity token.',
});

/** R7.9. Needs a sign-in in the last five minutes (R4.15), but no open session. */
export const deleteUser = defineCall({
  method: 'DELETE',
  path: '/users/{userId}',
  auth: 'none',
  params: z.object({ userId: Id }),
  responses: { 204: null },
  errors: ['unauthorized', 'freshSignInRequired', 'notFound', 'identityUnavailable', 'tooManyRequests'],
  description: 'Deletes the user and all their data, or has done so before.',
});

export const exportUser = defineCall({
  method: 'GET',
  path: '/users/{userId}/export',
  params: z.object({ userId: Id }),
  responses: { 200: 'bytes' },
  errors: ['notFound', 'tooManyRequests'],
  description: 'All data of the user as one zip.',
});

/** Applies at once, whatever the identity provider does. */
export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/account/end-other-sessions',
  responses: { 204: null },
  errors: [],
  description: 'Signs out all other devices of the user.',
});

/** R7.1. The sign-in cannot be used again. Returns 204 without a session, too. */
export const logout = defineCall({
  method: 'GET',
  path: '/logout',
  auth: 'optional',
  responses: { 204: null },
  errors: [],
  description: 'Signs out.',
});
