import { z } from 'zod';
import { defineCall } from './call.ts';
import { incoming } from './incoming-recordings.ts';

export const health = defineCall({
  method: 'GET',
  path: '/healthz',
  auth: 'none',
  responses: { 200: z.object({ status: z.literal('ok'), version: z.string() }) },
  errors: ['unavailable'],
  description: 'Whether the server serves, and which build.',
});

export const liveness = defineCall({
  method: 'GET',
  path: '/livez',
  auth: 'none',
  responses: { 200: z.object({ status: z.literal('ok') }) },
  errors: [],
  description: 'Whether the process answers; asks nothing of the database.',
});

export const readiness = defineCall({
  method: 'GET',
  path: '/readyz',
  auth: 'none',
  responses: { 200: z.object({ status: z.literal('ok') }) },
  errors: ['unavailable'],
  description: 'Whether the server can take requests: the database answers.',
});

/** For health checks, which come by any name, and are never refused for being too many. */
export const probes = [health, liveness, readiness];

export const isProbe = (path: string): boolean => probes.some((probe) => probe.path === path);

export const release = defineCall({
  method: 'GET',
  path: '/version.json',
  auth: 'none',
  responses: { 200: z.object({ version: z.string(), build: z.string() }) },
  errors: [],
  description: 'The version of Hearthscribe and the short build hash.',
});

export const securityContact = defineCall({
  method: 'GET',
  path: '/.well-known/security.txt',
  auth: 'none',
  responses: { 200: 'text' },
  errors: ['notFound'],
  description: 'Where to report a weakness (RFC 9116); 404 unless the operator has given an address.',
});

export const version = defineCall({
  method: 'GET',
  path: '/version',
  auth: 'none',
  responses: { 200: 'text' },
  errors: [],
  description: 'The short build hash.',
});

export const receiveRecording = defineCall({
  method: 'POST',
  path: incoming.path,
  auth: 'none',
  responses: { 303: null },
  errors: [],
  description:
    'Where a phone posts a recording from another app. The app’s service worker keeps it on the phone; the server only gets it before that one is installed, reads nothing, and leads to a page that says so.',
});
