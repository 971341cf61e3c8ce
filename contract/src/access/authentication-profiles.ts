import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, email, id, instant, listOf, Nothing, text, whole } from '../platform/fields.ts'
import { signInMethods } from './sign-in.ways.ts'
import { unlessTooBig } from '../platform/limits.ts'

/**
 * `managed`: sign-in with the listed methods. `external-idp`: sign-in at one external provider; owners also by
 * passkey.
 */
export const profileTypes = ['managed', 'external-idp'] as const

export const selfStarting = ['passkey', 'badge'] as const

const Methods = z.array(z.enum(signInMethods)).check(
  z.maxLength(signInMethods.length),
  z.refine(all => new Set(all).size === all.length, 'Add each sign-in method only once'),
)

export const ProfileContent = z.object({
  name: text(100),
  type: z.enum(profileTypes),
  methods: z._default(Methods, []),
  autoStart: z.optional(z.nullable(z.enum(selfStarting))),
  /** External providers offered in addition to the methods; empty means all active ones. */
  providers: z.optional(z.nullable(z.array(id).check(z.maxLength(50)))),
  providerId: z.optional(z.nullable(id)),
  /** Groups with this profile; empty means all users without another profile. */
  groups: z._default(z.array(id).check(z.maxLength(50)), []),
  position: z.optional(whole(1, 1000)),
})
export type ProfileContent = z.output<typeof ProfileContent>

const NamedGroup = z.object({ id: z.string(), name: z.string() })

export const AuthenticationProfile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(profileTypes),
  methods: z.array(z.enum(signInMethods)),
  autoStart: z.nullable(z.enum(selfStarting)),
  providers: z.nullable(z.array(z.string())),
  providerId: z.nullable(z.string()),
  everybody: z.boolean(),
  groups: z.array(NamedGroup),
  position: z.int(),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type AuthenticationProfile = z.output<typeof AuthenticationProfile>

const one = z.object({ id })
const version = z.optional(z.int())
const Change = z.extend(ProfileContent, { id, version })
const Saved = z.extend(AuthenticationProfile, {
  /**
   * Emergency code for an owner if the provider is down; returned once, when the first external profile is created.
   */
  breakGlass: z.nullable(z.string()),
})

const Loss = z.object({
  userId: z.string(),
  firstName: z.string(),
  loses: z.array(z.enum([...signInMethods, 'external'])),
  keeps: z.array(z.enum([...signInMethods, 'external'])),
})

const fails = ['profile-name-taken', 'profile-everybody', 'profile-incomplete', 'no-owner-left', 'above-you'] as const
const prefix = '/api/authentication-profile'

export const authenticationProfiles = feature('authentication-profiles', ['sign-in'], {
  list: get(prefix, {
    summary: 'List authentication profiles, which set the sign-in methods users can use',
    spec: 'sso.authentication-profile-list',
    input: Nothing,
    reply: z.object({
      items: z.array(AuthenticationProfile),
      total: z.int(),
      breakGlass: z.nullable(z.object({ madeAt: instant, usedAt: z.nullable(instant) })),
      phoneCodes: z.object({ sms: z.boolean(), call: z.boolean(), countries: z.array(z.string()) }),
    }),
    may: 'policies.read',
  }),
  create: post(prefix, {
    summary:
      'Create an authentication profile; it applies at the next sign-in, and sessions it would not have allowed end',
    spec: 'sso.authentication-profile-create',
    input: ProfileContent,
    reply: Saved,
    may: 'policies.write',
    fresh: true,
    fails: [...fails, 'too-many-profiles'],
  }),
  put: put(prefix, {
    summary: 'Change an authentication profile, with its ID in the body',
    spec: 'sso.authentication-profile-put',
    input: Change,
    reply: Saved,
    may: 'policies.write',
    fresh: true,
    fails: [...fails, 'not-found', 'changed-meanwhile'],
  }),
  removeMany: del(prefix, {
    summary: 'Delete several authentication profiles',
    spec: 'sso.authentication-profile-delete-many',
    input: z.object({ ids: listOf(id, 50) }),
    reply: z.object({ removed: z.int() }),
    may: 'policies.write',
    fresh: true,
    fails: ['no-owner-left', 'above-you'],
  }),
  preview: post(`${prefix}/preview`, {
    summary: 'Preview which users lose a sign-in method if a profile is changed or deleted',
    input: z.object({
      id: z.optional(id),
      profile: z.optional(ProfileContent),
      /** Only users who would lose this method. */
      way: z.optional(z.enum([...signInMethods, 'external'])),
      after: z.optional(id),
    }),
    reply: z.object({
      ways: z.array(z.object({ way: z.enum([...signInMethods, 'external']), people: z.int() })),
      /** Users who would have no usable sign-in method left. */
      without: z.int(),
      unreached: z.int(),
      owners: z.int(),
      people: z.array(Loss),
      next: z.nullable(z.string()),
    }),
    may: 'policies.read',
    unconfirmed: 'looks',
    silent: 'only previews the effect of a change',
    fails: ['not-found', 'profile-incomplete'],
  }),
  renewBreakGlass: post(`${prefix}/break-glass`, {
    summary: 'Create a new break-glass code; owners only, shown once',
    input: Nothing,
    reply: z.object({ breakGlass: z.string() }),
    may: 'workspace.transfer',
    fresh: true,
  }),
  breakGlass: post('/api/v1/auth/break-glass', {
    summary: 'Use the break-glass code; returns a one-time link for the owner to create a new passkey',
    input: z.object({
      email: email(),
      code: z.string(unlessTooBig('Enter the code')).check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(60)),
    }),
    reply: z.object({ link: z.string() }),
    may: 'public',
    limit: 'sign-in',
    fails: ['break-glass-refused', 'too-many'],
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get an authentication profile',
    spec: 'sso.authentication-profile-get',
    input: one,
    reply: AuthenticationProfile,
    may: 'policies.read',
    fails: ['not-found'],
  }),
  postOne: post(`${prefix}/{id}`, {
    summary: 'Change an authentication profile, as submitted by a form',
    spec: 'sso.authentication-profile-post-one',
    input: Change,
    reply: Saved,
    may: 'policies.write',
    fresh: true,
    fails: [...fails, 'not-found', 'changed-meanwhile'],
  }),
  update: put(`${prefix}/{id}`, {
    summary: 'Change an authentication profile',
    spec: 'sso.authentication-profile-update',
    input: Change,
    reply: Saved,
    may: 'policies.write',
    fresh: true,
    fails: [...fails, 'not-found', 'changed-meanwhile'],
  }),
  remove: del(`${prefix}/{id}`, {
    summary: 'Delete an authentication profile',
    spec: 'sso.authentication-profile-delete',
    input: one,
    reply: Done,
    may: 'policies.write',
    fresh: true,
    fails: ['not-found', 'no-owner-left', 'above-you'],
  }),
})
