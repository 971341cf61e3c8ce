import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { id, instant, listOf } from '../platform/fields.ts'

const Certificate = z.object({
  pem: z.string(),
  fingerprint: z.string(),
  endsAt: instant,
  endsSoon: z.boolean(),
})

export const SamlKeys = z.object({
  entityId: z.string(),
  metadataUrl: z.string(),
  ssoUrl: z.string(),
  sloUrl: z.string(),
  signs: Certificate,
  announced: z.nullable(Certificate),
  moved: z.array(z.string()),
  waiting: z.int(),
})
export type SamlKeys = z.output<typeof SamlKeys>

export const describedFields = [
  'entityId',
  'acs',
  'sloUrl',
  'sloBinding',
  'nameIdFormat',
  'requestsSigned',
  'spCertificates',
  'encryptionCertificate',
] as const
export type DescribedField = (typeof describedFields)[number]

const value = z.object({ field: z.enum(describedFields), before: z.array(z.string()), after: z.array(z.string()) })
export const MetadataPreview = z.object({
  differences: z.array(value),
  signedBy: z.enum(['known', 'stranger', 'nobody']),
})
export type MetadataPreview = z.output<typeof MetadataPreview>

const Waiting = z.extend(MetadataPreview, { since: instant })

const fileSize = 512 * 1024
const source = {
  xml: z.optional(z.string().check(z.maxLength(fileSize))),
  url: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
}

/** What an application would receive, with all checks. */
export const SamlTryOut = z.object({
  signed: z.boolean(),
  xml: z.string(),
  nameId: z.object({ format: z.string(), value: z.string() }),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  context: z.string(),
  recipient: z.string(),
  audience: z.string(),
  until: instant,
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), says: z.string() })),
})
export type SamlTryOut = z.output<typeof SamlTryOut>

const write = { may: 'applications.write', fresh: true } as const
const keys = '/api/sso/saml/keys'
const sp = '/api/sso/saml/sp'
const metadataFails = ['not-found', 'metadata-refused', 'metadata-unreachable'] as const

export const saml = feature('saml', ['applications'], {
  keys: get(keys, {
    summary: "Get the workspace's SAML signing certificates and URLs",
    input: z.object({}),
    reply: SamlKeys,
    may: 'applications.read',
    silent: 'the first certificate is created on first access',
  }),
  ending: get('/api/sso/saml/ending', {
    summary: 'List certificates that expire within 60 days: the SAML signing certificate and application certificates',
    input: z.object({}),
    reply: z.object({
      signs: z.nullable(instant),
      application: z.nullable(z.string()),
      applications: z.array(z.object({ id: z.string(), name: z.string(), endsAt: instant })),
    }),
    may: 'applications.read',
  }),
  announce: post(keys, {
    summary: 'Create a new certificate and publish it in the metadata; the current one continues to sign',
    input: z.object({}),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-announced'],
  }),
  move: put(`${keys}/applications`, {
    summary: 'Set whether applications use the new certificate',
    input: z.object({ ids: listOf(id, 200), announced: z.boolean() }),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-missing', 'not-found'],
  }),
  change: post(`${keys}/change`, {
    summary: 'Switch all applications to the new certificate; the current one is deleted',
    input: z.object({}),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-missing'],
  }),
  cancel: del(keys, {
    summary: 'Withdraw the new certificate; all applications use the current one again',
    input: z.object({}),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-missing'],
  }),
  previewMetadata: post(`${sp}/{id}/metadata`, {
    summary: "Preview the changes from an application's metadata, from a file or a URL",
    input: z.object({ id, ...source }),
    reply: MetadataPreview,
    may: 'applications.write',
    unconfirmed: 'looks',
    silent: 'only reads the input',
    bodyLimit: 2 * fileSize,
    fails: metadataFails,
  }),
  takeMetadata: put(`${sp}/{id}/metadata`, {
    summary: "Apply an application's metadata from a file, a URL, or the pending changes",
    input: z.object({ id, ...source }),
    reply: MetadataPreview,
    ...write,
    bodyLimit: 2 * fileSize,
    fails: [...metadataFails, 'entity-id-taken', 'certificate-unreadable'],
  }),
  waitingMetadata: get(`${sp}/{id}/metadata`, {
    summary: 'Get the pending metadata changes of an application',
    input: z.object({ id }),
    reply: z.object({ waiting: z.nullable(Waiting), readAt: z.nullable(instant), fault: z.nullable(z.string()) }),
    may: 'applications.read',
    fails: ['not-found'],
  }),
  dropMetadata: del(`${sp}/{id}/metadata`, {
    summary: 'Ignore the pending metadata changes of an application',
    input: z.object({ id }),
    reply: z.object({ dropped: z.boolean() }),
    may: 'applications.write',
    fails: ['not-found'],
  }),
  tryOut: post(`${sp}/{id}/try`, {
    summary: 'Get what an application would receive for you, with all checks; for other users, an unsigned preview',
    input: z.object({ id, user: z.optional(id) }),
    reply: SamlTryOut,
    may: 'applications.write',
    unconfirmed: 'looks',
    silent: 'nothing that grants access leaves the server',
    fails: ['not-found', 'not-permitted'],
  }),
  leave: post('/api/sso/saml/leave', {
    summary: 'Get the next sign-out step: SAML applications, and the provider used for sign-in',
    input: z.object({}),
    reply: z.object({ next: z.nullable(z.string()) }),
    may: 'self',
    unconfirmed: 'session',
    silent: 'the sign-out itself is recorded',
  }),
})
