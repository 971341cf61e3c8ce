import * as z from 'zod/mini'
import { feature, get, put } from '../ground/endpoint.ts'
import { flag, id, instant, listOf, text, whole } from '../ground/fields.ts'
import { messages } from '../ground/messages.ts'
import { Page, pageOf } from '../ground/page.ts'
import { Aaguid } from './authenticators.ts'
import { cardFormats } from './card-numbers.ts'
import { credentialStorages } from '../tenancy/workspace-settings.ts'
import { type KeyKind, keyKinds } from './security-keys.kinds.ts'
import { keySettings, verifications } from './token-policies.ts'

// Lists of people name kinds: they load these without all that a key is
export { type KeyKind, keyKindNames, keyKinds } from './security-keys.kinds.ts'

/** How a key can verify its holder, where it does so as phones or as cards do. */
export const verificationsAs = {
  phone: [verifications.always, verifications.whenLocked, verifications.pin],
  card: [verifications.pinless, verifications.pin],
} as const

/** Which of the settings keys of a kind have. */
export interface KeyTraits {
  /** Null: the key sees to it itself. */
  verifies: keyof typeof verificationsAs | null
  /** Where their credentials lie; null: that is chosen. */
  storage: (typeof credentialStorages)['local' | 'remote'] | null
  proximity: boolean
  offline: boolean
  remembersPin: boolean
}

const { local, remote } = credentialStorages
const none: KeyTraits = { verifies: null, storage: local, proximity: false, offline: false, remembersPin: false }
const traits: Readonly<Record<number, KeyTraits>> = {
  [keyKinds.smartphone]: { verifies: 'phone', storage: null, proximity: true, offline: true, remembersPin: true },
  [keyKinds.accessCard]: { verifies: 'card', storage: remote, proximity: false, offline: true, remembersPin: true },
  [keyKinds.hardware]: none,
  [keyKinds.smartCard]: none,
  [keyKinds.fingerprint]: { ...none, storage: remote, offline: true },
} satisfies Record<KeyKind, KeyTraits>

/** Which settings keys of a kind have, by its number. */
export const traitsOf = (kind: number): KeyTraits => traits[kind] ?? none

/** The kinds whose keys are like this. */
export const kindsThat = (are: (traits: KeyTraits) => boolean): KeyKind[] =>
  Object.values(keyKinds).filter(kind => are(traitsOf(kind)))

/** Kinds whose passkeys are always with us: the server is their authenticator. */
export const heldKinds: readonly number[] = kindsThat(({ storage }) => storage === remote)

/** Between which numbers kinds lie. */
export const kindNumbers = { min: keyKinds.smartphone, max: Math.max(...Object.values(keyKinds)) }

/** Status of a key (specification §4); any other value is shown as unknown (R152). */
export const keyStatus = { active: 20, pending: 30, suspended: 40 } as const

export const SecurityKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.int(),
  status: z.int(),
  /** By too many wrong PINs. */
  isBlocked: z.boolean(),
  owner: z.object({ id: z.string(), name: z.string(), userId: z.string() }),
  /** Name of the model, and which of our pictures stands for it. */
  model: z.nullable(z.string()),
  picture: z.enum(['phone', 'computer', 'manager', 'key', 'card', 'smart-card', 'fingerprint', 'unknown']),
  aaguid: z.nullable(z.string()),
  /** The last digits of a card's number. */
  cardEnd: z.nullable(z.string()),
  /** 1 always, 2 when locked, 3 PINless, 4 PIN; null: the key sees to it itself. */
  verification: z.nullable(z.int()),
  credentialStorageLocation: z.int(),
  proximity: z.boolean(),
  audit: z.boolean(),
  offlineLogin: z.boolean(),
  rememberedPinHours: z.int(),
  isDefault: z.boolean(),
  hasPin: z.boolean(),
  /** A PIN must be set before the key can be used again. */
  pinDue: z.boolean(),
  /** Its owner, who has administrative permissions, has yet to say that it is theirs; it opens nothing until then. */
  proofDue: z.boolean(),
  /** From when on it opens all the same, unless its owner stops it. */
  opensFrom: z.nullable(instant),
  passkeys: z.int(),
  totalActivities: z.int(),
  lastActivity: z.nullable(instant),
  /** 1 now, 2 by the user through a mailed link, 3 later. */
  activation: z.int(),
  createdAt: instant,
  activatedAt: z.nullable(instant),
})
export type SecurityKey = z.output<typeof SecurityKey>

