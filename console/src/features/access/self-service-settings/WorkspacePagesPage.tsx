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
  return (
    <OneWorkspace primary={addTo}>
      {workspace => (
        <SourceContext value={pagesOf(workspace)}>
          <PageList add={<AddButton />} />
        </SourceContext>
      )}
    </OneWorkspace>
  )
}
