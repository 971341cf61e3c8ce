import { userSources } from '@claviger/contract/people/users'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { usersChanged } from '../groups/groups.rules.ts'
import { furtherTexts, type FurtherText, nameOfRow } from './users.columns.ts'
import { updateUser, type UserRow } from './users.store.ts'

type Told = Partial<Record<FurtherText | 'firstName' | 'lastName', string>>

/** Takes over what a provider told of a user who is kept here; the address is never among it. */
export async function followProvider(ctx: Ctx, user: UserRow, told: Told): Promise<void> {
  if (user.source !== userSources.local) return
  const names = { firstName: 'first_name', lastName: 'last_name', ...furtherTexts } as const
  const changed = Object.entries(names).filter(
    ([field, column]) => told[field as FurtherText] !== undefined && told[field as FurtherText] !== user[column],
  )
  if (changed.length === 0) return
  await updateUser(ctx.db, user.id, {
    ...Object.fromEntries(changed.map(([field, column]) => [column, told[field as FurtherText]])),
    updated_at: ctx.clock.now(),
  })
  await usersChanged(ctx)
  await record(ctx, {
    action: 'user.updated',
    object: { type: 'user', id: user.id, name: nameOfRow(user) },
    before: Object.fromEntries(changed.map(([field, column]) => [field, user[column]])),
    after: Object.fromEntries(changed.map(([field]) => [field, told[field as FurtherText]])),
  })
}
