import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { secretSet } from '@claviger/contract/people/users'
import { appliedReasons } from '@claviger/contract/directories/links'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { secretFields, withoutSecrets } from '#features/people/addresses/addresses.secrets.ts'
import { connectionById, noteConnection } from '../connections/connections.ts'
import { filledBy } from '../links/links.ts'
import { mappingWrong, mapPerson } from '../links/links.mapping.ts'
import { SourceFailure, sourceOf } from './syncs.sources.ts'

async function sourceFor(ctx: RequestContext, id: string) {
  const connection = await ctx.transact(inside => connectionById(inside, id))
  const source = connection && sourceOf(connection.kind)
  if (!source) throw problem('not-found')
  return { source, connection: { ...connection, workspace: workspaceOf(ctx) } }
}

/** Tests the connection and stores the result. @throws not-found */
export const checkOne = withoutTransaction(async (ctx: RequestContext, { id }: { id: string }) => {
  const { source, connection } = await sourceFor(ctx, id)
  const found = await source.check(ctx, connection)
  await ctx.transact(inside => noteConnection(inside, id, found.ok ? 'successful' : 'failed', found.reason))
  return found
})

const mostShown = 60
const longest = 300

/** Previews a mapping with a few real users. @throws not-found, mapping-wrong, source-failed with the reason */
export const sampleOne = withoutTransaction(
  async (ctx: RequestContext, { id, mapping }: { id: string; mapping?: Mapping | undefined }) => {
    const wrong = mapping && mappingWrong(mapping)
    if (wrong) throw problem('mapping-wrong', undefined, [{ field: wrong.field, message: wrong.reason }])
    const { source, connection } = await sourceFor(ctx, id)
    const secret = await ctx.transact(secretFields)
    const used = mapping ?? connection.mapping
    const sources = new Set(
      used.flatMap(({ field, from }) => (secret.includes(field) ? from.of.map(name => name.toLowerCase()) : [])),
    )
    const people = await source.sample(ctx, connection, 5).catch((error: unknown) => {
      if (error instanceof SourceFailure) throw problem('source-failed', error.message)
      throw error
    })
    return {
      people: people.slice(0, 5).map(person => {
        const fields = mapPerson(used, person.attributes)
        const { note: reason } = filledBy(fields)
        return {
          anchor: person.anchor,
          active: person.active ?? null,
          attributes: Object.entries(person.attributes)
            .slice(0, mostShown)
            .map(([name, value]) => ({
              name,
              value: sources.has(name.toLowerCase())
                ? secretSet
                : (typeof value === 'object' ? value.slice(0, 20).join(', ') : String(value)).slice(0, longest),
            })),
          fields: Object.entries(withoutSecrets(fields, secret)).map(([field, value]) => ({
            field,
            value: typeof value === 'object' ? value.slice(0, 20).join(', ') : value,
          })),
          wrong: reason ? appliedReasons[reason] : null,
        }
      }),
    }
  },
)
