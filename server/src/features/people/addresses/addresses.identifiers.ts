import type { Permission } from '@claviger/contract/platform/permissions'
import { msg, deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { findSecretFields } from './secrets.store.ts'
import { fillingProviders, identifyingFields, sharedValues, takenValues } from './identifiers.store.ts'

/** Columns of users; only attributes are considered. */
type Columns = Readonly<Record<string, unknown>>

const columnOf = (field: string) => `scim_attribute_${field.slice(-1)}`
const fieldOf = (column: string) => `attribute${column.slice(-1)}`
const hasAttributes = (columns: Columns) => Object.entries(columns).some(([name, value]) => isAttribute(name) && value)
const isAttribute = (column: string) => column.startsWith('scim_attribute_')

/** Columns by which applications identify users. */
export const identifyingColumns = async (ctx: TransactionContext): Promise<string[]> =>
  (await identifyingFields(ctx.db)).map(columnOf)

/** Can a caller with these permissions change how applications identify a user? Only administrators who manage applications can. */
export const mayIdentify = (holds: readonly Permission[] | undefined): boolean =>
  holds?.includes('applications.write') === true

/**
 * Refuses a new value of an attribute by which applications identify users, unless the caller manages applications. Throws
 * identifier-guarded.
 */
export async function mustBeAllowedToIdentify(ctx: TransactionContext, columns: Columns): Promise<void> {
  if (!Object.keys(columns).some(isAttribute) || ctx.actor.kind === 'operator') return
  const [first] = (await identifyingColumns(ctx)).filter(column => column in columns)
  if (first === undefined || mayIdentify(askerOf(ctx).holds)) return
  const { message } = problem('identifier-guarded')
  throw problem('identifier-guarded', undefined, [{ field: `scimAttribute${first.slice(-1)}`, message }])
}

/** The columns without identifiers used by applications, which other systems must not set. */
export async function withoutIdentifiers<T extends object>(ctx: TransactionContext, columns: T): Promise<T> {
  if (!Object.keys(columns).some(name => isAttribute(name) || name.startsWith('scimAttribute'))) return columns
  const numbers = new Set((await identifyingFields(ctx.db)).map(field => field.slice(-1)))
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !/^scim_?attribute_?\d$/i.test(name) || !numbers.has(name.slice(-1))),
  ) as T
}

/** Those of some new or changed users whose identifiers belong to another user, or to one before them in the list. */
export async function takenIdentifiers(
  ctx: TransactionContext,
  rows: readonly (Columns & { id: string })[],
): Promise<Set<string>> {
  if (!rows.some(hasAttributes)) return new Set()
  const columns = await identifyingColumns(ctx)
  const wanted = rows.flatMap(row =>
    columns.flatMap(column => {
      const value = row[column]
      return typeof value === 'string' && value.trim() !== '' ? [{ id: row.id, field: fieldOf(column), value }] : []
    }),
  )
  return wanted.length === 0 ? new Set() : takenValues(ctx.db, wanted)
}

/** Notifies a user by email that another user changed how applications identify them. */
export async function mailIdentifierChange(
  ctx: TransactionContext,
  user: { id: string; email: string | null; first_name: string },
  columns: Columns,
): Promise<void> {
  const changed = Object.keys(columns).filter(isAttribute)
  if (changed.length === 0 || user.email === null || askerOf(ctx).id === user.id) return
  const identifying = await identifyingColumns(ctx)
  if (!changed.some(column => identifying.includes(column))) return
  const by = shownAs(ctx).name
  await mail(ctx, user.email, say => ({
    subject: say('Your identifier at applications was changed'),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      say('{by} changed a value by which applications recognize you. You may see another account there.', { by }),
      say("If this wasn't you, contact your administrator immediately."),
    ],
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}

/**
 * Refuses to let an application identify users by attributes that two users share or an identity provider fills. Attributes
 * already used as identifiers are unique. @throws identifiers-shared, identifier-unguarded
 */
export async function mustIdentify(ctx: TransactionContext, fields: readonly string[]): Promise<void> {
  const known = new Set(await identifyingFields(ctx.db))
  const wanted = fields.filter(one => !known.has(one))
  const secret = wanted.length === 0 ? [] : await findSecretFields(ctx.db)
  for (const field of wanted) {
    const number = field.slice(-1)
    if (secret.includes(field))
      throw problem(
        'identifier-unguarded',
        deferText('A workflow takes PINs from attribute {number}. Choose another attribute', { number }),
      )
    const [provider] = await fillingProviders(ctx.db, field)
    if (provider !== undefined)
      throw problem(
        'identifier-unguarded',
        deferText('The identity provider {provider} fills attribute {number}. Remove it from that mapping first', {
          provider,
          number,
        }),
      )
    const [shared] = await sharedValues(ctx.db, field)
    if (shared)
      throw problem(
        'identifiers-shared',
        deferText('Attribute {number} is not unique: {names} have the value “{value}”. Change these users first', {
          number,
          names: shared.names.join(', '),
          value: shared.value,
        }),
      )
  }
}

/** Refuses a mapping that would let another system change attributes by which applications identify users. @throws identifier-unguarded */
export async function mustNotFillIdentifiers(ctx: TransactionContext, fields: readonly string[]): Promise<void> {
  const known = await identifyingFields(ctx.db)
  if (fields.some(field => known.includes(field))) throw problem('identifier-unguarded')
}

/** Why a row of an import that changes an identifier is refused. */
export const identifierGuarded = msg('Only administrators who manage applications can change this identifier')
