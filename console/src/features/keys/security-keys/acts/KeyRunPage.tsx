import { keyActCalls } from '@claviger/contract/keys/security-keys/key-acts'
import type { KeyRunRow } from '@claviger/contract/keys/security-keys/key-acts'
import { IconListCheck } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { msg, t } from '../../../../ground/text/text.ts'
import { ListPage } from '../../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../../ground/ui/page/EmptyState.tsx'
import { OneRecord } from '../../../../ground/ui/page/OneRecord.tsx'
import type { Column, PhoneRow } from '../../../../ground/ui/table/columns.ts'
import { useCrumb } from '../../../../shell/crumbs/crumb.ts'
import { Outcome, outcomeColumn, outcomeFilters } from '../../../people/bulk-runs/run/Outcome.tsx'
import { RunBody } from '../../../people/bulk-runs/run/RunBody.tsx'
import { useKeyRun, useKeyUndo } from './useKeyRun.ts'
import { keyReasonOf, keyRunTitle } from './words.ts'

const nameOf = (row: KeyRunRow) => row.name ?? t('Unknown key')

const columns: readonly Column<KeyRunRow>[] = [
  { name: 'name', label: msg('Key'), fixed: true, cell: nameOf, text: nameOf },
  { name: 'owner', label: msg('Owner'), cell: row => row.owner ?? '—', text: row => row.owner ?? '' },
  outcomeColumn,
  {
    name: 'reason',
    label: msg('Why'),
    cell: row => keyReasonOf(row.reason) || '—',
    text: row => keyReasonOf(row.reason),
  },
]

const linesOf = (row: KeyRunRow): PhoneRow => ({
  name: nameOf(row),
  status: <Outcome row={row} />,
  second: keyReasonOf(row.reason) || row.owner,
})

/** One act on many keys: how far it has come, what happened to each, and the way back. */
export default function KeyRunPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { run, read } = useKeyRun(id)
  const go = useNavigate()
  const { undo, busy } = useKeyUndo(undone => void go({ to: `/dashboard/security-keys/runs/${undone.id}` } as never))
  useCrumb(run && keyRunTitle(run))
  const missing = {
    kind: t('Run'),
    says: t('There is no such run'),
    why: t('The address is wrong, or the run belongs to somebody else.'),
    icon: <IconListCheck size={26} stroke={1.6} aria-hidden />,
    to: '/dashboard/security-keys',
    back: t('Back to security keys'),
  }
  return (
    <OneRecord read={read} failed={t('We could not load this run')} missing={missing}>
      {now => (
        <RunBody run={now} title={keyRunTitle(now)} may="keys.write" undo={undo} busy={busy}>
          <ListPage
            of={keyActCalls.rows}
            noun={t('results')}
            fixed={{ id }}
            filters={outcomeFilters}
            columns={columns}
            rowName={nameOf}
            phone={linesOf}
            {...(now.finishedAt === null ? { every: 1500 } : {})}
            empty={<EmptyState title={t('No keys')} />}
          />
        </RunBody>
      )}
    </OneRecord>
  )
}
