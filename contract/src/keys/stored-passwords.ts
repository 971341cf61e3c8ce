import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { base64url, Done, flag, id, instant, Nothing, optionalText, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { TappedCard, tapRefusals } from './access-keys.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** Types of stored passwords, by the software that fills them in (specification §9). */
export const passwordTypes = { domain: 0, web: 1, windowsApplication: 2, mac: 3, windowsLocal: 4 } as const
export const passwordTypeNames: Record<number, string> = {
  0: 'Domain',
  1: 'Web',
  2: 'Windows application',
  3: 'Mac sign-in',
  4: 'Windows local account',
}

export const StoredPassword = z.object({
  id: z.string(),
  type: z.int(),
  username: z.string(),
  url: z.nullable(z.string()),
  /** For type 2: process of the window that it is typed into. */
  processName: z.nullable(z.string()),
  computerName: z.nullable(z.string()),
  pinRequired: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type StoredPassword = z.output<typeof StoredPassword>

export const minPasswordLength = 4
const accountTypes: readonly number[] = [passwordTypes.domain, passwordTypes.mac, passwordTypes.windowsLocal]
const web = /^https?:\/\/[^\s/$.?#][^\s]*$/i
/** Both parts are required (R145). */
export const domainUser = /^[^\\\s]+\\[^\\\s]+$/

const Fields = {
  type: whole(0, 4),
  username: text(200, messages['required.username']),
  url: optionalText(2000),
  processName: optionalText(260),
  computerName: optionalText(64),
  pinRequired: z._default(flag, true),
}
const secret = z.string(unlessTooBig(messages['required.password'])).check(z.maxLength(512))

interface Given {
  type: number
  username: string
  url?: string | undefined
  processName?: string | undefined
  computerName?: string | undefined
  password?: string | undefined
}

const rule = (holds: (given: Given) => boolean, field: keyof Given, error: string) =>
  z.refine<Given>(holds, { path: [field], error })

const is = (type: number) => (given: Given) => given.type === type
const has = (value: string | undefined) => value !== undefined && value !== ''
const rules = [
  rule(given => !is(0)(given) || domainUser.test(given.username), 'username', messages['invalid.domain-username']),
  rule(given => !is(1)(given) || has(given.url), 'url', messages['required.url']),
  rule(given => !is(1)(given) || !has(given.url) || web.test(given.url ?? ''), 'url', 'The URL is not valid'),
  rule(given => !is(2)(given) || has(given.processName), 'processName', 'Process name is required'),
  rule(given => !is(4)(given) || has(given.computerName), 'computerName', 'Computer name is required'),
  rule(
    ({ type, password }) =>
      !accountTypes.includes(type) || !has(password) || (password ?? '').length >= minPasswordLength,
    'password',
    messages['limit.fixed-account-password'],
  ),
] as const

const NewFields = { ...Fields, password: secret.check(z.minLength(1, messages['required.password'])) }
/** The password stays if omitted; required again if it would be filled in at another target. */
const ChangedFields = { ...Fields, password: z.optional(secret) }
export type StoredPasswordInput = Given & { pinRequired: boolean }

const ofUser = '/administrator/tokens/{id}/passwords'
const own = '/administrator/tokens/passwords'
const one = { passwordId: id }
const Listed = z.object({ items: z.array(StoredPassword) })

const ofPrograms = '/apis/access-key-cli/v1/passwords'

const Tapped = z.extend(TappedCard, {
  computerId: text(100),
  origin: text(2000).check(z.refine(value => web.test(value) && new URL(value).origin === value)),
  /** Account among those that the card opens; defaults to the card owner's. */
  account: z.optional(id),
})

export const storedPasswords = feature('stored-passwords', {
  list: get(ofUser, {
    summary: 'List stored passwords of a user, without the passwords',
    spec: 'passwords.list',
    input: z.object({ id }),
    reply: Listed,
    may: 'passwords.read',
    fails: ['not-found'],
  }),
  create: post(ofUser, {
    summary: "Store a password for a user; administrators can't read it again",
    spec: 'passwords.create',
    input: z.object({ id, ...NewFields }).check(...rules),
    reply: StoredPassword,
    may: 'passwords.write',
    fails: ['not-found', 'above-you'],
  }),
  update: put(`${ofUser}/{passwordId}`, {
    summary: 'Change a stored password of a user',
    spec: 'passwords.update',
    input: z.object({ id, ...one, ...ChangedFields }).check(...rules),
    reply: StoredPassword,
    may: 'passwords.write',
    fails: ['not-found', 'above-you', 'pin-reset-required', 'secret-needed'],
  }),
  remove: del(`${ofUser}/{passwordId}`, {
    summary: 'Delete a stored password of a user',
    spec: 'passwords.delete',
    input: z.object({ id, ...one }),
    reply: Done,
    may: 'passwords.write',
    fails: ['not-found', 'above-you'],
  }),
  ownList: get(own, {
    summary: 'List your stored passwords, without the passwords',
    spec: 'passwords.own-list',
    input: Nothing,
    reply: Listed,
    may: 'self',
  }),
  ownCreate: post(own, {
    summary: 'Store one of your passwords',
    spec: 'passwords.own-create',
    input: z.object(NewFields).check(...rules),
    reply: StoredPassword,
    may: 'self',
    unconfirmed: 'own',
  }),
  ownUpdate: put(`${own}/{passwordId}`, {
    summary: 'Change one of your stored passwords',
    spec: 'passwords.own-update',
    input: z.object({ ...one, ...ChangedFields }).check(...rules),
    reply: StoredPassword,
    may: 'self',
    unconfirmed: 'own',
    fails: ['not-found', 'pin-reset-required', 'secret-needed'],
  }),
  ownRemove: del(`${own}/{passwordId}`, {
    summary: 'Delete one of your stored passwords',
    spec: 'passwords.own-delete',
    input: z.object(one),
    reply: Done,
    may: 'self',
    unconfirmed: 'own',
    fails: ['not-found'],
  }),
  offered: post(ofPrograms, {
    summary: 'List names of the stored passwords a tapped card fills in at a site',
    input: Tapped,
    reply: z.object({ items: z.array(z.object({ id: z.string(), username: z.string(), pinRequired: z.boolean() })) }),
    may: 'reader',
    limit: 'reader',
    fails: tapRefusals,
    silent: 'No password is returned; the user sees the available accounts',
  }),
  fill: post(`${ofPrograms}/{passwordId}/fill`, {
    summary: 'Return a stored password for its site after the card was tapped and its PIN verified',
    input: z.extend(Tapped, {
      ...one,
      session: z.optional(id),
      /** MAC of `fillMessage` in keys/extension with the PIN token for the host (CTAP 2.1 §6.5.7), base64url. */
      proof: z.optional(base64url(64)),
    }),
    reply: z.object({ username: z.string(), password: z.string() }),
    may: 'reader',
    limit: 'reader',
    fails: [...tapRefusals, 'not-found', 'pin-needed', 'policy-refused'],
  }),
  reveal: post(`${own}/{passwordId}/reveal`, {
    summary: 'Read one of your stored passwords right after confirming with a passkey',
    input: z.object(one),
    reply: z.object({ password: z.string() }),
    may: 'self',
    fails: ['not-found', 'verify-first'],
  }),
})
