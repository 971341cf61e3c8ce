import * as z from 'zod/mini'
import { feature, del, get, patch, post } from '../platform/endpoint.ts'
import { base64url, Done, id, instant, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { fingerReaderRefusals, ProgramSignature } from './access-keys.ts'

/** State of an enrollment (specification §4). */
export const enrolmentStates = { notStarted: 0, pending: 1, fulfilled: 2, cancelled: 3 } as const

/** Seconds until an enrollment must start and be completed (R165), and its polling interval (R164). */
export const enrolmentSeconds = { start: 30, fulfil: 300, poll: 2 } as const

/** Enrollment mode of each provider, and its time limit in seconds (R168, decision G34). */
export const fingerprintProviders: Record<number, { enrolment: 'pre' | 'advanced'; seconds: number }> = {
  1: { enrolment: 'pre', seconds: 60 },
  2: { enrolment: 'advanced', seconds: 300 },
}

/** Message that a client signs for a template; `hash` is the SHA-256 of the template, in hexadecimal. */
export const templateMessage = (of: { challenge: string; model: string; hash: string }): string =>
  ['claviger-fingerprint-template-1', of.challenge, of.model, of.hash].join('\n')

const challenge = z.string().check(z.minLength(20), z.maxLength(64), z.regex(/^[\w-]+$/))
export const Template = z.object({ id: z.string(), name: z.string(), createdAt: instant })

const prefix = '/administrator/securityDevice/fingerprint'

export const fingerprints = feature(
  'fingerprints',
  ['security-keys', 'key-acts', 'users', 'statistics', 'groups', 'credentials'],
  {
    enrolment: get(`${prefix}/enrollment/{challenge}`, {
      summary:
        'Get the status of a fingerprint enrollment: 0 not started, 1 pending, 2 fulfilled, 3 canceled or timed out',
      spec: 'security-keys.fingerprint-enrollment',
      input: z.object({ challenge }),
      reply: z.object({
        state: z.int(),
        fingers: z.int(),
        startsBefore: instant,
        endsAt: instant,
        provider: z.int(),
        securityKeyId: z.string(),
      }),
      may: 'keys.read',
      fails: ['not-found'],
    }),
    restart: post(`${prefix}/enrollment`, {
      summary: 'Restart the enrollment of a fingerprint key, or add another fingerprint',
      input: z.object({ id, provider: z._default(whole(1, 2), 2) }),
      reply: z.object({ challenge: z.string() }),
      may: 'keys.write',
      fails: ['not-found', 'above-you', 'change-refused', 'verify-first'],
    }),
    cancel: del(`${prefix}/enrollment/{challenge}`, {
      summary: 'Cancel an enrollment',
      unconfirmed: 'stops',
      input: z.object({ challenge }),
      reply: Done,
      may: 'keys.write',
      fails: ['not-found', 'above-you'],
    }),
    progress: post(`${prefix}/enrollment/{challenge}/progress`, {
      summary:
        'Report enrollment progress from a registered program: started, a fingerprint with its template, or canceled',
      input: z.object({
        challenge,
        step: z.enum(['started', 'finger', 'done', 'cancelled']),
        name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
        template: z.optional(base64url(16_384)),
        /** Signature of `templateMessage` with the client's registered key; required for each template. */
        signature: z.optional(ProgramSignature),
      }),
      reply: z.object({ state: z.int() }),
      may: 'reader',
      limit: 'reader',
      fails: [
        ...fingerReaderRefusals,
        'fingerprint-refused',
        'challenge-refused',
        'fingerprint-over',
        'fingerprint-missing',
      ],
      silent: 'Each fingerprint is recorded when it is read',
    }),
    rename: patch(`${prefix}/templates/{id}`, {
      summary: 'Rename a fingerprint',
      spec: 'security-keys.fingerprint-template-update',
      unconfirmed: 'label',
      input: z.object({ id, name: text(100, messages['required.name']) }),
      reply: Template,
      may: 'keys.write',
      fails: ['not-found', 'above-you'],
    }),
    remove: del(`${prefix}/templates/{id}`, {
      summary: 'Delete a fingerprint',
      spec: 'security-keys.fingerprint-template-delete',
      input: z.object({ id }),
      reply: Done,
      may: 'keys.write',
      fails: ['not-found', 'above-you'],
    }),
  },
)
