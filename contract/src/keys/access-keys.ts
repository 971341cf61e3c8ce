import * as z from 'zod/mini'
import { Site } from '../decide/policy-content.ts'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { base64url, Done, id, instant, listOf, Nothing, text } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { unlessTooBig } from '../platform/limits.ts'

/**
 * Clients on computers that read cards and call the server as the card's authenticator
 * (docs/protocols/access-key.md).
 */
export const readerPrefix = '/apis/access-key-cli/v1'

/** How the client reads a number: as hexadecimal bytes or as a decimal number. */
export const readerFormats = ['hex', 'dec'] as const

export const heldKeyRefusals = ['card-unknown', 'key-pending', 'key-suspended', 'key-blocked', 'key-waiting'] as const

/** Refusals about a card rather than about the client that read it. */
export const cardRefusals = [...heldKeyRefusals, 'account-not-shared'] as const

const readerRefusals = ['reader-refused', 'workspace-disabled'] as const
const unread = [...readerRefusals, 'card-unreadable'] as const

export const fingerReaderRefusals = [...readerRefusals, 'finger-program-needed'] as const

export const tapRefusals = [...unread, ...cardRefusals] as const

export const TappedCard = z.object({
  cardId: z
    .string(unlessTooBig(messages['required.card-id']))
    .check(z.trim(), z.minLength(1, messages['required.card-id']), z.maxLength(60)),
  format: z.optional(z.enum(readerFormats)),
})

/**
 * Maximum size of a CTAP2 request: 7609 bytes, plus headroom because the authenticator itself refuses longer ones.
 */
const longestRequest = 16_384

/** Signature with the client's registered key: ECDSA with P-256 and SHA-256, DER-encoded. */
export const ProgramSignature = base64url(120)

/** A CTAP2 request that a client forwards, in the session started by one tap. */
export const CtapRequest = z.object({
  computerId: text(100),
  request: base64url(longestRequest),
  session: z.optional(id),
})

export const CtapAnswer = z.object({
  response: z.string(),
  session: z.string(),
  /** `signIn`: address where the user can meet the missing requirements; afterwards, the card can be tapped again. */
  refused: z.optional(z.object({ message: z.string(), reference: z.string(), signIn: z.optional(z.string()) })),
})

export const ReaderApp = z.object({
  id: z.string(),
  name: z.string(),
  computerId: z.string(),
  platform: z.string(),
  client: z.string(),
  version: z.string(),
  /** One of our programs, older than the server. */
  outdated: z.boolean(),
  /** Model of its fingerprint reader; null if it has none. */
  fingerModel: z.nullable(z.string()),
  apiKey: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type ReaderApp = z.output<typeof ReaderApp>

export const cardStates = ['active', 'pending', 'suspended', 'blocked', 'waiting', 'unknown'] as const
export type CardStatus = (typeof cardStates)[number]

/** Whether a card has a PIN; without one, whether the next tap sets it or only the card page. */
export const cardPins = ['set', 'due', 'page'] as const
/** Null: the card works without a PIN, or is unknown. */
export type CardPin = (typeof cardPins)[number] | null

/** How the readers of a workspace print numbers; `dropped` digits of a facility code come first. */
const Reading = z.object({ format: z.enum(['none', 'dec', 'hex']), reversed: z.boolean(), dropped: z.int() })

export const accessKeys = feature('access-keys', {
  register: post(`${readerPrefix}/apps`, {
    summary:
      'Register a program that reads cards, with an API key of type Clients; the app token is returned only once',
    spec: 'sign-in.access-key-apps',
    input: z.object({
      name: text(100, messages['required.name']),
      computerId: text(100),
      /**
       * For a client with a fingerprint reader (docs/protocols/fingerprints.md): its signing key, SPKI of a P-256
       * key.
       */
      fingerprints: z.optional(z.object({ model: text(100), publicKey: base64url(200) })),
    }),
    reply: z.object({
      id: z.string(),
      appToken: z.string(),
      workspace: z.object({ id: z.string(), name: z.string() }),
      reading: Reading,
    }),
    may: 'clients',
    limit: 'lookup',
    fails: ['invalid-input', 'not-permitted'],
  }),
  own: get(`${readerPrefix}/app`, {
    summary: 'Get the own registration of a program: the current reader settings, and the version of the server',
    input: Nothing,
    reply: z.object({ name: z.string(), serverVersion: z.string(), reading: Reading }),
    may: 'reader',
    limit: 'reader',
    fails: readerRefusals,
  }),
  execute: post(`${readerPrefix}/security-keys/execute-request`, {
    summary: 'Forward a CTAP2 request to the authenticator of a tapped card',
    spec: 'sign-in.access-key-execute',
    input: z.extend(TappedCard, {
      ...CtapRequest.shape,
      tapped: z.optional(z.boolean()),
      /** Account whose passkeys to use, among those the card opens; defaults to the card owner's. */
      account: z.optional(id),
    }),
    reply: CtapAnswer,
    may: 'reader',
    limit: 'reader',
    fails: tapRefusals,
    silent: 'A ceremony step only counts attempts and signatures; its result is recorded',
  }),
  accounts: post(`${readerPrefix}/security-keys/accounts`, {
    summary: "List the accounts a tapped card gives access to, the owner's account first",
    input: z.extend(TappedCard, { rpId: z.optional(Site) }),
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), own: z.boolean(), isDefault: z.boolean() })),
    }),
    may: 'reader',
    limit: 'reader',
    fails: unread,
  }),
  status: post(`${readerPrefix}/security-keys/status`, {
    summary: 'Get the status of a tapped card: active, pending, suspended, blocked, or unknown',
    input: TappedCard,
    reply: z.object({ cardId: z.string(), status: z.enum(cardStates), pin: z.nullable(z.enum(cardPins)) }),
    may: 'reader',
    limit: 'reader',
    fails: unread,
  }),
  apps: get('/administrator/workspace/reader-apps', {
    summary: 'List programs that read cards for the workspace',
    input: z.extend(Page, { sort: z.optional(z.enum(['name', 'created', 'used'])) }),
    reply: pageOf(ReaderApp),
    may: 'api-keys.read',
  }),
  remove: del('/administrator/workspace/reader-apps/{id}', {
    summary: 'Revoke a program that reads cards; its app token stops working immediately',
    input: z.object({ id }),
    reply: Done,
    may: 'api-keys.write',
    unconfirmed: 'takes-away',
    fails: ['not-found'],
  }),
  removeMany: del('/administrator/workspace/reader-apps', {
    summary: 'Revoke several programs that read cards; their app tokens stop working immediately',
    input: z.object({ ids: listOf(id, 500) }),
    reply: z.object({ removed: z.int() }),
    may: 'api-keys.write',
  }),
})
