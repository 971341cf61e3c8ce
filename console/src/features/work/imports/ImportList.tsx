import { IconFileUpload } from '@tabler/icons-react'
import { count, percentOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { type StatusLook, Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import type { FileImport, Imports } from './import-kind.ts'

function lookOf({ kindOf }: Imports, of: FileImport): StatusLook {
  if (of.state === 'staged') return { word: t('Map columns'), shape: 'ring', tone: 'accent' }
  if (of.state === 'reviewed') return { word: t('Review'), shape: 'ring', tone: 'accent' }
  if (of.undo?.finishedAt === null)
    return {
      word: percentOf(of.undo.processed / Math.max(kindOf(of).undo.all(of), 1), 0),
      shape: 'quarter',
      tone: 'accent',
    }
  if (of.undo) return { word: t('Undone'), shape: 'ring', tone: 'mute' }
  if (of.state === 'stopped') return { word: t('Stopped'), shape: 'square', tone: 'warn' }
  if (of.state !== 'done')
    return { word: percentOf(of.processed / Math.max(of.total, 1), 0), shape: 'quarter', tone: 'accent' }
  const failed = kindOf(of).outcome.failed(of)
  if (failed > 0) return { word: t('{number} failed', { number: count(failed) }), shape: 'triangle', tone: 'warn' }
  return { word: t('Done'), shape: 'disc', tone: 'ok' }
}

function State({ of, one }: { of: Imports; one: FileImport }) {
  const { word, ...shown } = lookOf(of, one)
  return <Status {...shown}>{word}</Status>
}

const whatOf = (of: Imports, one: FileImport) => t(of.kindOf(one).title)

const columnsOf = (of: Imports): readonly Column<FileImport>[] => [
  { name: 'file', label: msg('File'), fixed: true, text: one => one.fileName },
  { name: 'what', label: msg('Item'), text: one => whatOf(of, one) },
  {
    name: 'state',
    label: msg('Status'),
    width: '160px',
    cell: one => <State of={of} one={one} />,
    text: one => lookOf(of, one).word,
  },
  {
    name: 'rows',
    label: msg('Rows'),
    width: '92px',
    right: true,
    cell: one => count(one.total),
    text: one => String(one.total),
  },
  { name: 'by', label: msg('Started by'), text: one => one.actorName },
  {
    name: 'created',
    label: msg('Started'),
    width: '148px',
    cell: one => <When at={one.createdAt} />,
    text: one => one.createdAt,
  },
]

const linesOf =
  (of: Imports) =>
  (one: FileImport): PhoneRow => ({
    name: one.fileName,
    status: <State of={of} one={one} />,
    second: `${whatOf(of, one)} · ${one.actorName}`,
    secondRight: <When at={one.createdAt} />,
  })

export function ImportList({ of, views }: { of: Imports; views: readonly TabLink[] }) {
  return (
    <ListPage
      of={of.list}
      noun={t('imports')}
      title={t('Runs')}
      views={views}
      columns={columnsOf(of)}
      rowName={one => one.fileName}
      phone={linesOf(of)}
      to={one => `${of.kindOf(one).home}?id=${one.id}`}
      every={5000}
      empty={
        <EmptyState
          title={t('No imports yet')}
          link={{ to: of.home, label: t('Import from CSV') }}
          icon={IconFileUpload}
        >
          {t('Imported files are listed here for 30 days. You can undo an import on its page.')}
        </EmptyState>
      }
    />
  )
}
