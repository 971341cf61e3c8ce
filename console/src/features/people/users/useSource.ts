import { links } from '@claviger/contract/directories/links'
import { type User, userSources } from '@claviger/contract/people/users'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { sourceOf } from './user-status.ts'

/** A user's source, with the names of the directories once loaded, the leading one first. */
export function useSource({ id, source }: Pick<User, 'id' | 'source'>): string {
  const asks = { when: source !== userSources.local, quiet: true }
  const { keeper, others = [] } = useRead(links.keeper, { userId: id }, asks).data ?? {}
  if (!keeper) return sourceOf(source)
  const name = [keeper, ...others].map(one => one.name).join(', ')
  return t('{source} ({name})', { source: sourceOf(source), name })
}
