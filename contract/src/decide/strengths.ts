import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { id, instant, listOf, lockOutSeen, optionalText, text } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { PolicySignInMethod, policySignInMethods } from './policy-content.ts'
import { StrengthLevel, StrengthRef } from './policy-content.ts'

/** A sign-in meets a strength if it meets all of these; an empty list means that any value is enough. */
export const StrengthContent = z.object({
  name: text(100, messages['required.strength-name']),
  description: optionalText(500),
  level: z._default(StrengthLevel, 'any'),
  methods: z._default(listOf(PolicySignInMethod, policySignInMethods.length), []),
  keyKinds: z._default(listOf(z.int().check(z.gte(1), z.lte(5)), 5), []),
  models: z._default(listOf(id, 100), []),
  /** PIN, fingerprint, or face. */
  pin: z._default(z.boolean(), false),
  withinMinutes: z._default(z.nullable(z.int().check(z.gte(1), z.lte(43_200))), null),
})
export type StrengthContent = z.output<typeof StrengthContent>

/** An authentication strength that is always there, or one of the workspace. */
export const Strength = z.extend(StrengthContent, {
  strengthId: StrengthRef,
  preset: z.boolean(),
  /** What applications request as `acr_values` or in RequestedAuthnContext. */
  acr: z.string(),
  policies: z.int(),
  applications: z.int(),
  version: z.int(),
  changedAt: z.nullable(instant),
  changedBy: z.nullable(z.string()),
})
export type Strength = z.output<typeof Strength>

const Named = z.object({ id: z.string(), name: z.string() })
export const StrengthInFull = z.extend(Strength, {
  usedBy: z.object({ policies: z.array(Named), applications: z.array(Named) }),
})
export type StrengthInFull = z.output<typeof StrengthInFull>

const prefix = '/administrator/authentication-strengths'

export const strengths = feature('strengths', ['policies'], {
  list: get(prefix, {
    summary: 'List authentication strengths with the number of policies and applications that use them',
    input: z.object({}),
    reply: z.object({ items: z.array(Strength) }),
    may: 'policies.read',
  }),
  names: get(`${prefix}/name`, {
    summary: 'List names of authentication strengths for pickers',
    input: z.object({}),
    reply: z.object({ items: z.array(z.object({ strengthId: StrengthRef, name: z.string(), preset: z.boolean() })) }),
    may: 'applications.read',
  }),
  create: post(prefix, {
    summary: 'Create an authentication strength',
    input: StrengthContent,
    reply: StrengthInFull,
    may: 'policies.write',
    fresh: true,
    fails: ['strength-name-taken', 'too-many-strengths'],
  }),
  get: get(`${prefix}/{strengthId}`, {
    summary: 'Get an authentication strength with the policies and applications that use it',
    input: z.object({ strengthId: StrengthRef }),
    reply: StrengthInFull,
    may: 'policies.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{strengthId}`, {
    summary: 'Update an authentication strength; all policies and applications that use it change immediately',
    input: z.extend(StrengthContent, { strengthId: id, version: z.optional(z.int()), lockOutSeen }),
    reply: StrengthInFull,
    may: 'policies.write',
    fresh: true,
    fails: ['not-found', 'strength-name-taken', 'changed-meanwhile', 'owners-locked-out'],
  }),
  removeMany: del(prefix, {
    summary: 'Delete authentication strengths that nothing uses',
    input: z.object({ ids: listOf(id, 50) }),
    reply: z.object({ removed: z.int() }),
    may: 'policies.write',
    fresh: true,
    fails: ['strength-in-use'],
  }),
})
