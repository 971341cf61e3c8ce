import { decode, encode } from 'cborg'
import { type Bytes, joined } from './bytes.ts'
import { agreeOnSecret, open, pinProof, sealedPin } from './pin-protocol.ts'
import { CardStatusError, status } from './ctap-status.ts'

type Body = Map<number, unknown>

export type Send = (request: Bytes) => Promise<Bytes>

export interface CardInfo {
  /** Whether a PIN is set; undefined if the card doesn't support PINs. */
  readonly clientPin: boolean | undefined
  /** The card never signs without its PIN. */
  readonly alwaysUv: boolean
}

export const pinPermissions = { make: 1, get: 2 } as const

const commands = { make: 1, get: 2, info: 4, pin: 6, next: 8 } as const
const protocol = 2

/** The platform's side of CTAP 2.1, as far as WebAuthn needs it. @throws CardRefused for any error status */
export function cardClient(send: Send) {
  async function ask(command: number, members?: Record<number, unknown>): Promise<Body> {
    const given = Object.entries(members ?? {}).filter(([, value]) => value !== undefined)
    const map = new Map(given.map(([key, value]) => [Number(key), value]))
    const request = joined(Uint8Array.of(command), ...(members ? [encode(map)] : []))
    const reply = await send(request)
    if (reply[0] !== status.ok) throw new CardStatusError(reply[0] ?? -1)
    return reply.length > 1 ? decode(reply.subarray(1), { useMaps: true }) : new Map()
  }

  return {
    async info(): Promise<CardInfo> {
      const options = ((await ask(commands.info)).get(4) ?? new Map()) as Map<string, boolean>
      return { clientPin: options.get('clientPin'), alwaysUv: options.get('alwaysUv') === true }
    },

    async retries(): Promise<number> {
      return (await ask(commands.pin, { 1: protocol, 2: 1 })).get(3) as number
    },

    /** Exchanges the PIN for a token with one permission at one relying party (§6.5.5.7.2). */
    async token(pin: string, permissions: number, rpId: string): Promise<Bytes> {
      const theirs = (await ask(commands.pin, { 1: protocol, 2: 2 })).get(1) as Map<number, unknown>
      const agreed = await agreeOnSecret(theirs)
      const members = { 3: agreed.cose, 6: await sealedPin(agreed, pin), 9: permissions, 10: rpId }
      const reply = await ask(commands.pin, { 1: protocol, 2: 9, ...members })
      return open(agreed, new Uint8Array(reply.get(2) as Uint8Array))
    },

    /** Creates a passkey; members 1 to 7 are numbered as in §6.1. */
    make: async (members: Record<number, unknown>, hash: Bytes, token: Bytes | undefined): Promise<Body> =>
      ask(commands.make, { ...members, ...(token && { 8: await pinProof(token, hash), 9: protocol }) }),

    /** Signs in; members 1 to 5 are numbered as in §6.2. Returns an assertion per passkey, newest first. */
    async get(members: Record<number, unknown>, hash: Bytes, token: Bytes | undefined): Promise<Body[]> {
      const first = await ask(commands.get, {
        ...members,
        ...(token && { 6: await pinProof(token, hash), 7: protocol }),
      })
      const all = [first]
      for (let left = Number(first.get(5) ?? 1); left > 1; left--) all.push(await ask(commands.next))
      return all
    },
  }
}

export type CardClient = ReturnType<typeof cardClient>
