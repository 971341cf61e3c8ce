import { createCipheriv, createDecipheriv, createECDH, createHash, createHmac, randomBytes } from 'node:crypto'
import { decode, encode } from 'cborg'

// The platform's side of CTAP 2.1, written only from the specification: it must share no code with the
// authenticator.

export type Body = Map<number, unknown>
export interface Reply {
  /** 0 is success (§8.2). */
  readonly status: number
  readonly body: Body
}
export type Protocol = 1 | 2

export interface SharedPinSecret {
  readonly protocol: Protocol
  readonly mac: Buffer
  readonly aes: Buffer
  readonly cose: Map<number, unknown>
}

export interface Token {
  readonly protocol: Protocol
  readonly value: Buffer
}

export const commands = { make: 1, get: 2, info: 4, pin: 6, reset: 7, next: 8, manage: 10, select: 11 } as const
export const pinPermissions = { make: 1, get: 2, manage: 4 } as const

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest()

/** RFC 5869 with one block of output, as §6.5.7 needs. */
const hkdf = (secret: Uint8Array, info: string) =>
  hmac(hmac(Buffer.alloc(32), secret), Buffer.concat([Buffer.from(info), Buffer.of(1)]))

export const authenticate = (protocol: Protocol, key: Uint8Array, message: Uint8Array): Buffer =>
  hmac(key, message).subarray(0, protocol === 1 ? 16 : 32)

export function seal({ protocol, aes }: SharedPinSecret, text: Uint8Array): Buffer {
  const iv = protocol === 1 ? Buffer.alloc(16) : randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', aes, iv).setAutoPadding(false)
  return Buffer.concat([...(protocol === 1 ? [] : [iv]), cipher.update(text), cipher.final()])
}

export function open({ protocol, aes }: SharedPinSecret, bytes: Uint8Array): Buffer {
  const iv = protocol === 1 ? Buffer.alloc(16) : bytes.subarray(0, 16)
  const decipher = createDecipheriv('aes-256-cbc', aes, iv).setAutoPadding(false)
  return Buffer.concat([decipher.update(protocol === 1 ? bytes : bytes.subarray(16)), decipher.final()])
}

export const pinHashOf = (pin: string): Buffer => sha256(pin).subarray(0, 16)

export function request(command: number, members?: Record<number, unknown>): Buffer {
  const given = Object.entries(members ?? {}).filter(([, value]) => value !== undefined)
  const map = new Map(given.map(([key, value]) => [Number(key), value]))
  return Buffer.concat([Buffer.of(command), ...(members ? [encode(map)] : [])])
}

export interface MakeOptions {
  readonly clientDataHash?: Uint8Array
  readonly rp?: Record<string, unknown>
  readonly user?: Record<string, unknown>
  readonly algorithms?: readonly unknown[]
  readonly exclude?: readonly Uint8Array[]
  readonly extensions?: Record<string, unknown>
  readonly options?: Record<string, unknown>
  readonly token?: Token
  readonly more?: Record<number, unknown>
}

export interface GetOptions {
  readonly rpId?: string
  readonly clientDataHash?: Uint8Array
  readonly allow?: readonly Uint8Array[]
  readonly extensions?: Record<string, unknown>
  readonly options?: Record<string, unknown>
  readonly token?: Token
  readonly more?: Record<number, unknown>
}

const list = (ids?: readonly Uint8Array[]) => ids?.map(id => ({ id, type: 'public-key' }))
const proof = (token: Token | undefined, message: Uint8Array) =>
  token && authenticate(token.protocol, token.value, message)

