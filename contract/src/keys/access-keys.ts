import * as z from 'zod/mini'
import { Site } from '../decide/policy-content.ts'
import { del, feature, get, post } from '../ground/endpoint.ts'
import { base64url, Done, id, instant, listOf, text } from '../ground/fields.ts'
import { messages } from '../ground/messages.ts'
import { Page, pageOf } from '../ground/page.ts'

/** Programs that read cards on a computer and ask the server as the authenticator of the card (docs/protocols/access-key.md). */
export const readerPrefix = '/apis/access-key-cli/v1'

/** How the program reads a number: as text of its bytes or as a decimal number. */
export const readerFormats = ['hex', 'dec'] as const

/** What is wrong with a key that a program has at hand. */
export const heldKeyRefusals = ['card-unknown', 'key-pending', 'key-suspended', 'key-blocked', 'key-waiting'] as const

/** What is wrong with a card, not with the program that read it. */
export const cardRefusals = [...heldKeyRefusals, 'account-not-shared'] as const

const readerRefusals = ['reader-refused', 'workspace-disabled'] as const
const unread = [...readerRefusals, 'card-unreadable'] as const

/** Why a program at a fingerprint reader is answered nothing. */
export const fingerReaderRefusals = [...readerRefusals, 'finger-program-needed'] as const

/** Why a tap opens nothing, whatever was asked of it. */
export const tapRefusals = [...unread, ...cardRefusals] as const

/** A card as a program read it. */
export const TappedCard = z.object({
  cardId: z
    .string({ error: messages['required.card-id'] })
    .check(z.trim(), z.minLength(1, messages['required.card-id']), z.maxLength(60)),
  format: z.optional(z.enum(readerFormats)),
})

/** A request of CTAP2: 7609 bytes at most, of which the authenticator itself refuses what is longer. */
const longestRequest = 16_384

/** By the key that a program was registered with: ECDSA with P-256 and SHA-256, in DER. */
export const ProgramSignature = base64url(120)

/** A request of CTAP2 that a program carries, in a session that one tap began. */
export const CtapRequest = z.object({
  computerId: text(100),
  /** Command and parameters in CBOR, base64url. */
  request: base64url(longestRequest),
  /** As the last answer gave it, for the same tap. */
  session: z.optional(id),
})

export const CtapAnswer = z.object({
  response: z.string(),
  session: z.string(),
  /** Access policies refused the use: what the person is to be told, and how to name it to an administrator. */
  refused: z.optional(z.object({ message: z.string(), reference: z.string() })),
})

export const ReaderApp = z.object({
  id: z.string(),
  name: z.string(),
  computerId: z.string(),
  platform: z.string(),
  client: z.string(),
  version: z.string(),
  /** Model of its fingerprint reader; null where it has none. */
  fingerModel: z.nullable(z.string()),
  apiKey: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type ReaderApp = z.output<typeof ReaderApp>

export const cardStates = ['active', 'pending', 'suspended', 'blocked', 'waiting', 'unknown'] as const
export type CardStatus = (typeof cardStates)[number]

export const accessKeys = feature('access-keys', {
  register: post(`${readerPrefix}/apps`, {
    summary:
      'Register a program that reads cards, with an API key of type Clients; the app token is returned only once',
    spec: 'sign-in.access-key-apps',
    input: z.object({
      name: text(100, messages['required.name']),
      computerId: text(100),
      /** Of a program at a fingerprint reader (docs/protocols/fingerprints.md): what it signs by, SPKI of a P-256 key. */
      fingerprints: z.optional(z.object({ model: text(100), publicKey: base64url(200) })),
    }),
    reply: z.object({
      id: z.string(),
      appToken: z.string(),
      workspace: z.object({ id: z.string(), name: z.string() }),
      reading: z.object({ format: z.enum(['none', 'dec', 'hex']), reversed: z.boolean(), dropped: z.int() }),
    }),
    may: 'clients',
    limit: 'lookup',
    fails: ['invalid-input', 'not-permitted'],
  }),
  execute: post(`${readerPrefix}/security-keys/execute-request`, {
    summary: 'Forward a CTAP2 request to the authenticator of a tapped card',
    spec: 'sign-in.access-key-execute',
    input: z.extend(TappedCard, {
      ...CtapRequest.shape,
      /** The card was tapped anew in the same session. */
      tapped: z.optional(z.boolean()),
      /** Whose passkeys it uses: an account that the card opens; left out, its owner's. */
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
    /** With the site that asks, accounts that access policies block there are left out. */
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
    reply: z.object({ cardId: z.string(), status: z.enum(cardStates), pin: z.nullable(z.enum(['set', 'due'])) }),
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
