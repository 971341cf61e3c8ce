import { keyActCalls } from '@claviger/contract/keys/security-keys/key-acts'
import type { KeyRunRow } from '@claviger/contract/keys/security-keys/key-acts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconListCheck } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { count } from '../../../../ground/text/formats.ts'
import { msg, t } from '../../../../ground/text/text.ts'
import { Status } from '../../../../ground/ui/bits/Status.tsx'
import { When } from '../../../../ground/ui/bits/When.tsx'
import { ListPage } from '../../../../ground/ui/list/ListPage.tsx'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { EmptyState } from '../../../../ground/ui/page/EmptyState.tsx'
import { OneRecord } from '../../../../ground/ui/page/OneRecord.tsx'
import { PageHead } from '../../../../ground/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '../../../../ground/ui/table/columns.ts'
import { useCrumb } from '../../../../shell/crumbs/crumb.ts'
import { useSession } from '../../../../shell/session.tsx'
import { Progress } from '../../../people/bulk-runs/Progress.tsx'
import { useKeyRun, useKeyUndo } from './useKeyRun.ts'
import { keyReasonOf, keyRunTitle } from './words.ts'
import classes from '../keys.module.css'

const wordOf = (row: KeyRunRow) => (row.done === null ? t('Waiting') : row.done ? t('Done') : t('Not done'))

function Outcome({ row }: { row: KeyRunRow }) {
  if (row.done === null)
    return (
      <Status shape="quarter" tone="mute">
        {wordOf(row)}
      </Status>
    )
  return (
    <Status shape={row.done ? 'disc' : 'square'} tone={row.done ? 'ok' : 'bad'}>
      {wordOf(row)}
    </Status>
  )
}

const nameOf = (row: KeyRunRow) => row.name ?? t('Unknown key')

const columns: readonly Column<KeyRunRow>[] = [
  { name: 'name', label: msg('Key'), fixed: true, cell: nameOf, text: nameOf },
  { name: 'owner', label: msg('Owner'), cell: row => row.owner ?? '—', text: row => row.owner ?? '' },
  { name: 'result', label: msg('Result'), width: '120px', cell: row => <Outcome row={row} />, text: wordOf },
  {
    name: 'reason',
    label: msg('Why'),
    cell: row => keyReasonOf(row.reason) || '—',
    text: row => keyReasonOf(row.reason),
  },
]

const filters = [
  {
    name: 'refused',
    label: msg('Result'),
    options: [
      { value: 'true', label: msg('Not done') },
      { value: 'false', label: msg('Done') },
    ],
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
  const { can } = useSession()
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
        <>
          <PageHead
            title={keyRunTitle(now)}
            under={
              <>
                <span>{t('By {actorName}', { actorName: now.actorName })}</span>
                <When at={now.startedAt} />
              </>
            }
            actions={
              now.undoUntil !== null &&
              can('keys.write') && (
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
                  loading={busy}
                  onClick={() => undo(now)}
                >
                  {t('Undo')}
                </Button>
              )
            }
          />
          <div className={classes.parts}>
            <Card>
              <Progress
                done={now.seen}
                of={now.total}
                label={t('{done} done, {failed} not done, {waiting} waiting', {
                  done: count(now.succeeded),
                  failed: count(now.seen - now.succeeded),
                  waiting: count(now.total - now.seen),
                })}
              />
            </Card>
            <ListPage
              of={keyActCalls.rows}
              noun={t('results')}
              fixed={{ id }}
              filters={filters}
              columns={columns}
              rowName={nameOf}
              phone={linesOf}
              {...(now.finishedAt === null ? { every: 1500 } : {})}
              empty={<EmptyState title={t('No keys')} />}
            />
          </div>
        </>
      )}
    </OneRecord>
  )
}
