import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { useParams } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { OnePage } from './editor/OnePage.tsx'
import { pagesOf, SourceContext } from './source.ts'

export default function WorkspaceEditorPage() {
  const { id = '', page = '' } = useParams({ strict: false }) as { id?: string; page?: string }
  const workspace = useRead(workspaces.one, { id }, { quiet: true })
  return (
    <SourceContext value={pagesOf({ id, name: workspace.data?.name ?? '' })}>
      <OnePage key={page} page={page} />
    </SourceContext>
  )
}