export function ctapClient(send: (bytes: Uint8Array) => Promise<Uint8Array>) {
  async function ask(bytes: Uint8Array): Promise<Reply> {
    const reply = await send(bytes)
    const body = reply.length > 1 ? decode(reply.subarray(1), { useMaps: true }) : new Map<number, unknown>()
    return { status: reply[0] ?? -1, body }
  }
  const pin = (subcommand: number, protocol: Protocol, more: Record<number, unknown> = {}) =>
    ask(request(commands.pin, { 1: protocol, 2: subcommand, ...more }))

  /** §6.5.6 encapsulate, after getKeyAgreement. */
  async function agree(protocol: Protocol): Promise<SharedPinSecret> {
    const { body } = await pin(2, protocol)
    const theirs = body.get(1) as Map<number, Uint8Array>
    const ours = createECDH('prime256v1')
    const point = ours.generateKeys()
    const z = ours.computeSecret(Buffer.concat([Buffer.of(4), theirs.get(-2)!, theirs.get(-3)!]))
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -25],
      [-1, 1],
      [-2, point.subarray(1, 33)],
      [-3, point.subarray(33)],
    ])
    const once = sha256(z)
    return protocol === 1
      ? { protocol, mac: once, aes: once, cose }
      : { protocol, mac: hkdf(z, 'CTAP2 HMAC key'), aes: hkdf(z, 'CTAP2 AES key'), cose }
  }

  const padded = (text: string) =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(Math.max(0, 64 - Buffer.byteLength(text)))])

  async function setPin(text: string, protocol: Protocol = 2): Promise<Reply> {
    const agreed = await agree(protocol)
    const sealed = seal(agreed, padded(text))
    return pin(3, protocol, { 3: agreed.cose, 4: authenticate(protocol, agreed.mac, sealed), 5: sealed })
  }

  async function changePin(from: string, to: string, protocol: Protocol = 2): Promise<Reply> {
    const agreed = await agree(protocol)
    const [sealed, old] = [seal(agreed, padded(to)), seal(agreed, pinHashOf(from))]
    const param = authenticate(protocol, agreed.mac, Buffer.concat([sealed, old]))
    return pin(4, protocol, { 3: agreed.cose, 4: param, 5: sealed, 6: old })
  }

  /** Uses the old subcommand if no permissions are given. */
  async function tokenReply(
    text: string,
    to: { readonly permissions?: number; readonly rpId?: string; readonly protocol?: Protocol } = {},
  ): Promise<Reply & { readonly token: Token | undefined }> {
    const { permissions, rpId, protocol = 2 } = to
    const agreed = await agree(protocol)
    const asked = { 3: agreed.cose, 6: seal(agreed, pinHashOf(text)) }
    const reply = await (permissions === undefined
      ? pin(5, protocol, asked)
      : pin(9, protocol, { ...asked, 9: permissions, 10: rpId }))
    const sealed = reply.body.get(2) as Uint8Array | undefined
    return { ...reply, token: sealed && { protocol, value: open(agreed, sealed) } }
  }

  async function token(text: string, permissions: number, rpId?: string, protocol: Protocol = 2): Promise<Token> {
    const reply = await tokenReply(text, { permissions, protocol, ...(rpId !== undefined && { rpId }) })
    if (!reply.token) throw new Error(`No token: status 0x${reply.status.toString(16)}`)
    return reply.token
  }

  function make(asked: MakeOptions = {}): Promise<Reply> {
    const { clientDataHash = Buffer.alloc(32, 1), rp = { id: 'example.org', name: 'Example' } } = asked
    const { user = { id: Buffer.of(1), name: 'ada', displayName: 'Ada' } } = asked
    const { algorithms = [{ alg: -7, type: 'public-key' }], options = { rk: true } } = asked
    const members = { 1: clientDataHash, 2: rp, 3: user, 4: algorithms, 5: list(asked.exclude), 6: asked.extensions }
    const auth = { 8: proof(asked.token, clientDataHash), 9: asked.token?.protocol }
    return ask(request(commands.make, { ...members, 7: options, ...auth, ...asked.more }))
  }

  function get(asked: GetOptions = {}): Promise<Reply> {
    const { rpId = 'example.org', clientDataHash = Buffer.alloc(32, 2) } = asked
    const members = { 1: rpId, 2: clientDataHash, 3: list(asked.allow), 4: asked.extensions, 5: asked.options }
    const auth = { 6: proof(asked.token, clientDataHash), 7: asked.token?.protocol }
    return ask(request(commands.get, { ...members, ...auth, ...asked.more }))
  }

  function manage(subcommand: number, by?: Token, parameters?: unknown): Promise<Reply> {
    const message = Buffer.concat([Buffer.of(subcommand), ...(parameters ? [encode(parameters)] : [])])
    return ask(request(commands.manage, { 1: subcommand, 2: parameters, 3: by?.protocol, 4: proof(by, message) }))
  }

  return { ask, pin, agree, setPin, changePin, tokenReply, token, make, get, manage }
}

export interface ReadData {
  readonly flags: number
  readonly counter: number
  readonly aaguid: Buffer
  readonly id: Buffer
  readonly publicKey: Buffer
  readonly extensions: Map<string, unknown> | undefined
}

export function readData(bytes: Uint8Array): ReadData {
  const data = Buffer.from(bytes)
  const flags = data.readUInt8(32)
  const made = (flags & 0x40) !== 0
  const idEnd = made ? 55 + data.readUInt16BE(53) : 37
  // A canonical P-256 COSE key has a fixed length
  const keyEnd = made ? idEnd + 77 : 37
  return {
    flags,
    counter: data.readUInt32BE(33),
    aaguid: data.subarray(37, made ? 53 : 37),
    id: data.subarray(made ? 55 : 37, idEnd),
    publicKey: data.subarray(idEnd, keyEnd),
    extensions: (flags & 0x80) !== 0 ? decode(data.subarray(keyEnd), { useMaps: true }) : undefined,
  }
}
