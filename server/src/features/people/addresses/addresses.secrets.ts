import { secretSet } from '@claviger/contract/people/users'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { sealerOfKey, sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { forgetSecrets } from '#features/work/works/works.forget.ts'
import { findSecretFields, findUses, keepSealed, openSecrets, secretsOf, type StoredSecret } from './secrets.store.ts'

/** Attributes from which a workflow takes PINs, so that their values are secret: attribute1 to attribute5. */
export const secretFields = (ctx: TransactionContext): Promise<string[]> => findSecretFields(ctx.db)

/** Names of what reads an attribute, 1 to 5, and would read nothing once it is secret. */
export const usesOfAttribute = (ctx: TransactionContext, attribute: number): Promise<string[]> =>
  findUses(ctx.db, `attribute${attribute}`)

/** Fields to show, with each secret replaced by a placeholder. */
export const withoutSecrets = <T extends object>(fields: T, secret: readonly string[]): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.includes(name) && value ? secretSet : value]),
  ) as T

/** Takes secret values of users out of the rows of long work that wrote them. */
export async function forgetWritten(
  ctx: TransactionContext,
  users: readonly { id: string; columns: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  const hasText = users.some(({ columns }) => Object.keys(columns).some(name => name.startsWith('scim_attribute_')))
  if (!hasText) return
  const names = (await secretFields(ctx)).map(field => `scim_attribute_${field.slice(-1)}`)
  await forgetSecrets(
    ctx,
    users.flatMap(({ id, columns }) =>
      names.flatMap(name => {
        const value = columns[name]
        return typeof value === 'string' && value !== '' ? [{ subject: id, value }] : []
      }),
    ),
  )
}

/** Takes the secrets that users have in an attribute, 1 to 5, out of the rows of long work that wrote them. */
export async function forgetHeld(ctx: TransactionContext, users: readonly string[], attribute: number): Promise<void> {
  const field = `attribute${attribute}`
  const held = await secretsOf(ctx.db, users, field)
  const opened = await openedSecrets(ctx, field, held)
  await forgetSecrets(
    ctx,
    held.flatMap(({ subject }) => {
      const value = opened.get(subject)
      return value === undefined ? [] : [{ subject, value }]
    }),
  )
}

const aboutSecret = (workspace: string, person: string, field: string): SealedSubject =>
  `user_secrets:sealed:${person}/${field} of ${workspace}`

/** The values of stored secrets of users in an attribute, attribute1 to attribute5. */
export async function openedSecrets(
  ctx: TransactionContext,
  field: string,
  all: readonly (StoredSecret & { readonly subject: string })[],
): Promise<Map<string, string>> {
  const sealer = all.some(({ sealed }) => sealed !== null) ? await sealerOfWorkspace(ctx) : undefined
  return new Map(
    all.flatMap(({ subject, value, sealed }) => {
      const about = aboutSecret(workspaceOf(ctx), subject, field)
      const text = sealed && sealer ? sealer.open(sealed, about).toString() : value
      return text === null ? [] : [[subject, text] as const]
    }),
  )
}

const sealedAtOnce = 500

/** Seals secrets that statements wrote: the database has no key. */
export const sealTask: ScheduledTask = {
  name: 'seal PINs that wait for a workflow',
  everySeconds: 2,
  async work(world: AppContext) {
    const all = await openSecrets(world.superPool, sealedAtOnce)
    for (const one of all) {
      const sealer = sealerOfKey(world, one.workspace_id, one.sealed_key)
      const about = aboutSecret(one.workspace_id, one.person, one.field)
      await keepSealed(world.superPool, one, sealer.seal(Buffer.from(one.value), about))
    }
  },
}
