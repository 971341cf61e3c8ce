import { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { createContext, use } from 'react'

/** Whose pages a screen shows: those of the own workspace, or of one that a super administrator looks after. */
export interface Source {
  calls: typeof selfServicePages
  /** What every call says besides. */
  fixed: Record<string, string>
  /** Where the list is. */
  home: string
  workspace: { name: string; icon: string | null }
  write: boolean
}

/** The pages of the own workspace. */
export const ownPages = (workspace: Source['workspace'], write: boolean): Source => ({
  calls: selfServicePages,
  fixed: {},
  home: '/dashboard/security-keys/self-service',
  workspace,
  write,
})

/** The pages of any workspace: the same calls elsewhere, each of which names the workspace by its id. */
export const pagesOf = (workspace: { id: string; name: string }): Source => ({
  calls: selfServiceOfWorkspaces as unknown as typeof selfServicePages,
  fixed: { id: workspace.id },
  home: `/dashboard/super-admin/workspaces/${workspace.id}/self-service`,
  workspace: { name: workspace.name, icon: null },
  write: true,
})

export const SourceContext = createContext<Source | null>(null)

export function useSource(): Source {
  const source = use(SourceContext)
  if (source === null) throw new Error('nobody said whose pages are shown')
  return source
}
