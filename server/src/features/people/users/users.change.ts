import type { UserInput } from '@claviger/contract/people/users'
import { userSources } from '@claviger/contract/people/users'
import { deferText } from '#platform/languages.ts'
import { type Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { hidden } from '#platform/secrets/secret.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { addressRules, askOldMailbox, forgetAddresses, notifyOldMailbox } from '../addresses/addresses.ts'
import {
  mustBeAllowedToIdentify,
  mailIdentifierChange,
  withoutIdentifiers,
} from '../addresses/addresses.identifiers.ts'
import { endLinks } from '../account-links/account-links.ts'
import { groupNamesOf, setGroupsOf } from '../groups/groups.ts'
import { usersChanged } from '../groups/groups.rules.ts'
import { setUnitsOf, unitNamesOf } from '../units/units.ts'
import {
  type UserColumns,
  columnsOf,
  mustHaveLastName,
  furtherTexts,
  type FurtherText,
  logFieldsOf,
  nameOf,
  nameOfRow,
  secretText,
} from './users.columns.ts'
import { mustShareBelowOwnRole, userToChange } from './users.rank.ts'
import { userOfRow } from './user-replies.ts'
import { isOwnMailbox } from './users.ts'
import { changesSince, findUser, updateUser, type UserRow } from './users.store.ts'

/**
 * Edits a user; omitted fields stay unchanged. A new address outside the workspace's own domains must be verified
 * again, and links sent to the former one expire; one in use changes after the former mailbox confirms it. Throws
 * address-of-rank, identifier-guarded, not-found, changed-meanwhile, imported-read-only, invalid-phone and the conflicts of the database's constraints.
 */
export async function editUser(
  ctx: TransactionContext,
  input: UserInput & { id: string; updatedAt?: string | undefined },
) {
  const row = await userToChange(ctx, input.id)
  if (input.updatedAt !== undefined && row.updated_at.toISOString() !== new Date(input.updatedAt).toISOString())
    throw await changedMeanwhile(ctx, row, new Date(input.updatedAt))
  if (row.last_name !== '') mustHaveLastName(input)
  const columns = changedColumns(row, columnsOf(input))
  if (row.source !== userSources.local && Object.keys(columns).some(name => name !== 'shares_email'))
    throw problem('imported-read-only')
  await mustBeAllowedToIdentify(ctx, columns)
  const rule = columns.email === undefined ? undefined : (await addressRules(ctx, [row.id])).get(row.id)
  const asked = rule === 'waits' ? columns.email : undefined
  if (rule === 'never') throw problem('address-of-rank', undefined, [addressOfRank()])
  const { email, shares_email: shares } = { ...row, ...columns }
  if (email !== null && (columns.email !== undefined || columns.shares_email !== undefined))
    await mustShareBelowOwnRole(ctx, email, shares)
  if (asked) delete columns.email
  const newEmail = columns.email !== undefined
  if (Object.keys(columns).length > 0) {
    const now = ctx.clock.now()
    const proven =
      columns.email === undefined ? {} : { email_verified_at: (await isOwnMailbox(ctx, columns.email)) ? now : null }
    await updateUser(ctx.db, row.id, { ...columns, ...proven, updated_at: now })
    await usersChanged(ctx)
  }
  if (newEmail) await endLinks(ctx, row.id)
  if (newEmail) await forgetAddresses(ctx, [row.id])
  if (asked) await askOldMailbox(ctx, row, asked)
  const memberships = await changeMemberships(ctx, input)
  const after = (await findUser(ctx.db, row.id)) as UserRow
  if (Object.keys(columns).length > 0 || memberships.changed)
    await record(ctx, {
      action: 'user.updated',
      object: { type: 'user', id: row.id, name: nameOf(input) },
      before: { ...logFieldsOf(row), ...memberships.before },
      after: { ...logFieldsOf({ ...after, ...columns }), ...memberships.after },
    })
  if (newEmail) await notifyOldMailbox(ctx, row, after.email)
  await mailIdentifierChange(ctx, row, columns)
  return userOfRow(ctx, after)
}

const addressOfRank = () => ({ field: 'email', message: problem('address-of-rank').message })

/** The refusal of a change based on outdated data, with who changed what since. */
async function changedMeanwhile(ctx: TransactionContext, row: UserRow, since: Date): Promise<Problem> {
  const changes = await changesSince(ctx.db, row.id, since)
  const fields = changes.flatMap(({ actor_name, after }) =>
    Object.entries(after ?? {}).map(([field, value]) => ({
      field,
      message:
        value === hidden
          ? deferText('{who} changed this', { who: actor_name })
          : deferText('{who} changed this to “{value}”', {
              who: actor_name,
              value: Array.isArray(value) ? value.join(', ') : String(value),
            }),
    })),
  )
  const who = changes[0]?.actor_name
  return problem(
    'changed-meanwhile',
    who === undefined ? undefined : deferText('{who} changed this user while you were editing', { who }),
    fields,
  )
}

function changedColumns(row: UserRow, wanted: UserColumns): Partial<UserColumns> {
  const changed = Object.entries(wanted).filter(([name, value]) => row[name as keyof UserColumns] !== value)
  return Object.fromEntries(changed)
}

async function changeMemberships(ctx: TransactionContext, input: UserInput & { id: string }) {
  const before: Record<string, string[]> = {}
  const after: Record<string, string[]> = {}
  if (input.groups) {
    before['groups'] = await groupNamesOf(ctx, input.id)
    after['groups'] = await setGroupsOf(ctx, input.id, input.groups)
  }
  if (input.organizationUnits) {
    before['organizationUnits'] = await unitNamesOf(ctx, input.id)
    after['organizationUnits'] = await setUnitsOf(ctx, input.id, input.organizationUnits)
  }
  return { before, after, changed: JSON.stringify(before) !== JSON.stringify(after) }
}

const loggedText = (field: string, value: string | null | undefined) =>
  field in furtherTexts ? secretText(value) : value

type Told = Partial<Record<FurtherText | 'firstName' | 'lastName', string>>

/** Applies an identity provider's data to a locally managed user, never the email address. */
export async function followProvider(ctx: TransactionContext, user: UserRow, all: Told): Promise<void> {
  const told = await withoutIdentifiers(ctx, all)
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
    before: Object.fromEntries(changed.map(([field, column]) => [field, loggedText(field, user[column])])),
    after: Object.fromEntries(changed.map(([field]) => [field, loggedText(field, told[field as FurtherText])])),
  })
}
