import { secretSet } from '@claviger/contract/people/users'
import type { Ctx } from '#platform/world.ts'
import { forgetSecrets } from '#features/work/works/works.forget.ts'
import { findSecretFields, findUses, secretsOf } from './secrets.store.ts'

/** Attributes from which a workflow takes PINs, so that their values are secret: attribute1 to attribute5. */
export const secretFields = (ctx: Ctx): Promise<string[]> => findSecretFields(ctx.db)

/** Names of what reads an attribute, 1 to 5, and would read nothing once it is secret. */
export const usesOfAttribute = (ctx: Ctx, attribute: number): Promise<string[]> =>
  findUses(ctx.db, `attribute${attribute}`)

/** Fields to show, in which a secret says only that there is one. */
export const withoutSecrets = <T extends object>(fields: T, secret: readonly string[]): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.includes(name) && value ? secretSet : value]),
  ) as T

/** Takes secret values of users out of the rows of long work that wrote them. */
export async function forgetWritten(
  ctx: Ctx,
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
export const forgetHeld = async (ctx: Ctx, users: readonly string[], attribute: number): Promise<void> =>
  forgetSecrets(ctx, await secretsOf(ctx.db, users, `attribute${attribute}`))
