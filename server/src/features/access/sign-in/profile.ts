import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import type { TransactionContext } from '#platform/app-context.ts'
import { providersOffered } from '#features/connect/identity-providers/identity-providers.ts'
import { pinPage } from '#features/keys/security-keys/security-keys.pins.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { offeredMethods } from '../authentication-profiles/authentication-profiles.ts'

/** Sign-in methods of a workspace; for an unknown one, only the name is missing. */
export async function authenticationProfile(ctx: TransactionContext, input: { id: string }) {
  const face = await faceOf(ctx, input.id)
  const { type, methods, others, autoStart, providers } = await offeredMethods(ctx, face?.id)
  const sendable = (way: SignInMethod) =>
    (way !== 'sms' || ctx.config.smsUrl !== undefined) && (way !== 'call' || ctx.config.callUrl !== undefined)
  const active = face ? await providersOffered(ctx, face) : []
  // The providers' statement entered the workspace
  const page = face && [...methods, ...others].includes('badge') ? await pinPage(ctx) : undefined
  return {
    workspace: face ? { id: face.id, name: face.name, slug: face.slug, icon: face.icon } : null,
    type,
    methods: methods.filter(sendable),
    others: others.filter(sendable),
    autoStart,
    providers: providers === null ? active : active.filter(one => providers.includes(one.id)),
    demo: ctx.config.demo,
    pinPage: page ?? null,
  }
}
