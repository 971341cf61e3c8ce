import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../ground/endpoint.ts'
import { id, instant, listOf } from '../ground/fields.ts'

/** A certificate by which a workspace signs. */
const Certificate = z.object({
  pem: z.string(),
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: z.string(),
  endsAt: instant,
  /** Within 60 days. */
  endsSoon: z.boolean(),
})

/** By what a workspace signs, by what it will, and at which addresses. */
export const SamlKeys = z.object({
  entityId: z.string(),
  metadataUrl: z.string(),
  ssoUrl: z.string(),
  sloUrl: z.string(),
  signs: Certificate,
  /** Stands in our metadata, and signs for the applications that have taken it. */
  announced: z.nullable(Certificate),
  /** Applications for which the announced one signs already. */
  moved: z.array(z.string()),
  /** SAML applications for which it does not yet. */
  waiting: z.int(),
})
export type SamlKeys = z.output<typeof SamlKeys>

/** Fields of an application that its metadata tells. */
export const describedFields = [
  'entityId',
  'acs',
  'sloUrl',
  'sloBinding',
  'requestsSigned',
  'spCertificates',
  'encryptionCertificate',
] as const
export type DescribedField = (typeof describedFields)[number]

const value = z.object({ field: z.enum(describedFields), before: z.array(z.string()), after: z.array(z.string()) })
/** What differs between an application here and its metadata; certificates by their fingerprints. */
export const MetadataPreview = z.object({
  differences: z.array(value),
  /** Whether it is signed by a certificate that is known of this application. */
  signedBy: z.enum(['known', 'stranger', 'nobody']),
})
export type MetadataPreview = z.output<typeof MetadataPreview>

/** Changed metadata that waits until somebody agrees. */
const Waiting = z.extend(MetadataPreview, { since: instant })

const fileSize = 512 * 1024
const source = {
  /** The document, or the address where it is. */
  xml: z.optional(z.string().check(z.maxLength(fileSize))),
  url: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
}

/** What an application would get, with each check of it. */
export const Tried = z.object({
  /** Ready to be sent, for whoever tries it; a preview, without any signature, for somebody else. */
  signed: z.boolean(),
  /** Without what lets somebody in. */
  xml: z.string(),
  nameId: z.object({ format: z.string(), value: z.string() }),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  context: z.string(),
  recipient: z.string(),
  audience: z.string(),
  until: instant,
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), says: z.string() })),
})
export type Tried = z.output<typeof Tried>

const write = { may: 'applications.write', fresh: true } as const
const keys = '/api/sso/saml/keys'
const sp = '/api/sso/saml/sp'
const metadataFails = ['not-found', 'metadata-refused', 'metadata-unreachable'] as const

export const saml = feature('saml', ['applications'], {
  keys: get(keys, {
    summary: 'The certificates by which the workspace signs for SAML applications, and its addresses',
    input: z.object({}),
    reply: SamlKeys,
    may: 'applications.read',
    silent: 'the first certificate is made with the first look at it',
  }),
  ending: get('/api/sso/saml/ending', {
    summary:
      'Certificates that end within 60 days: the one that signs for SAML applications, and those of applications',
    input: z.object({}),
    reply: z.object({
      /** When ours ends. */
      signs: z.nullable(instant),
      /** A SAML application, on whose page certificates are changed. */
      application: z.nullable(z.string()),
      /** Applications with a certificate that ends or has ended, the first to end first. */
      applications: z.array(z.object({ id: z.string(), name: z.string(), endsAt: instant })),
    }),
    may: 'applications.read',
  }),
  announce: post(keys, {
    summary: 'Make a new certificate and announce it in our metadata; the one before goes on signing',
    input: z.object({}),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-announced'],
  }),
  move: put(`${keys}/applications`, {
    summary: 'Let the announced certificate sign for applications that have taken it, or no longer',
    input: z.object({ ids: listOf(id, 200), announced: z.boolean() }),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-missing', 'not-found'],
  }),
  change: post(`${keys}/change`, {
    summary: 'Let the announced certificate sign for all applications; the one before is deleted',
    input: z.object({}),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-missing'],
  }),
  cancel: del(keys, {
    summary: 'Withdraw the announced certificate; the one before signs for all again',
    input: z.object({}),
    reply: SamlKeys,
    ...write,
    fails: ['saml-key-missing'],
  }),
  previewMetadata: post(`${sp}/{id}/metadata`, {
    summary: 'What the metadata of an application, as a file or from an address, would change here',
    input: z.object({ id, ...source }),
    reply: MetadataPreview,
    may: 'applications.write',
    unconfirmed: 'looks',
    silent: 'only looks at what was given',
    bodyLimit: 2 * fileSize,
    fails: metadataFails,
  }),
  takeMetadata: put(`${sp}/{id}/metadata`, {
    summary: 'Change an application to what its metadata says: a file, an address, or what waits',
    input: z.object({ id, ...source }),
    reply: MetadataPreview,
    ...write,
    bodyLimit: 2 * fileSize,
    fails: [...metadataFails, 'entity-id-taken', 'certificate-unreadable'],
  }),
  waitingMetadata: get(`${sp}/{id}/metadata`, {
    summary: 'Changed metadata of an application that waits until somebody agrees',
    input: z.object({ id }),
    reply: z.object({ waiting: z.nullable(Waiting), readAt: z.nullable(instant), fault: z.nullable(z.string()) }),
    may: 'applications.read',
    fails: ['not-found'],
  }),
  dropMetadata: del(`${sp}/{id}/metadata`, {
    summary: 'Leave an application as it is, whatever its changed metadata says',
    input: z.object({ id }),
    reply: z.object({ dropped: z.boolean() }),
    may: 'applications.write',
    fails: ['not-found'],
  }),
  tryOut: post(`${sp}/{id}/try`, {
    summary:
      'What an application would get of oneself, with every check; of somebody else a preview without a signature',
    input: z.object({ id, user: z.optional(id) }),
    reply: Tried,
    may: 'applications.write',
    unconfirmed: 'looks',
    silent: 'nothing that lets anybody in leaves the server',
    fails: ['not-found', 'not-permitted'],
  }),
  leave: post('/api/sso/saml/leave', {
    summary:
      'Where whoever is about to sign out goes on afterwards: to SAML applications, and to the provider they came from',
    input: z.object({}),
    reply: z.object({ next: z.nullable(z.string()) }),
    may: 'self',
    unconfirmed: 'session',
    silent: 'what it begins is told by signing out',
  }),
})
