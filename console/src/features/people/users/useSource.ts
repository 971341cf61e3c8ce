import { links } from '@claviger/contract/directories/links'
import { type User, userSources } from '@claviger/contract/people/users'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { sourceOf } from './user-status.ts'

/** A user's source, with the name of the directory once loaded. */
export function useSource({ id, source }: Pick<User, 'id' | 'source'>): string {
  const asks = { when: source !== userSources.local, quiet: true }
  const keeper = useRead(links.keeper, { userId: id }, asks).data?.keeper
  return keeper ? t('{source} ({name})', { source: sourceOf(source), name: keeper.name }) : sourceOf(source)
}
