import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { signIn } from '@claviger/contract/access/sign-in'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { fingerReaders, matchMessage } from '@claviger/contract/keys/finger-readers'
import { fingerprints, templateMessage } from '@claviger/contract/keys/fingerprints'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { cardBrowser } from './card-browser.ts'
import { ctapClient, open, type Token } from '../emulators/ctap-client.ts'
import type { Caller, TestApp } from '../app/test-app.ts'
import { origin } from './passkeys.ts'
import { COMPUTER } from './reader.ts'

export const MODEL = 'Maker F100'

export interface FingerReader {
  readonly caller: Caller
  readonly model: string
  sign(text: string): string
  start(challenge: string): Promise<void>
  scan(challenge: string, name?: string): Promise<void>
  enrol(challenge: string, ...names: string[]): Promise<void>
  match(
    finger: string,
    request: Uint8Array,
    spoil?: FingerReaderFault,
  ): Promise<{ challenge: string; signature: string }>
  finger(id: string): FingerOnReader
}

export interface FingerReaderFault {
  challenge?: string
  finger?: string
  model?: string
  computerId?: string
  request?: Uint8Array
}

export interface FingerOnReader extends ReturnType<typeof ctapClient> {
  send(request: Uint8Array): Promise<Uint8Array>
  /** Sends requests with or without a match. */
  lies(on: boolean): void
  /** A token by built-in user verification (CTAP 2.1 §6.5.5.7.3). */
  uvToken(permissions: number, rpId?: string): Promise<Token>
  session(): string | undefined
  told(): { message: string } | undefined
}

export async function registerFingerReader(
  { as, given }: TestApp,
  { owner = given.owner, model = MODEL }: { owner?: TestApp['given']['owner']; model?: string } = {},
): Promise<FingerReader> {
  const { accessToken } = await given.session(owner)
  const { value } = await as(accessToken).tell(apiKeys.create, {
    name: 'Fingerprints',
    type: keyTypes.clients,
    granted: ['clients'],
  })
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  const given_ = { name: 'Finger reader', computerId: COMPUTER, fingerprints: { model, publicKey: spki } }
  const { appToken } = await as(value).tell(accessKeys.register, given_)
  return programAt(as(appToken), model, privateKey)
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')

function programAt(caller: Caller, model: string, key: KeyObject): FingerReader {
  const signed = (text: string) => sign('sha256', Buffer.from(text), key).toString('base64url')
  const program: FingerReader = {
    caller,
    model,
    sign: signed,
    async start(challenge) {
      await caller.tell(fingerprints.progress, { challenge, step: 'started' })
    },
    async scan(challenge, name) {
      const template = Buffer.from(`a template of ${name ?? 'a finger'}`)
      await caller.tell(fingerprints.progress, {
        challenge,
        step: 'finger',
        template: template.toString('base64url'),
        signature: signed(templateMessage({ challenge, model, hash: sha256(template) })),
        ...(name !== undefined && { name }),
      })
    },
    async enrol(challenge, ...names) {
      await program.start(challenge)
      for (const name of names) await program.scan(challenge, name)
      await caller.tell(fingerprints.progress, { challenge, step: 'done' })
    },
    async match(finger, request, spoil = {}) {
      const challenge = spoil.challenge ?? (await caller.tell(fingerReaders.challenge, {})).challenge
      const of = { challenge, model, finger, computerId: COMPUTER, ...spoil }
      return { challenge, signature: signed(matchMessage({ ...of, hash: sha256(spoil.request ?? request) })) }
    },
    finger: id => fingerOn(program, id),
  }
  return program
}

function fingerOn(program: FingerReader, finger: string): FingerOnReader {
  let session: string | undefined
  let on = true
  let told: { message: string } | undefined
  const send = async (request: Uint8Array) => {
    const answer = await program.caller.tell(fingerReaders.execute, {
      finger,
      computerId: COMPUTER,
      request: Buffer.from(request).toString('base64url'),
      ...(session !== undefined && { session }),
      ...(on && { match: await program.match(finger, request) }),
    })
    session = answer.session
    told = answer.refused
    return Buffer.from(answer.response, 'base64url')
  }
  const client = ctapClient(send)
  return {
    ...client,
    send,
    lies: now => (on = now),
    session: () => session,
    told: () => told,
    async uvToken(permissions, rpId) {
      const agreed = await client.agree(2)
      const reply = await client.pin(6, 2, { 3: agreed.cose, 9: permissions, ...(rpId !== undefined && { 10: rpId }) })
      const sealed = reply.body.get(2) as Uint8Array | undefined
      if (!sealed) throw new Error(`No token: status 0x${reply.status.toString(16)}`)
      return { protocol: 2, value: open(agreed, sealed) }
    },
  }
}

export async function signInByFinger({ as }: Pick<TestApp, 'as'>, finger: FingerOnReader) {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  const browser = cardBrowser({ ...finger, tap() {} }, undefined, { origin, rpId: 'localhost' })
  return as(session).ask(signIn.passkeyLogin, await browser.get(options.challenge))
}

export async function fingersOf(admin: Caller, id: string): Promise<Record<string, string>> {
  const { fingerprints: all } = await admin.tell(securityKeys.info, { id })
  return Object.fromEntries(all.map(one => [one.name, one.id]))
}

/** A point of another curve, as an invalid P-256 key. */
export const otherCurve = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-384' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64url')
