import { useSearch } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { useSavedViews } from '#features/people/saved-views/useSavedViews.tsx'
import { WorkspaceList } from '#features/tenancy/workspaces/WorkspaceList.tsx'

const home = '/dashboard/super-admin/workspaces'

export default function WorkspacesPage() {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const { tabs, shown, button, dialog } = useSavedViews('workspaces', home, given)
  const all = { label: t('All'), to: home, search: {}, active: !shown }
  return (
    <>
      <WorkspaceList views={tabs.length > 0 ? [all, ...tabs] : []} actions={button} />
      {dialog}
    </>
  )
}
