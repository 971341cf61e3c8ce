import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { flag, id, instant, listOf, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { Aaguid, authenticatorKinds } from './authenticators.ts'
import { cardFormats } from './card-numbers.ts'
import { credentialStorages } from '../tenancy/workspace-settings.ts'
import { type KeyKind, keyKinds } from './security-keys.kinds.ts'
import { keySettings, verifications } from './token-policies.ts'

// Separate file, so that user lists can load the kinds without all key schemas
export { type KeyKind, keyKindNames, keyKinds } from './security-keys.kinds.ts'

export const verificationsByKind = {
  phone: [verifications.always, verifications.whenLocked, verifications.pin],
  card: [verifications.pinless, verifications.pin],
} as const

export interface KeyTraits {
  verifies: keyof typeof verificationsByKind | null
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

export const traitsOf = (kind: number): KeyTraits => traits[kind] ?? none

export const keyKindsWith = (are: (traits: KeyTraits) => boolean): KeyKind[] =>
  Object.values(keyKinds).filter(kind => are(traitsOf(kind)))

export const heldKinds: readonly number[] = keyKindsWith(({ storage }) => storage === remote)

export const kindNumbers = { min: keyKinds.smartphone, max: Math.max(...Object.values(keyKinds)) }

/** Status of a key (specification §4); any other value is shown as unknown (R152). */
export const keyStatus = { active: 20, pending: 30, suspended: 40 } as const

const keyPicture = z.enum([...authenticatorKinds, 'smart-card', 'fingerprint'])

export const SecurityKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.int(),
  status: z.int(),
  isBlocked: z.boolean(),
  owner: z.object({ id: z.string(), name: z.string(), userId: z.string() }),
  model: z.nullable(z.string()),
  picture: keyPicture,
  aaguid: z.nullable(z.string()),
  cardEnd: z.nullable(z.string()),
  /** 1 always, 2 when locked, 3 PINless, 4 PIN; null: the key itself handles user verification. */
  verification: z.nullable(z.int()),
  credentialStorageLocation: z.int(),
  proximity: z.boolean(),
  audit: z.boolean(),
  offlineLogin: z.boolean(),
  rememberedPinHours: z.int(),
  isDefault: z.boolean(),
  hasPin: z.boolean(),
  /** A PIN must be set before the next use. */
  pinDue: z.boolean(),
  /** Inactive until its owner, who has administrative permissions, confirms that the key is theirs. */
  proofDue: z.boolean(),
  /** When it becomes active without confirmation, unless its owner rejects it. */
  opensFrom: z.nullable(instant),
  passkeys: z.int(),
  totalActivities: z.int(),
  lastActivity: z.nullable(instant),
  /** 1 immediately, 2 by the user with an emailed link, 3 later. */
  activation: z.int(),
  createdAt: instant,
  activatedAt: z.nullable(instant),
})
export type SecurityKey = z.output<typeof SecurityKey>

/** `totalActivities` stops counting here; this value means "or more". */
export const activitiesCounted = 1000

const KeyFilter = z.object({
  type: z.optional(listOf(whole(kindNumbers.min, kindNumbers.max), kindNumbers.max)),
  status: z.optional(listOf(whole(0, 99), 5)),
  model: z.optional(Aaguid),
  blocked: z.optional(flag),
  pinless: z.optional(flag),
  unusedDays: z.optional(whole(1, 3650)),
  group: z.optional(id),
  unit: z.optional(id),
})

export const keySorts = ['name', 'owner', 'lastActivity', 'created'] as const

const lookups = {
  challenge: z.optional(z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/))),
  sharedTokenId: z.optional(id),
  userId: z.optional(id),
  _id: z.optional(id),
}

export const KeyQuery = z.extend(Page, { ...KeyFilter.shape, ...lookups })
export type KeyQuery = z.output<typeof KeyQuery>

/**
 * Keys of a bulk action, by the list's filters; unknown filters are refused, because ignoring one would affect more
 * keys.
 */
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
  picture: keyPicture,
  /** Administrator who registered it on behalf of the owner; null if the owner did. */
  registeredBy: z.nullable(z.string()),
  /** When the site was found to have deleted it; null if it exists or was not checked. */
  goneAt: z.nullable(instant),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type KeyPasskey = z.output<typeof KeyPasskey>

const Fingerprint = z.object({ id: z.string(), name: z.string(), createdAt: instant })

/** Days that `uses` counts, today included. */
export const keyUseDays = 60

const KeyUses = z.object({
  /** One entry for each day in the workspace's time zone, oldest first. */
  days: z.array(z.object({ day: z.string(), succeeded: z.int(), failed: z.int() })),
  computers: z.int(),
  /** The newest uses, at most five; empty for callers who can't read the log. */
  recent: z.array(
    z.object({
      id: z.string(),
      at: instant,
      action: z.string(),
      status: z.int(),
      reason: z.nullable(z.string()),
      site: z.nullable(z.string()),
      computer: z.nullable(z.object({ id: z.string(), name: z.string() })),
      ip: z.nullable(z.string()),
    }),
  ),
})
export type KeyUses = z.output<typeof KeyUses>

export const KeyInfo = z.extend(SecurityKey, {
  cardId: z.nullable(z.string()),
  cardIdDecimal: z.nullable(z.string()),
  policy: z.nullable(z.object({ id: z.string(), name: z.string() })),
  madeBy: z.string(),
  linkEndsAt: z.nullable(instant),
  blockedAt: z.nullable(instant),
  /** The vendor's metadata of the model; null if unknown. */
  certification: z.nullable(
    z.object({
      description: z.string(),
      status: z.string(),
      since: z.nullable(z.string()),
      warning: z.nullable(z.string()),
      icon: z.nullable(z.string()),
    }),
  ),
  modelAllowed: z.boolean(),
  /** Null if the key has no PIN; `wrong` is the number of wrong attempts, `tries` the number that blocks the PIN. */
  pin: z.nullable(z.object({ setAt: z.nullable(instant), wrong: z.nullable(z.int()), tries: z.int() })),
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
  unused: get(`${prefix}/counts/unused`, {
    summary: 'Count keys that were not used for 90 days; exactly up to 10,000, as totals',
    input: z.object({}),
    reply: z.object({ count: z.int() }),
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
  uses: get(`${prefix}/{id}/uses`, {
    summary: `Count uses of a security key in the last ${keyUseDays} days, with the newest ones`,
    input: one,
    reply: KeyUses,
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
    fails: ['not-found', 'above-you', 'own-keys-only', 'verify-first', 'setting-not-of-kind', 'storage-not-offered'],
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
