import type { Ctx } from '../../../ground/world.ts'
import { faceOf } from '../../tenancy/workspaces/workspaces.ts'

/** How one signs in to a workspace; an unknown one is told apart from a known one by its missing name only. */
export async function authenticationProfile(ctx: Ctx, input: { id: string }) {
  const face = await faceOf(ctx, input.id)
  return {
    workspace: face ? { id: face.id, name: face.name, slug: face.slug, icon: face.icon } : null,
    type: 'managed' as const,
    methods: ['passkey' as const, 'code' as const, 'password' as const],
    providers: [],
    demo: ctx.config.demo,
  }
}
