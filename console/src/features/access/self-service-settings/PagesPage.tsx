import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { AddButton } from './list/AddButton.tsx'
import { PageList } from './list/PageList.tsx'
import { ownPages, SourceContext } from './source.ts'

export default function PagesPage() {
  const { me, can } = useSession()
  const write = can('workspace.write')
  const source = ownPages(me.workspace, write)
  const list = useRead(source.calls.list, {})
  return (
    <SourceContext value={source}>
      <PageHead
        title={t('Card self-service')}
        under={<span>{t('Pages where users enroll a card or reset their PIN themselves.')}</span>}
        add={write && <AddButton first />}
        entries={entriesOf(list)}
      />
      <PageList add={write && <AddButton />} />
    </SourceContext>
  )
}
