import { type EntraChoosing, type EntraScope, EntraSettings } from '@claviger/contract/directories/entra'
import { connectionKinds } from '@claviger/contract/directories/connections'
import * as z from 'zod/mini'
import { withoutTransaction } from '#http/bind.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import { graphWith } from '../cloud/cloud.graph.ts'
import { withCloudProblems } from '../cloud/cloud.problems.ts'
import { connectCloud } from '../cloud/cloud.settled.ts'
import { changeConnection, connectionsOf } from '../connections/connections.ts'
import { managedBy } from '../links/links.leavers.ts'
import { beginOne } from '../syncs/syncs.acts.ts'
import { entraKind } from './entra.ts'

const Page = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.optional(z.string()) })
const Group = z.object({
  id: z.string(),
  displayName: z.nullable(z.optional(z.string())),
  description: z.nullable(z.optional(z.string())),
})
const Person = z.object({
  id: z.string(),
  displayName: z.nullable(z.optional(z.string())),
  userPrincipalName: z.nullable(z.optional(z.string())),
  accountEnabled: z.nullable(z.optional(z.boolean())),
})
const rows = 50

/** A page of a collection filtered by name prefix; returns only the next page's token instead of its link. */
async function page(ctx: RequestContext, input: EntraChoosing, path: string, names: readonly string[]) {
  const access = await ctx.transact(inner => accessTo(inner, input.application, 'azure'))
  const query = new URLSearchParams({ $top: String(rows) })
  const begins = input.search?.replaceAll("'", "''")
  if (begins) query.set('$filter', names.map(name => `startswith(${name},'${begins}')`).join(' or '))
  if (input.cursor) query.set('$skiptoken', input.cursor)
  const said = await withCloudProblems(() => graphWith(ctx, access).get(`${path}&${query.toString()}`))
  const { value, '@odata.nextLink': next } = Page.parse(said)
  return { value, cursor: next === undefined ? null : new URL(next).searchParams.get('$skiptoken') }
}

interface Chosen {
  groups?: string[]
  users?: string[]
}

type GroupScope = Extract<EntraScope, { by: 'groups' }>

function scopeOf({ groups = [], users = [] }: Chosen, named: EntraChoosing['named'] = []): GroupScope {
  const names = new Map(named.map(({ id, name }) => [id.toLowerCase(), name]))
  const asNamed = (ids: readonly string[]) => ids.map(id => ({ id, name: names.get(id) ?? id }))
  return { by: 'groups', groups: asNamed(groups), ...(users.length > 0 && { users: asNamed(users) }) }
}

const joined = (before: GroupScope['groups'], more: GroupScope['groups']) => [
  ...new Map([...before, ...more].map(one => [one.id.toLowerCase(), one])).values(),
]

/**
 * The connection of an application, with what was chosen as its scope. A scheduled run reads what the connection's scope
 * says: without the chosen groups it would import the whole tenant, or suspend their users as leavers.
 */
async function connectionFor(
  ctx: TransactionContext,
  { application, dry = false, named }: EntraChoosing,
  only: Chosen,
): Promise<string> {
  const chosen = scopeOf(only, named)
  const found = (await connectionsOf(ctx, connectionKinds.entra)).find(one => one.apiApplication === application)
  if (!found) {
    const { name } = await accessTo(ctx, application, 'azure')
    const settings: EntraSettings = { scope: chosen, guests: false, groups: true }
    return (await connectCloud(ctx, entraKind, { name, application, settings })).id
  }
  const settings = EntraSettings.parse(found.settings)
  const { scope } = settings
  const isNew = (await managedBy(ctx, found)).people === 0
  if (scope.by !== 'groups' || (dry && !isNew)) return found.id
  const users = joined(scope.users ?? [], chosen.users ?? [])
  const wider: GroupScope = {
    by: 'groups',
    groups: joined(scope.groups, chosen.groups),
    ...(users.length > 0 && { users }),
  }
  await changeConnection(ctx, found.id, { settings: { ...settings, scope: isNew ? chosen : wider } })
  return found.id
}

/**
 * Starts a run over the whole tenant. Groups that were only previewed, or imported before, no longer limit the connection;
 * a preview changes the scope only while nothing was imported.
 */
async function beginAll(ctx: RequestContext, { application, mode, dry = false }: EntraChoosing) {
  mustBeFresh(ctx, 'directories.write')
  const { id } = await ctx.transact(async inner => {
    const found = (await connectionsOf(inner, connectionKinds.entra)).find(one => one.apiApplication === application)
    if (!found) {
      const { name } = await accessTo(inner, application, 'azure')
      const settings: EntraSettings = { scope: { by: 'all' }, guests: false, groups: true }
      const made = await connectCloud(inner, entraKind, { name, application, settings })
      return beginOne(inner, { connection: made.id, mode, dry })
    }
    const settings = EntraSettings.parse(found.settings)
    if (settings.scope.by !== 'groups') return beginOne(inner, { connection: found.id, mode, dry })
    if (dry && (await managedBy(inner, found)).people > 0)
      return beginOne(inner, { connection: found.id, mode, dry, everyone: true })
    await changeConnection(inner, found.id, { settings: { ...settings, scope: { by: 'all' } } })
    return beginOne(inner, { connection: found.id, mode, dry })
  })
  return { items: [], cursor: null, run: id }
}

async function begin(ctx: RequestContext, input: EntraChoosing, only: Chosen) {
  mustBeFresh(ctx, 'directories.write')
  const { id } = await ctx.transact(async inner =>
    beginOne(inner, {
      connection: await connectionFor(inner, input, only),
      mode: input.mode,
      dry: input.dry ?? false,
      ...only,
    }),
  )
  return { items: [], cursor: null, run: id }
}

/**
 * Lists a tenant's groups, or imports selected ones with their users.
 * @throws not-found, cloud-refuses, cloud-away
 */
export const entraGroups = withoutTransaction(async (ctx: RequestContext, input: EntraChoosing) => {
  if (input.import) return begin(ctx, input, { groups: input.import.map(id => id.toLowerCase()) })
  const { value, cursor } = await page(ctx, input, '/groups?$select=id,displayName,description', ['displayName'])
  const items = value.map(row => {
    const { id, displayName, description } = Group.parse(row)
    return { id, name: displayName ?? '', description: description ?? '' }
  })
  return { items, cursor, run: null }
})

const ofPeople = '/users?$select=id,displayName,userPrincipalName,accountEnabled'

/** Lists a tenant's users, or imports selected ones or all. @throws not-found, cloud-refuses, cloud-away */
export const entraUsers = withoutTransaction(
  async (ctx: RequestContext, input: EntraChoosing & { everyone?: boolean | undefined }) => {
    if (input.everyone) return beginAll(ctx, input)
    if (input.import) return begin(ctx, input, { users: input.import.map(id => id.toLowerCase()) })
    const names = ['displayName', 'givenName', 'surname', 'userPrincipalName', 'mail']
    const { value, cursor } = await page(ctx, input, ofPeople, names)
    const items = value.map(row => {
      const { id, displayName, userPrincipalName, accountEnabled } = Person.parse(row)
      return { id, name: displayName ?? '', userId: userPrincipalName ?? '', active: accountEnabled !== false }
    })
    return { items, cursor, run: null }
  },
)
