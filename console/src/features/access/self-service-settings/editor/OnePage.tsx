import { IconId } from '@tabler/icons-react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSource } from '../source.ts'
import { Editor } from './Editor.tsx'

export function OnePage({ page }: { page: string }) {
  const { calls, fixed, home } = useSource()
  const read = useRead(calls.get, { ...fixed, page }, { quiet: true })
  useCrumb(read.data?.name)
  return (
    <OneRecord
      read={read}
      failed={t('We could not load this page')}
      missing={{
        kind: t('Card page'),
        says: t("This page doesn't exist"),
        why: t('The page was deleted, or the address is wrong.'),
        icon: IconId,
        to: home,
        back: t('Back to card self-service'),
      }}
    >
      {found => <Editor page={found} />}
    </OneRecord>
  )
}
