import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type * as pkcs11js from 'pkcs11js'
import type { Handle, PKCS11, Template } from 'pkcs11js'
import type { BeforeKeyCreation, KeptKey, OuterVault } from './vault.kept.ts'

export interface TokenPlace {
  readonly module: string
  readonly label: string | undefined
  readonly pinFile: string
}

type Library = typeof pkcs11js

/** Parallel operations; each needs its own session, because signing takes two calls. */
const MOST_SESSIONS = 8

const P256 = Buffer.from('06082a8648ce3d030107', 'hex')

/**
 * The key's label in the module binds it to its owner, out of reach of anyone who can write to the database.
 */
const labelOf = (owner: string) => `claviger passkey ${createHash('sha256').update(owner).digest('hex').slice(0, 32)}`

/** The vault of a hardware security module: private keys are created, used, and kept only inside it. */
export function pkcs11Vault(place: TokenPlace): OuterVault {
  let token: Promise<Token> | undefined
  const ready = () => {
    token ??= openToken(place)
    // Reconnects after the module was unreachable
    token.catch(() => (token = undefined))
    return token
  }
  return {
    name: 'pkcs11',
    open: async () => void (await ready()),
    makeKey: async (_sealer, owner, before) => ({ ...(await makeKey(await ready(), owner, before)), owner }),
    sign: async (_sealer, key, data) => sign(await ready(), key, data),
    destroy: async kept => destroy(await ready(), kept),
  }
}

interface Token {
  readonly library: Library
  readonly module: PKCS11
  /** Private key handles by our name; valid only in this process. */
  readonly handles: Map<string, Handle>
  inSession<T>(work: (session: Handle) => Promise<T>): Promise<T>
}

async function openToken({ module: path, label, pinFile }: TokenPlace): Promise<Token> {
  const library = await import('pkcs11js')
  const module = new library.PKCS11(path)
  module.C_Initialize({ flags: library.CKF_OS_LOCKING_OK })
  const slot = module
    .C_GetSlotList(true)
    .find(one => label === undefined || module.C_GetTokenInfo(one).label.trimEnd() === label)
  if (!slot) throw new Error(`the hardware security module has no token ${label ?? ''}`)
  const flags = library.CKF_SERIAL_SESSION | library.CKF_RW_SESSION
  const first = module.C_OpenSession(slot, flags)
  // One login covers all sessions of a process
  module.C_Login(first, library.CKU_USER, (await readFile(pinFile, 'utf8')).trim())
  const free: Handle[] = [first]
  const waiting: ((session: Handle) => void)[] = []
  let open = 1
  const take = (): Handle | Promise<Handle> => {
    const session = free.pop()
    if (session) return session
    if (open === MOST_SESSIONS) return new Promise(resolve => waiting.push(resolve))
    open++
    return module.C_OpenSession(slot, flags)
  }
  return {
    library,
    module,
    handles: new Map(),
    async inSession(work) {
      const session = await take()
      try {
        return await work(session)
      } finally {
        const next = waiting.shift()
        if (next) next(session)
        else free.push(session)
      }
    },
  }
}

async function makeKey(
  { library, module, handles, inSession }: Token,
  owner: string,
  before: BeforeKeyCreation,
): Promise<Omit<KeptKey, 'owner'>> {
  const kept = randomBytes(16)
  await before(kept)
  const common: Template = [
    { type: library.CKA_ID, value: kept },
    { type: library.CKA_LABEL, value: labelOf(owner) },
  ]
  const forPublic: Template = [
    ...common,
    { type: library.CKA_TOKEN, value: false },
    { type: library.CKA_VERIFY, value: true },
    { type: library.CKA_EC_PARAMS, value: P256 },
  ]
  const forPrivate: Template = [
    ...common,
    { type: library.CKA_TOKEN, value: true },
    { type: library.CKA_PRIVATE, value: true },
    { type: library.CKA_SENSITIVE, value: true },
    { type: library.CKA_EXTRACTABLE, value: false },
    { type: library.CKA_SIGN, value: true },
  ]
  return inSession(async session => {
    const mechanism = { mechanism: library.CKM_EC_KEY_PAIR_GEN }
    const pair = await module.C_GenerateKeyPairAsync(session, mechanism, forPublic, forPrivate)
    const [point] = module.C_GetAttributeValue(session, pair.publicKey, [{ type: library.CKA_EC_POINT }])
    module.C_DestroyObject(session, pair.publicKey)
    if (!Buffer.isBuffer(point?.value)) throw new Error('the hardware security module does not tell the public key')
    handles.set(nameOf(kept, owner), pair.privateKey)
    // The point is DER-wrapped; by some modules twice
    return { vault: 'pkcs11', kept, publicKey: Buffer.from(point.value.subarray(-64)) }
  })
}

const MOST_HANDLES = 100_000

/** The cache name of a handle includes the owner, so that no other owner can use it. */
const nameOf = (kept: Uint8Array, owner: string) => `${Buffer.from(kept).toString('hex')} ${owner}`

function find({ library, module }: Token, session: Handle, kept: Uint8Array, owner?: string): Handle | undefined {
  module.C_FindObjectsInit(session, [
    { type: library.CKA_CLASS, value: library.CKO_PRIVATE_KEY },
    { type: library.CKA_ID, value: Buffer.from(kept) },
    ...(owner === undefined ? [] : [{ type: library.CKA_LABEL, value: labelOf(owner) }]),
  ])
  const found = module.C_FindObjects(session)
  module.C_FindObjectsFinal(session)
  return found ?? undefined
}

function handleOf(token: Token, session: Handle, { kept, owner }: KeptKey): Handle {
  const { handles } = token
  const name = nameOf(kept, owner)
  const known = handles.get(name)
  if (known) return known
  const found = find(token, session, kept, owner)
  if (!found) throw new Error('the hardware security module does not hold this key for its owner')
  if (handles.size >= MOST_HANDLES) handles.clear()
  handles.set(name, found)
  return found
}

function destroy(token: Token, kept: Uint8Array): Promise<void> {
  return token.inSession(session => {
    const found = find(token, session, kept)
    if (found) {
      for (const [name, handle] of token.handles) if (handle.equals(found)) token.handles.delete(name)
      token.module.C_DestroyObject(session, found)
    }
    return Promise.resolve()
  })
}

function sign(token: Token, key: KeptKey, data: Uint8Array): Promise<Uint8Array> {
  const digest = createHash('sha256').update(data).digest()
  return token.inSession(async session => {
    const handle = handleOf(token, session, key)
    token.module.C_SignInit(session, { mechanism: token.library.CKM_ECDSA }, handle)
    const signature = await token.module.C_SignAsync(session, digest, Buffer.alloc(64))
    return derOf(signature)
  })
}

/** Converts a raw signature (r and s) to DER: ECDSA-Sig-Value of RFC 3279 §2.2.3. */
function derOf(signature: Buffer): Buffer {
  const numbers = [signature.subarray(0, 32), signature.subarray(32)].map(number => {
    const from = number.findIndex(byte => byte !== 0)
    const short = number.subarray(from === -1 ? 31 : from)
    // A leading 1 bit would make the integer negative
    const whole = (short[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), short]) : short
    return Buffer.concat([Buffer.of(0x02, whole.length), whole])
  })
  const body = Buffer.concat(numbers)
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}
