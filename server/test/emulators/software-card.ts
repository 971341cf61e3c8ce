import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { type AuthenticatorReply, answer } from '../../src/features/keys/authenticator/authenticator.ts'
import type { CardState, PinTries } from '../../src/features/keys/authenticator/authenticator.card.ts'
import type { AuthenticatorChange } from '../../src/features/keys/authenticator/authenticator.changes.ts'
import type { AuthenticatorDependencies } from '../../src/features/keys/authenticator/authenticator.dependencies.ts'
import { FULL } from '../../src/features/keys/authenticator/authenticator.tries.ts'
import { type Session, sessionAfterTap } from '../../src/features/keys/authenticator/authenticator.session.ts'

const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

function changed(card: CardState, change: AuthenticatorChange): CardState {
  const { credentials } = card
  switch (change.kind) {
    case 'credential added':
      return { ...card, credentials: [...credentials, change.credential] }
    case 'credential removed':
      return { ...card, credentials: credentials.filter(({ id }) => !same(id, change.id)) }
    case 'user updated':
      return {
        ...card,
        credentials: credentials.map(one => (same(one.id, change.id) ? { ...one, user: change.user } : one)),
      }
    case 'PIN set':
      return { ...card, pinHash: change.pinHash, forcePinChange: false, tries: FULL }
    case 'tries restored':
      return { ...card, tries: FULL }
    case 'credential used':
      return card
  }
}

export interface SoftwareCard {
  now: number
  card: CardState
  session: Session
  readonly log: AuthenticatorChange[]
  faculties: Partial<AuthenticatorDependencies>
  tap(): void
  answer(request: Uint8Array): Promise<AuthenticatorReply>
  send(request: Uint8Array): Promise<Uint8Array>
}

export function softwareCard(settings: Partial<CardState> = {}): SoftwareCard {
  const keys = new Map<string, { privateKey: KeyObject; secrets: readonly [Buffer, Buffer] }>()
  const counters = new Map<string, number>()
  const keyOf = (key: string) => {
    const found = keys.get(key)
    if (!found) throw new Error('The vault holds no such key')
    return found
  }

  const usual = (): AuthenticatorDependencies => ({
    now: software.now,
    userMatched: false,
    random: size => randomBytes(size),
    acceptsPin: () => true,
    makeKey() {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = randomBytes(16).toString('hex')
      keys.set(key, { privateKey, secrets: [randomBytes(32), randomBytes(32)] })
      const point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
      return Promise.resolve({ key, publicKey: point })
    },
    sign: (key, data) => Promise.resolve(sign('sha256', data, keyOf(key).privateKey)),
    hmac(key, verified, salt) {
      const secret = keyOf(key).secrets[verified ? 1 : 0]
      return Promise.resolve(createHmac('sha256', secret).update(salt).digest())
    },
    nextCounter(id) {
      const name = Buffer.from(id).toString('hex')
      const value = (counters.get(name) ?? 0) + 1
      counters.set(name, value)
      return Promise.resolve(value)
    },
    mayUse: () => Promise.resolve(true),
    async spendTry(from: PinTries, to: PinTries) {
      // Asynchronous, like a database
      await Promise.resolve()
      const { left, notBefore } = software.card.tries
      const still = left === from.left && notBefore === from.notBefore
      if (still) software.card = { ...software.card, tries: to }
      return still
    },
  })

  const software: SoftwareCard = {
    now: 1_800_000_000_000,
    session: sessionAfterTap(1_800_000_000_000),
    log: [],
    faculties: {},
    card: {
      verification: 'pin',
      pinHash: null,
      tries: FULL,
      forcePinChange: false,
      minPinLength: 4,
      allows: { firstPin: true, create: true, manage: true },
      credentials: [],
      ...settings,
    },
    tap() {
      software.session = sessionAfterTap(software.now, software.session)
    },
    async answer(request) {
      const given = { ...usual(), ...software.faculties }
      const answered = await answer(software.card, software.session, request, given)
      software.session = answered.session
      software.log.push(...answered.changes)
      software.card = answered.changes.reduce(changed, software.card)
      return answered
    },
    send: async request => (await software.answer(request)).reply,
  }
  return software
}
