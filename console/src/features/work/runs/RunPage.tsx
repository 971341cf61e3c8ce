import type { Run } from '@claviger/contract/work/runs'
import { Button, Stack } from '@mantine/core'
import { IconArrowBackUp, IconListCheck, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { Fetch } from '../Fetch.tsx'
import type { RunKind, RunItem } from './run-kind.ts'
import { Outcome, outcomeColumn, outcomeFilters } from './Outcome.tsx'
import { Progress } from './Progress.tsx'
import { useRun, useRunActs } from './useRun.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

function columnsOf({ columns, words }: RunKind): readonly Column<RunItem>[] {
  const nameOf = (row: RunItem) => row.name ?? t(columns.unnamed)
  return [
    { name: 'name', label: columns.name, fixed: true, text: nameOf },
    { name: 'detail', label: columns.detail, text: row => columns.detailOf(row) ?? '' },
    outcomeColumn,
    { name: 'reason', label: msg('Reason'), text: row => words.reasonOf(row.reason) },
  ]
}

const linesOf =
  ({ columns, words }: RunKind) =>
  (row: RunItem): PhoneRow => ({
    name: row.name ?? t(columns.unnamed),
    status: <Outcome row={row} />,
    second: words.reasonOf(row.reason) || columns.detailOf(row),
  })

function Acts({ of, run }: { of: RunKind; run: Run }) {
  const go = useNavigate()
  const { can } = useSession()
  const { undo, stop, retry } = useRunActs(of, begun => void go({ to: `${of.home}/${begun.id}` } as never))
  const runs = run.finishedAt === null
  const failed = run.processed - run.succeeded
  return (
    <>
      {!runs && <Fetch calls={of.calls} id={run.id} failed={failed} />}
      {can(of.may) && runs && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop {...icon} />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ id: run.id })}
        >
          {t('Stop')}
        </Button>
      )}
      {can(of.may) && !runs && run.undoes === null && failed > 0 && (
        <Button
          variant="default"
          leftSection={<IconRefresh {...icon} />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: run.id })}
        >
          {t('Retry {count}', { count: count(failed) })}
        </Button>
      )}
      {can(of.may) && run.undoUntil !== null && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          loading={undo.isPending}
          onClick={() => undo.mutate({ id: run.id })}
        >
          {t('Undo')}
        </Button>
      )}
    </>
  )
}

export function RunPage({ of }: { of: RunKind }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { run, read } = useRun(of, id)
  const { words, home } = of
  useCrumb(run && words.titleOf(run))
  const missing = {
    kind: t('Run'),
    says: t('Run not found'),
    why: t('The link is wrong, or the run belongs to another user.'),
    icon: IconListCheck,
    to: words.list,
    back: t(words.back),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this run")} missing={missing}>
      {now => (
        <>
          <PageHead
            title={words.titleOf(now)}
            under={
              <>
                <span>{t('Started by {actorName}', { actorName: now.actorName })}</span>
                <When at={now.startedAt} />
                {now.undoneBy !== null && <Link to={`${home}/${now.undoneBy}` as '/'}>{t('Undone')}</Link>}
              </>
            }
            actions={<Acts of={of} run={now} />}
          />
          <Stack gap={16}>
            <Card>
              <Progress
                done={now.processed}
                of={now.total}
                label={t('{done} done, {failed} not done, {waiting} waiting', {
                  done: count(now.succeeded),
                  failed: count(now.processed - now.succeeded),
                  waiting: count(now.total - now.processed),
                })}
              />
            </Card>
            <ListPage
              of={of.calls.rows as never}
              noun={t('results')}
              fixed={{ id }}
              filters={outcomeFilters}
              columns={columnsOf(of)}
              rowName={row => row.name ?? t(of.columns.unnamed)}
              phone={linesOf(of)}
              {...(now.finishedAt === null ? { every: 1500 } : {})}
              empty={
                <EmptyState title={t(words.none)} link={{ to: words.list, label: t(words.back) }}>
                  {t('The run found nothing to change.')}
                </EmptyState>
              }
            />
          </Stack>
        </>
      )}
    </OneRecord>
  )
}