/** `totalActivities` stops here; this many means "or more". */
export const activitiesCounted = 1000

const KeyFilter = z.object({
  type: z.optional(listOf(whole(kindNumbers.min, kindNumbers.max), kindNumbers.max)),
  status: z.optional(listOf(whole(0, 99), 5)),
  model: z.optional(Aaguid),
  blocked: z.optional(flag),
  pinless: z.optional(flag),
  /** Not used for so many days. */
  unusedDays: z.optional(whole(1, 3650)),
  group: z.optional(id),
  unit: z.optional(id),
})

export const keySorts = ['name', 'owner', 'lastActivity', 'created'] as const

/** What identifies one key of the list; the list then holds that key alone, or none. */
const lookups = {
  /** Of the fingerprint enrolment that made it. */
  challenge: z.optional(z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/))),
  sharedTokenId: z.optional(id),
  userId: z.optional(id),
  _id: z.optional(id),
}

export const KeyQuery = z.extend(Page, { ...KeyFilter.shape, ...lookups })
export type KeyQuery = z.output<typeof KeyQuery>

/** Which keys a bulk act means, by the filters of the list; one that is not known is refused, for without it more would be meant. */
export const KeySelectionFilter = z.strictObject({
  ...KeyFilter.shape,
  userId: lookups.userId,
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
})

