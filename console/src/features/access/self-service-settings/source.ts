import { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { createContext, use } from 'react'

/** Whose pages a screen shows: the user's own workspace's, or another workspace's for a super administrator. */
export interface Source {
  calls: typeof selfServicePages
  fixed: Record<string, string>
  home: string
  workspace: { name: string; icon: string | null }
  write: boolean
}

export const ownPages = (workspace: Source['workspace'], write: boolean): Source => ({
  calls: selfServicePages,
  fixed: {},
  home: '/dashboard/security-keys/self-service',
  workspace,
  write,
})

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
  if (source === null) throw new Error('the source of the pages is missing')
  return source
}
