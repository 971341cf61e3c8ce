import { workspaceOf } from '#platform/db/transaction.ts'
import { withoutTransaction } from '#http/bind.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { noteConnection } from '../connections/connections.ts'
import { SourceFailure } from '../syncs/syncs.sources.ts'
import { ldapConnection } from './ldap.ts'
import { ldapSource, openedDirectory } from './ldap.source.ts'
import { walkTheWay } from './walk-the-way.ts'

const placed = (ctx: RequestContext, id: string) =>
  ctx.transact(async inner => ({ ...(await ldapConnection(inner, id)), workspace: workspaceOf(inner) }))

/** Tests each step of a connection and stores the result. @throws not-found */
export const checkLdap = withoutTransaction(async (ctx: RequestContext, { id }: { id: string }) => {
  const connection = await placed(ctx, id)
  const steps = await walkTheWay(await openedDirectory(ctx, connection), AbortSignal.timeout(30_000))
  const failed = steps.find(({ state }) => state === 'failed')
  await ctx.transact(async inner => {
    await noteConnection(inner, id, failed ? 'failed' : 'successful', failed?.says)
    await record(inner, {
      action: 'ldap.checked',
      object: { type: 'directory', id, name: connection.name },
      ...(failed && { failed: failed.says }),
    })
  })
  return { ok: !failed, steps }
})

/** Sample of users with their directory attributes. @throws not-found, source-failed */
export const sampleLdap = withoutTransaction(
  async (ctx: RequestContext, { id, count = 5 }: { id: string; count?: number | undefined }) => {
    const connection = await placed(ctx, id)
    try {
      const people = await ldapSource.sample(ctx, connection, count)
      return {
        items: people.map(({ anchor, active, attributes }) => ({
          anchor,
          active: active ?? null,
          attributes: Object.entries(attributes).map(([name, value]) => ({
            name,
            values: typeof value === 'object' ? [...value] : [String(value)],
          })),
        })),
      }
    } catch (error) {
      if (error instanceof SourceFailure) throw problem('source-failed', error.message)
      throw error
    }
  },
)
