import { doneReply } from '@claviger/contract/platform/fields'
import {
  passwordTypeNames,
  passwordTypes,
  type StoredPassword,
  type StoredPasswordInput,
} from '@claviger/contract/keys/stored-passwords'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import { mustBringSecrets, originOf } from '#platform/secrets/secret-stays.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { userById } from '#features/people/users/users.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import {
  changePassword,
  deletePassword,
  insertPassword,
  lockPassword,
  type PasswordRow,
  passwordsOf,
} from './stored-passwords.store.ts'

interface One {
  passwordId: string
}

interface Owner {
  id: string
  name: string
}

export async function listPasswords(ctx: TransactionContext, input: { id: string }) {
  if (!(await userById(ctx, input.id))) throw problem('not-found')
  return { items: (await passwordsOf(ctx.db, input.id)).map(passwordOfRow) }
}

export async function createPassword(ctx: TransactionContext, input: StoredPasswordInput & { id: string }) {
  return store(ctx, await somebodyElse(ctx, input.id), input)
}

export async function updatePassword(ctx: TransactionContext, input: StoredPasswordInput & One & { id: string }) {
  return change(ctx, await somebodyElse(ctx, input.id), input)
}

export async function removePassword(ctx: TransactionContext, input: One & { id: string }) {
  return remove(ctx, await somebodyElse(ctx, input.id), input)
}

export async function listOwnPasswords(ctx: TransactionContext) {
  return { items: (await passwordsOf(ctx.db, userOf(ctx).id)).map(passwordOfRow) }
}

export const createOwnPassword = (ctx: TransactionContext, input: StoredPasswordInput) => store(ctx, userOf(ctx), input)

export const updateOwnPassword = (ctx: TransactionContext, input: StoredPasswordInput & One) =>
  change(ctx, userOf(ctx), input)

export const removeOwnPassword = (ctx: TransactionContext, input: One) => remove(ctx, userOf(ctx), input)

export async function revealPassword(ctx: TransactionContext, input: One) {
  mustBeFresh(ctx)
  const row = await lockPassword(ctx.db, userOf(ctx).id, input.passwordId)
  if (!row) throw problem('not-found')
  const sealer = await sealerOfWorkspace(ctx)
  await record(ctx, {
    action: 'stored-password.revealed',
    object: objectOf(userOf(ctx)),
    after: logFieldsOfPassword(row),
  })
  return { password: sealer.open(row.sealed, storedPasswordSubject(row.id, row.user_id)).toString() }
}

async function somebodyElse(ctx: TransactionContext, id: string): Promise<Owner> {
  const row = await userToChange(ctx, id)
  return { id: row.id, name: `${row.first_name} ${row.last_name}` }
}

async function store(ctx: TransactionContext, owner: Owner, input: StoredPasswordInput) {
  const id = newId()
  const now = ctx.clock.now()
  const sealer = await sealerOfWorkspace(ctx)
  const row = await insertPassword(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    user_id: owner.id,
    ...columnsOf(input),
    sealed: sealer.seal(input.password ?? '', storedPasswordSubject(id, owner.id)),
    created_at: now,
    updated_at: now,
  })
  await record(ctx, { action: 'stored-password.created', object: objectOf(owner), after: logFieldsOfPassword(row) })
  return passwordOfRow(row)
}

async function change(ctx: TransactionContext, owner: Owner, input: StoredPasswordInput & One) {
  const before = await lockPassword(ctx.db, owner.id, input.passwordId)
  if (!before) throw problem('not-found')
  const password = input.password === '' ? undefined : input.password
  // Otherwise anyone at an unlocked console could remove the PIN from a password that they don't know
  if (password === undefined && input.pinRequired !== before.pin_required) throw problem('pin-reset-required')
  const brought = [{ field: 'password', kept: true, brought: password !== undefined }]
  mustBringSecrets(placeOf(before), placeOf({ ...before, ...columnsOf(input) }), brought)
  const sealed =
    password === undefined
      ? {}
      : { sealed: (await sealerOfWorkspace(ctx)).seal(password, storedPasswordSubject(before.id, before.user_id)) }
  const after = await changePassword(ctx.db, before.id, {
    ...columnsOf(input),
    ...sealed,
    updated_at: ctx.clock.now(),
  })
  await record(ctx, {
    action: 'stored-password.updated',
    object: objectOf(owner),
    before: { ...logFieldsOfPassword(before), ...(password !== undefined && { password: 'former' }) },
    after: { ...logFieldsOfPassword(after), ...(password !== undefined && { password: 'new' }) },
  })
  return passwordOfRow(after)
}

async function remove(ctx: TransactionContext, owner: Owner, input: One) {
  const row = await deletePassword(ctx.db, owner.id, input.passwordId)
  if (!row) throw problem('not-found')
  await record(ctx, { action: 'stored-password.deleted', object: objectOf(owner), before: logFieldsOfPassword(row) })
  return doneReply
}

export const storedPasswordSubject = (id: string, user: string): SealedSubject =>
  `stored_passwords:sealed:${id} of ${user}`

const placeOf = (row: Pick<PasswordRow, 'type' | 'username' | 'url' | 'process_name' | 'computer_name'>) =>
  [
    row.type,
    row.url !== null && originOf(row.url),
    row.process_name?.toLowerCase(),
    row.computer_name?.toLowerCase(),
    row.type === passwordTypes.domain && row.username.split('\\')[0]?.toLowerCase(),
  ].join('\n')

/** Drops fields that don't belong to the type. */
const columnsOf = (input: StoredPasswordInput) => ({
  type: input.type,
  username: input.username,
  url: input.type === passwordTypes.web ? (input.url ?? null) : null,
  process_name: input.type === passwordTypes.windowsApplication ? (input.processName ?? null) : null,
  computer_name: input.type === passwordTypes.windowsLocal ? (input.computerName ?? null) : null,
  pin_required: input.pinRequired,
})

const objectOf = ({ id, name }: Owner) => ({ type: 'user', id, name })

export const logFieldsOfPassword = (row: PasswordRow) => ({
  type: passwordTypeNames[row.type],
  username: row.username,
  ...(row.url !== null && { url: row.url }),
  ...(row.process_name !== null && { process: row.process_name }),
  ...(row.computer_name !== null && { computer: row.computer_name }),
  asksFirst: row.pin_required,
})

const passwordOfRow = (row: PasswordRow): StoredPassword => ({
  id: row.id,
  type: row.type,
  username: row.username,
  url: row.url,
  processName: row.process_name,
  computerName: row.computer_name,
  pinRequired: row.pin_required,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
