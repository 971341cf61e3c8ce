import { useParams } from '@tanstack/react-router'
import { useSession } from '#shell/session.tsx'
import { OnePage } from './editor/OnePage.tsx'
import { ownPages, SourceContext } from './source.ts'

export default function PageEditorPage() {
  const { me, can } = useSession()
  const { page = '' } = useParams({ strict: false }) as { page?: string }
  return (
    <SourceContext value={ownPages(me.workspace, can('workspace.write'))}>
      <OnePage key={page} page={page} />
    </SourceContext>
  )
}
