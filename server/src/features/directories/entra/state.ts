import * as z from 'zod/mini'
import { later, minutes } from '../../../ground/clock.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { problem } from '../../../ground/problem.ts'
import type { About } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'

/** R193: what the caller says who came in by *Connect*, and what comes back at the head of the state. */
const marker = 'auto-client'
const State = z.object({ application: z.uuid(), endsAt: z.number() })

/** Opens for this session in this workspace alone. */
function about(ctx: Ctx): About {
  const { actor } = ctx
  const who = actor.kind === 'user' ? actor.sessionId : actor.kind === 'api-key' ? actor.id : 'nobody'
  return `aad-connect:state:${who} of ${workspaceOf(ctx)}`
}

/** What Microsoft is given and hands back unread. */
export function writeState(ctx: Ctx, application: string): string {
  const endsAt = later(ctx.clock.now(), minutes(10)).getTime()
  const sealed = ctx.sealer.seal(JSON.stringify({ application, endsAt }), about(ctx))
  return `${marker}.${sealed.toString('base64url')}`
}

/** The API application that a consent was asked for. Throws consent-stale for what is old or of another session. */
export function readState(ctx: Ctx, state: string): string {
  const [head, sealed = ''] = state.split('.', 2)
  const said = head === marker ? opened(ctx, sealed) : undefined
  if (!said || said.endsAt < ctx.clock.now().getTime()) throw problem('consent-stale')
  return said.application
}

function opened(ctx: Ctx, sealed: string): z.output<typeof State> | undefined {
  try {
    return State.parse(JSON.parse(ctx.sealer.open(Buffer.from(sealed, 'base64url'), about(ctx)).toString()))
  } catch {
    return undefined
  }
}