export const KeyPasskey = z.object({
  id: z.string(),
  name: z.string(),
  rpId: z.string(),
  userName: z.nullable(z.string()),
  model: z.string(),
  synced: z.boolean(),
  securityKeyId: z.string(),
  securityKeyName: z.string(),
  /** Who had it registered on behalf of the owner; null where the owner did. */
  registeredBy: z.nullable(z.string()),
  /** When its site was seen to know it no more; null where it does, or nobody asked there. */
  goneAt: z.nullable(instant),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type KeyPasskey = z.output<typeof KeyPasskey>

const Fingerprint = z.object({ id: z.string(), name: z.string(), createdAt: instant })

/** All that is known about one key: its passport. */
export const KeyInfo = z.extend(SecurityKey, {
  /** The full number, for those who may change keys. */
  cardId: z.nullable(z.string()),
  cardIdDecimal: z.nullable(z.string()),
  policy: z.nullable(z.object({ id: z.string(), name: z.string() })),
  madeBy: z.string(),
  /** Until when the link works, or worked, that was sent to activate the key or set its PIN. */
  linkEndsAt: z.nullable(instant),
  blockedAt: z.nullable(instant),
  /** What the maker tells about the model; null where nothing is known. */
  certification: z.nullable(
    z.object({
      description: z.string(),
      status: z.string(),
      since: z.nullable(z.string()),
      /** Its maker or FIDO warns of it. */
      warning: z.nullable(z.string()),
      icon: z.nullable(z.string()),
    }),
  ),
  /** May passkeys of this model be added in this workspace? */
  modelAllowed: z.boolean(),
  /** How its maker vouched for the model when the passkey was made. */
  attestation: z.nullable(z.string()),
  fingerprints: z.array(Fingerprint),
})
export type KeyInfo = z.output<typeof KeyInfo>

const one = z.object({ id })
const prefix = '/administrator/securityDevice'
const Listed = z.object({ items: z.array(SecurityKey) })

export const securityKeys = feature('security-keys', ['key-acts', 'users', 'statistics', 'groups', 'credentials'], {
  list: get(prefix, {
    summary: 'List security keys of the workspace with filters; users get their own',
    spec: 'security-keys.list',
    input: KeyQuery,
    reply: pageOf(SecurityKey),
    may: 'keys.own',
    fails: ['own-keys-only'],
  }),
  counts: get(`${prefix}/counts`, {
    summary: 'Count keys by type, status, and model',
    input: z.object({}),
    reply: z.object({
      all: z.int(),
      blocked: z.int(),
      pinless: z.int(),
      byKind: z.array(z.object({ kind: z.int(), count: z.int() })),
      byStatus: z.array(z.object({ status: z.int(), count: z.int() })),
      byModel: z.array(z.object({ aaguid: z.string(), name: z.string(), count: z.int() })),
    }),
    may: 'keys.read',
  }),
  ofUser: get(`${prefix}/user/{id}`, {
    summary: 'List security keys of a user',
    spec: 'security-keys.by-user',
    input: one,
    reply: Listed,
    may: 'keys.read',
    fails: ['not-found'],
  }),
  ofUserInfo: get('/administrator/tokens/userInfo/{userId}/securitykeys/v2', {
    summary: "List security keys of a user for the user's page",
    spec: 'admin-tokens.user-info-security-keys-v2',
    input: z.object({ userId: id }),
    reply: Listed,
    may: 'keys.read',
    aliases: ['/administrator/userInfo/{userId}/securitykeys/v2'],
    fails: ['not-found'],
  }),
  ofUserInfoEarlier: get('/administrator/tokens/userInfo/securitykeys', {
    summary: 'List security keys of a user (earlier form)',
    spec: 'admin-tokens.user-info-security-keys',
    input: z.object({ userId: id }),
    reply: Listed,
    may: 'keys.read',
    aliases: ['/administrator/userInfo/securitykeys'],
    fails: ['not-found'],
  }),
  activatedCard: get(`${prefix}/activated-card`, {
    summary: 'Find the owner of a tapped card; empty if no user has it',
    spec: 'security-keys.activated-card',
    input: z.object({
      cardId: z.string().check(z.trim(), z.minLength(1, messages['required.card-id']), z.maxLength(60)),
      cardFormat: z.optional(z.enum(cardFormats)),
    }),
    reply: z.object({ cardId: z.string(), key: z.nullable(SecurityKey) }),
    may: 'keys.read',
    fails: ['card-unreadable'],
  }),
  credentials: get(`${prefix}/credentials/{id}`, {
    summary: 'List passkeys of a key',
    spec: 'security-keys.credentials',
    input: one,
    reply: z.object({ items: z.array(KeyPasskey) }),
    may: 'keys.own',
    fails: ['not-found', 'own-keys-only'],
  }),
  connectedUsers: get(`${prefix}/{id}/connected-tokens`, {
    summary: "List accounts a key gives access to, the owner's account first",
    spec: 'security-keys.connected-tokens',
    input: one,
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), userId: z.string(), owner: z.boolean() })),
    }),
    may: 'keys.read',
    aliases: ['/administrator/devices/{id}/connected-tokens'],
    fails: ['not-found'],
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get a security key',
    spec: 'security-keys.get',
    input: one,
    reply: SecurityKey,
    may: 'keys.own',
    fails: ['not-found', 'own-keys-only'],
  }),
  info: get(`${prefix}/{id}/info`, {
    summary: 'Get all details of a security key',
    spec: 'security-keys.info',
    input: one,
    reply: KeyInfo,
    may: 'keys.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{id}`, {
    summary: 'Update a security key; omitted fields are unchanged. Users can rename their own keys',
    spec: 'security-keys.update',
    input: z.object({
      id,
      name: z.optional(text(100, messages['required.name'])),
      credentialStorageLocation: z.optional(keySettings.credentialStorageLocation),
      proximity: z.optional(keySettings.proximity),
      audit: z.optional(keySettings.audit),
      offlineLogin: z.optional(keySettings.offlineLogin),
      rememberedPinHours: z.optional(keySettings.rememberedPinHours),
    }),
    reply: SecurityKey,
    may: 'keys.own',
    fails: ['not-found', 'above-you', 'own-keys-only', 'verify-first', 'setting-not-of-kind'],
  }),
  ofPerson: get('/administrator/tokens/{id}/credentials', {
    summary: 'List passkeys of a user on all keys',
    spec: 'admin-tokens.credentials',
    input: one,
    reply: z.object({ items: z.array(KeyPasskey) }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
})
