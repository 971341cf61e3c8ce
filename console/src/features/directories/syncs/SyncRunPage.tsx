import { syncs, type SyncRow, type SyncRun } from '@claviger/contract/directories/syncs'
import { Group, Stack } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useCrumb } from '#shell/crumb.ts'
import { Progress } from '#features/work/runs/Progress.tsx'
import { fieldOf } from '../connections/connection-fields.ts'
import { appliedReasonOf } from '../links/link-labels.ts'
import { Agree } from './Agree.tsx'
import { RunActs } from './RunActs.tsx'
import {
  foundBy,
  isRunOpen,
  isRead,
  outcomeOf,
  planOf,
  planOptions,
  startedBy,
  stateOf,
  titleOf,
  textWithoutDifferences,
} from './sync-labels.ts'

type Row = SyncRow & { id: string }

const nameOf = (row: Row) => row.name ?? row.anchor

function Changes({ of }: { of: Row }) {
  return (
    <Stack component="ul" className="cv-wrap" gap={2} my={6}>
      {of.fields.slice(0, 4).map(({ field, before, after }) => (
        <li key={field}>
          {fieldOf(field)}: {before !== '' && <del className="cv-muted">{before}</del>} {after}
        </li>
      ))}
    </Stack>
  )
}

const changesOf = (row: Row) =>
  row.fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('; ')

const columns: readonly Column<Row>[] = [
  { name: 'name', label: msg('Name'), fixed: true, text: nameOf },
  { name: 'plan', label: msg('Item'), width: '270px', text: planOf },
  {
    name: 'fields',
    label: msg('Fields'),
    cell: row => (row.fields.length === 0 ? '—' : <Changes of={row} />),
    text: changesOf,
  },
  { name: 'result', label: msg('Result'), width: '130px', text: outcomeOf },
  { name: 'reason', label: msg('Reason'), text: row => appliedReasonOf(row.reason) },
]

const lines = (row: Row): PhoneRow => ({
  name: nameOf(row),
  status: outcomeOf(row),
  second: planOf(row),
  third: appliedReasonOf(row.reason) || (row.fields.length > 0 && <Changes of={row} />),
})

const filters = [
  { name: 'plan', label: msg('Item'), options: planOptions },
  {
    name: 'refused',
    label: msg('Result'),
    options: [
      { value: 'true', label: msg('Not done') },
      { value: 'false', label: msg('Done') },
    ],
  },
]

function Found({ of }: { of: SyncRun }) {
  const found = foundBy(of)
  return (
    <Card title={of.dry || of.state === 'braked' ? t('Preview') : t('Comparison result')}>
      <Stack gap={14}>
        {found.length === 0 ? (
          <p>{textWithoutDifferences(of)}</p>
        ) : (
          <Group component="ul" gap="6px 20px">
            {found.map(phrase => (
              <li key={phrase}>{phrase}</li>
            ))}
          </Group>
        )}
        {of.total > 0 && of.state !== 'braked' && !of.dry && (
          <Progress
            done={of.processed}
            of={of.total}
            label={t('{done} done, {failed} not done, {waiting} waiting', {
              done: count(of.succeeded),
              failed: count(of.processed - of.succeeded),
              waiting: count(of.total - of.processed),
            })}
          />
        )}
      </Stack>
    </Card>
  )
}

export default function SyncRunPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const first = useRead(syncs.get, { id })
  const live = first.data !== undefined && isRunOpen(first.data)
  const read = useRead(syncs.get, { id }, live ? { every: 1500 } : {})
  useCrumb(read.data && titleOf(read.data))
  const missing = {
    kind: t('Run'),
    says: t('Run not found'),
    why: t('The address is wrong, or the run belongs to another workspace.'),
    icon: IconListCheck,
    to: '/dashboard/sync/runs',
    back: t('All runs'),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this run")} missing={missing}>
      {run => {
        const { word, shape, tone } = stateOf(run)
        return (
          <>
            <PageHead
              title={titleOf(run)}
              beside={
                <Status shape={shape} tone={tone}>
                  {word}
                </Status>
              }
              under={
                <>
                  <span>{startedBy(run)}</span>
                  <When at={run.startedAt} />
                  {run.agreedBy !== null && <span>{t('Continued by {name}', { name: run.agreedBy })}</span>}
                </>
              }
              actions={<RunActs of={run} />}
            />
            <Stack gap={16}>
              {run.reason !== null && <Notice level="error">{t(run.reason)}</Notice>}
              {run.dry && run.overBrake && (
                <Notice level="warning">
                  {t('The safety threshold would stop this run until an owner reviews its list.')}
                </Notice>
              )}
              {run.state === 'braked' && <Agree run={run} />}
              <Found of={run} />
              <ListPage
                of={syncs.rows}
                idOf={(row: Omit<Row, 'id'>) => String(row.row)}
                noun={t('rows')}
                fixed={{ id }}
                search={t('Search name or ID')}
                filters={filters}
                columns={columns}
                rowName={nameOf}
                phone={lines}
                every={live ? 1500 : 5000}
                empty={
                  <EmptyState
                    title={live ? t('No rows yet') : isRead(run) ? t('Nothing to change') : t('No rows')}
                    link={{ to: '/dashboard/sync/runs', label: t('Open directory runs') }}
                  >
                    {live
                      ? t('Users and groups appear here while the run reads the directory.')
                      : isRead(run)
                        ? t('Users and groups already match the directory.')
                        : t('The run stopped before it read the directory.')}
                  </EmptyState>
                }
              />
            </Stack>
          </>
        )
      }}
    </OneRecord>
  )
}
