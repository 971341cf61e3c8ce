import { type Operator, CommandRefusal } from './command.ts'

export interface FoundUser {
  workspace: string
  slug: string
  id: string
  userId: string
  name: string
  email: string | null
}

/**
 * The only user with this email or user ID, in one workspace or in all.
 * @throws Refusal if there is none, or several, with a hint how to distinguish them
 */
export async function findPerson(operator: Operator, address: string, slug: string | undefined): Promise<FoundUser> {
  const { rows } = await operator.world.superPool.query<FoundUser>(
    `select w.id as workspace, w.slug, u.id, u.user_id as "userId", u.first_name || ' ' || u.last_name as name, u.email
     from users u join workspaces w on w.id = u.workspace_id
     where u.deleted_at is null and (u.email = lower($1) or u.sort_user_id = lower($1)) and ($2::text is null or w.slug = lower($2))
     order by w.slug, u.user_id limit 50`,
    [address, slug ?? null],
  )
  const [only] = rows
  if (!only)
    throw new CommandRefusal(`No user has the email or User ID ${address}${slug === undefined ? '' : ` in ${slug}`}`)
  if (rows.length > 1) throw new CommandRefusal(`${address} matches several users:\n${rows.map(how).join('\n')}`)
  return only
}

const how = (one: FoundUser) => `  ${one.userId} --workspace ${one.slug}   (${one.name})`

/** The workspace with this address, or the only one. @throws Refusal with the choices */
export async function findWorkspace(
  operator: Operator,
  slug: string | undefined,
): Promise<{ id: string; slug: string }> {
  const { rows } = await operator.world.superPool.query<{ id: string; slug: string }>(
    'select id, slug from workspaces where case when $1::text is null then not installation else slug = lower($1) end order by slug limit 20',
    [slug ?? null],
  )
  const [only] = rows
  if (!only)
    throw new CommandRefusal(slug === undefined ? 'There are no workspaces yet' : `There is no workspace ${slug}`)
  if (rows.length > 1) {
    throw new CommandRefusal(`Specify the workspace:\n${rows.map(row => `  --workspace ${row.slug}`).join('\n')}`)
  }
  return only
}

/** Derives a first name from an email: ada.byron@example.org → Ada */
export const nameFromAddress = (address: string): string => {
  const [first = ''] = address.split(/[@._+-]/)
  return first.charAt(0).toUpperCase() + first.slice(1)
}
