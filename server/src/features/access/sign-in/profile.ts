import type { Ctx } from '../../../ground/world.ts'
import { faceOf } from '../../tenancy/workspaces/workspaces.ts'
import { offeredWays } from '../authentication-profiles/authentication-profiles.ts'

/** How one signs in to a workspace; an unknown one is told apart from a known one by its missing name only. */
export async function authenticationProfile(ctx: Ctx, input: { id: string }) {
  const face = await faceOf(ctx, input.id)
  const { type, methods, others, autoStart } = await offeredWays(ctx, face?.id)
  return {
    workspace: face ? { id: face.id, name: face.name, slug: face.slug, icon: face.icon } : null,
    type,
    methods,
    others,
    autoStart,
    providers: [],
    demo: ctx.config.demo,
  }
}
