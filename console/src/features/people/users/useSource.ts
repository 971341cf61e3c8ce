import { type Keeper, links } from '@claviger/contract/directories/links'
import { type User, userSources } from '@claviger/contract/people/users'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { sourceOf } from './user-status.ts'

/** The directories that a user is linked to, the leading one first. */
export function useDirectories({ id, source }: Pick<User, 'id' | 'source'>): readonly Keeper[] {
  const asks = { when: source !== userSources.local, quiet: true }
  const { keeper, others = [] } = useRead(links.keeper, { userId: id }, asks).data ?? {}
  return keeper ? [keeper, ...others] : []
}

/** A user's source, with the names of the directories once loaded, the leading one first. */
export function useSource(user: Pick<User, 'id' | 'source'>): string {
  const directories = useDirectories(user)
  const source = sourceOf(user.source)
  if (directories.length === 0) return source
  return t('{source} ({name})', { source, name: directories.map(one => one.name).join(', ') })
}
