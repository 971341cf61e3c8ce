import { idBytes, idOfBytes } from '../../../ground/ids.ts'
import { problem } from '../../../ground/problem.ts'
import type { Actor, World } from '../../../ground/world.ts'

// Three references of one kind, told apart by their length: of the browser that waits (16 bytes: the request), of a link
// to it (17: the request, how it came to the phone) and of the phone that looked at it (48: a challenge, the request).

/** How a link came to the phone: by a code on the computer's screen, or by ourselves, which only its owner gets. */
export const ways = { scanned: 0, told: 1 } as const
export type Way = (typeof ways)[keyof typeof ways]

type Signs = Pick<World, 'references'>

export const waitingReference = ({ references }: Signs, id: string, endsAt: Date): string =>
  references.sign('approval', idBytes(id), endsAt)

export const linkReference = ({ references }: Signs, id: string, way: Way, endsAt: Date): string =>
  references.sign('approval', Buffer.concat([idBytes(id), Buffer.of(way)]), endsAt)

export const answerReference = ({ references }: Signs, id: string, challenge: Uint8Array, endsAt: Date): string =>
  references.sign('approval', Buffer.concat([challenge, idBytes(id)]), endsAt)

/** The request of the browser that waits. Throws challenge-refused. */
export function requestOf(actor: Actor): string {
  if (actor.kind !== 'approval' || actor.payload.length !== 16) throw problem('challenge-refused')
  return idOfBytes(actor.payload)
}

/** The request of a link, and how it came. Throws approval-over. */
export function readLink({ references, clock }: Pick<World, 'references' | 'clock'>, text: string) {
  const payload = references.read('approval', text, clock.now())
  if (payload?.length !== 17) throw problem('approval-over')
  return { id: idOfBytes(payload.subarray(0, 16)), way: payload[16] as Way }
}

/** The request that a phone looked at, and what its passkey was asked to sign. Throws approval-over. */
export function readAnswer({ references, clock }: Pick<World, 'references' | 'clock'>, text: string) {
  const payload = references.read('approval', text, clock.now())
  if (payload?.length !== 48) throw problem('approval-over')
  return {
    id: idOfBytes(payload.subarray(32)),
    challenge: payload.subarray(0, 32),
    endsAt: references.endOf(text),
  }
}
