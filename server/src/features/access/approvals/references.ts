import { idBytes, idOfBytes } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import type { Actor, AppContext } from '#platform/app-context.ts'

// Three kinds of references, distinguished by length: of the waiting browser (16 bytes: the request), of a link (17:
// the request and how it reached the phone), and of a phone that opened it (48: a challenge and the request).

/** How a link reached the phone: scanned from the computer's screen, or sent by the server to its owner only. */
export const referenceKinds = { scanned: 0, told: 1 } as const
export type ApprovalMethod = (typeof referenceKinds)[keyof typeof referenceKinds]

type Signs = Pick<AppContext, 'references'>

export const waitingReference = ({ references }: Signs, id: string, endsAt: Date): string =>
  references.sign('approval', idBytes(id), endsAt)

export const linkReference = ({ references }: Signs, id: string, way: ApprovalMethod, endsAt: Date): string =>
  references.sign('approval', Buffer.concat([idBytes(id), Buffer.of(way)]), endsAt)

export const answerReference = ({ references }: Signs, id: string, challenge: Uint8Array, endsAt: Date): string =>
  references.sign('approval', Buffer.concat([challenge, idBytes(id)]), endsAt)

/** The request of the waiting browser. @throws challenge-refused */
export function requestOf(actor: Actor): string {
  if (actor.kind !== 'approval' || actor.payload.length !== 16) throw problem('challenge-refused')
  return idOfBytes(actor.payload)
}

/** The request of a link, and how it reached the phone. @throws approval-over */
export function readLink({ references, clock }: Pick<AppContext, 'references' | 'clock'>, text: string) {
  const payload = references.read('approval', text, clock.now())
  if (payload?.length !== 17) throw problem('approval-over')
  return { id: idOfBytes(payload.subarray(0, 16)), way: payload[16] as ApprovalMethod }
}

/** The request that a phone opened, and the challenge for its passkey. @throws approval-over */
export function readAnswer({ references, clock }: Pick<AppContext, 'references' | 'clock'>, text: string) {
  const payload = references.read('approval', text, clock.now())
  if (payload?.length !== 48) throw problem('approval-over')
  return {
    id: idOfBytes(payload.subarray(32)),
    challenge: payload.subarray(0, 32),
    endsAt: references.endOf(text),
  }
}
