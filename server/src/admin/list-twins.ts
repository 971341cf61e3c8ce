import { canonicalEmail, cleanText } from '@claviger/contract/platform/plain-text'
import type { Command } from './command.ts'
import { findWorkspace } from './account-lookup.ts'

interface Named {
  workspace: string
  slug: string
  id: string
  userId: string
  email: string | null
}

type Field = 'userId' | 'email'
const canonical = {
  userId: (text: string) => cleanText(text).toLowerCase(),
  email: (text: string) => canonicalEmail(cleanText(text)),
} satisfies Record<Field, (text: string) => string>

const columns = `select w.id as workspace, w.slug, u.id, u.user_id as "userId", u.email
  from users u join workspaces w on w.id = u.workspace_id
  where u.deleted_at is null and ($1::text is null or w.slug = $1)`

/**
 * Users from before texts had one form. They are only listed: which of two accounts a person uses is for administrators to
 * know.
 */
export const listTwins: Command = {
  name: 'list-twins',
  takes: '[--workspace SLUG]',
  about:
    'Lists users whose User ID or email can be mistaken for that of another user: composed letters, characters that are not shown, internationalized domains',
  words: 0,
  options: { workspace: { type: 'string' } },
  async work(operator, words) {
    const asked = words.option('workspace')
    const slug = asked === undefined ? null : (await findWorkspace(operator, asked)).slug
    const { superPool } = operator.world
    // What is ASCII is already in its canonical form
    const { rows: odd } = await superPool.query<Named>(
      `${columns} and (u.user_id ~ '[^ -~]' or u.email ~ '[^ -~]') order by w.slug, u.user_id`,
      [slug],
    )
    const { rows: others } = await superPool.query<Named>(
      `${columns} and (lower(u.user_id) = any($2) or u.email = any($3)) order by w.slug, u.user_id`,
      [
        slug,
        odd.map(one => canonical.userId(one.userId)),
        odd.flatMap(one => (one.email ? [canonical.email(one.email)] : [])),
      ],
    )
    const all = [...new Map([...odd, ...others].map(one => [one.id, one])).values()]
    const twins = (['userId', 'email'] as const).flatMap(field => twinsBy(all, field))
    return {
      json: { twins },
      lines:
        twins.length === 0
          ? ['No two users can be mistaken for each other']
          : twins.map(
              one =>
                `${one.workspace}: ${one.field} ${one.users.map(user => JSON.stringify(user.value)).join(' and ')}`,
            ),
    }
  },
}

function twinsBy(all: readonly Named[], field: Field) {
  const groups = new Map<string, Named[]>()
  for (const one of all) {
    const value = one[field]
    if (value === null) continue
    const key = `${one.workspace} ${canonical[field](value)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
    .filter(group => new Set(group.map(one => one[field])).size > 1)
    .map(group => ({
      workspace: group[0]?.slug ?? '',
      field,
      users: group.map(one => ({ id: one.id, value: one[field] ?? '' })),
    }))
}
