import { email, text } from '@claviger/contract/platform/fields'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { makeLink } from '../features/people/account-links/account-links.ts'
import { addUser } from '../features/people/users/users.ts'
import { makeSuperAdministrator } from '../features/tenancy/administrators/administrators.ts'
import { createWorkspace } from '../features/tenancy/workspaces/workspaces.ts'
import { placeAs } from '../features/work/rank/rank.ts'
import { record } from '../platform/record/record.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { checked, type Command, type Operator } from './command.ts'
import { nameFromAddress } from './account-lookup.ts'

const lastsDays = 1

export const createSuperAdmin: Command = {
  name: 'create-super-admin',
  takes: 'EMAIL [--name "First Last"]',
  about:
    'Makes a user a super administrator of all workspaces; prints a single-use link to register a passkey, valid for 24 hours',
  words: 1,
  options: { name: { type: 'string' } },
  async work(operator, words) {
    const address = checked('EMAIL', email(), words.at(0))
    const name = checked('--name', text(200), words.option('name') ?? `${nameFromAddress(address)} Administrator`)
    const installation = await installationOf(operator)
    const link = await operator.inside(installation, async ctx => {
      if (installation === undefined) {
        await createWorkspace(ctx, {
          name: 'Installation',
          slug: 'installation',
          type: workspaceTypes.business,
          installation: true,
        })
      }
      const user = await superAdministrator(ctx, address, name)
      return makeLink(ctx, { user, purpose: 'super-admin', lastsDays })
    })
    return {
      json: { email: address, link, lastsDays },
      lines: [`${address} becomes super administrator with this single-use link, valid for 24 hours:`, link],
    }
  },
}

async function installationOf(operator: Operator): Promise<string | undefined> {
  const { rows } = await operator.world.superPool.query<{ id: string }>('select id from workspaces where installation')
  return rows[0]?.id
}

async function superAdministrator(ctx: TransactionContext, address: string, name: string): Promise<string> {
  const known = await ctx.db
    .selectFrom('users')
    .leftJoin('super_administrators as s', join =>
      join.onRef('s.workspace_id', '=', 'users.workspace_id').onRef('s.user_id', '=', 'users.id'),
    )
    .select(['users.id', 's.user_id as already'])
    .where('users.email', '=', address)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (known?.already) {
    await record(ctx, { action: 'recovery.requested', object: { type: 'user', id: known.id, name: address } })
    return known.id
  }
  const [firstName = '', ...rest] = name.split(/\s+/)
  const lastName = rest.join(' ') || 'Administrator'
  await placeAs(ctx.db, 'operator')
  const user = known?.id ?? (await addUser(ctx, { userId: address, email: address, firstName, lastName }))
  await makeSuperAdministrator(ctx, user)
  return user
}
