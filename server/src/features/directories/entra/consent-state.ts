import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { later, minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { RequestContext } from '#platform/app-context.ts'

/** R193: marker of a request through *Connect*, returned at the start of the state. */
const marker = 'auto-client'
const times = { id: z.uuid(), endsAt: z.number() }
const State = z.discriminatedUnion('step', [
  z.object({ step: z.literal('own'), application: z.uuid(), ...times }),
  z.object({ step: z.literal('consent'), ...times }),
  z.object({ step: z.literal('proof'), tenant: z.guid(), ...times }),
])
export type State = z.output<typeof State>
type Begun<S = State> = S extends State ? Omit<S, 'id' | 'endsAt'> : never

type Here = Pick<RequestContext, 'actor' | 'workspace' | 'sealer' | 'clock'>

function about(ctx: Here): SealedSubject {
  const { actor } = ctx
  const who = actor.kind === 'user' ? actor.sessionId : actor.kind === 'api-key' ? actor.id : 'nobody'
  return `aad-connect:state:${who} of ${workspaceOf(ctx)}`
}

/** Encrypted state for Microsoft to return unchanged, with the step's ID. */
export function writeState(ctx: Here, step: Begun): { id: string; state: string } {
  const id = randomUUID()
  const endsAt = later(ctx.clock.now(), minutes(10)).getTime()
  const sealed = ctx.sealer.seal(JSON.stringify({ ...step, id, endsAt }), about(ctx))
  return { id, state: `${marker}.${sealed.toString('base64url')}` }
}

/** Decrypts a state. @throws consent-stale if it expired or belongs to another session */
export function readConsentState(ctx: Here, state: string): State {
  const [head, sealed = ''] = state.split('.', 2)
  const said = head === marker ? opened(ctx, sealed) : undefined
  if (!said || said.endsAt < ctx.clock.now().getTime()) throw problem('consent-stale')
  return said
}

function opened(ctx: Here, sealed: string): State | undefined {
  try {
    return State.parse(JSON.parse(ctx.sealer.open(Buffer.from(sealed, 'base64url'), about(ctx)).toString()))
  } catch {
    return undefined
  }
}
