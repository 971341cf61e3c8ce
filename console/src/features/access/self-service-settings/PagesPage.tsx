import { t } from '#platform/text/text.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { AddButton } from './list/AddButton.tsx'
import { PageList } from './list/PageList.tsx'
import { ownPages, SourceContext } from './source.ts'

export default function PagesPage() {
  const { me, can } = useSession()
  const write = can('workspace.write')
  return (
    <SourceContext value={ownPages(me.workspace, write)}>
      <PageHead
        title={t('Card self-service')}
        under={<span>{t('Pages where users enroll a card or reset their PIN themselves.')}</span>}
        actions={write && <AddButton first />}
      />
      <PageList add={write && <AddButton />} />
    </SourceContext>
  )
}
