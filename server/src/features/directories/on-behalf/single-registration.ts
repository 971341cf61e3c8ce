import type { OnBehalfService } from '@claviger/contract/directories/on-behalf'
import { problem } from '#platform/problem.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { standingOfRegistration } from './on-behalf.ts'
import { refusedFor } from './registration-refusals.ts'
import { registerFor } from './passkey-registration.ts'

/** Registers a passkey for one user at a provider. @throws not-found, above-you, on-behalf-refused, directory-away */
export const registerOne = (service: OnBehalfService) =>
  withoutTransaction(async (ctx: RequestContext, { userId }: { userId: string }) => {
    const by = askerOf(ctx)
    const owner = by.holds?.includes('directories.grant') === true
    const { reason, name } = await registerFor(ctx, { service, user: userId, by, owner, work: null })
    if (reason !== null) throw refusedFor(reason, name)
    const { items } = await ctx.transact(inner => standingOfRegistration(inner, { userId }))
    const passkey = items.find(one => one.service === service)?.passkey
    if (!passkey) throw problem('not-found')
    return passkey
  })
