import { shownAs } from '../../../../ground/record/shown-as.ts'
import type { Ctx } from '../../../../ground/world.ts'

/** Who asks for an act on users: their id, the name that the log shows, and their role, 0 to 5, lower is higher. */
export function askerOf(ctx: Ctx): { id: string; name: string; rank: number } {
  const { actor } = ctx
  if (!('workspaceRole' in actor)) throw new Error('this work needs an administrator')
  return { id: actor.id, name: shownAs(ctx).name, rank: actor.accountRole === 0 ? 0 : (actor.workspaceRole ?? 9) }
}
