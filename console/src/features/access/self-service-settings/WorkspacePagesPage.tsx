import { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { useParams } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { OneWorkspace } from '#features/tenancy/workspaces/OneWorkspace.tsx'
import { AddButton } from './list/AddButton.tsx'
import { PageList } from './list/PageList.tsx'
import { pagesOf, SourceContext } from './source.ts'

const addTo = (workspace: { id: string; name: string }) => (
  <SourceContext value={pagesOf(workspace)}>
    <AddButton />
  </SourceContext>
)

export default function WorkspacePagesPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const list = useRead(selfServiceOfWorkspaces.list, { id }, { quiet: true })
  return (
    <OneWorkspace primary={addTo} entries={entriesOf(list)}>
      {workspace => (
        <SourceContext value={pagesOf(workspace)}>
          <PageList add={<AddButton />} />
        </SourceContext>
      )}
    </OneWorkspace>
  )
}
