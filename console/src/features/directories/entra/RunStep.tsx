import type { SyncCounts, SyncRow, SyncRun } from '@claviger/contract/directories/syncs'
import { syncs } from '@claviger/contract/directories/syncs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../ground/data/useRead.ts'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { Card, Facts } from '../../../ground/ui/page/Card.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import { Progress } from '../../work/runs/Progress.tsx'
import classes from './entra.module.css'

const going = ({ finishedAt, state }: SyncRun) => finishedAt === null && state !== 'braked'

/** What a run found, as figures; what there is none of is left out. */
function Found({ of }: { of: SyncCounts }) {
  const rows: [string, number][] = [
    [t('New people'), of.added],
    [t('Changed people'), of.changed],
    [t('Suspended there'), of.suspended],
    [t('Back again'), of.back],
    [t('Leaving'), of.leaving],
    [t('Unchanged'), of.same],
    [t('Groups'), of.groups],
    [t('Memberships'), of.memberships],
    [t('Clashes'), of.clashes],
    [t('Refused'), of.refused],
  ]
  return <Facts of={rows.filter(([, n]) => n > 0).map(([label, n]) => [label, count(n)] as const)} />
}

const result = ({ result: is }: SyncRow) => (is === null ? t('Planned') : is)

/** The first rows of a run, each with its result. */
function Rows({ id, done }: { id: string; done: boolean }) {
  const rows = useRead(syncs.rows, { id, pageSize: 25 }, { quiet: true, ...(!done && { every: 2000 }) })
  return (
    <Waiting on={rows} what={t('the rows')}>
      <ul className={classes.permissions} aria-label={t('Rows')}>
        {rows.data?.items.map(row => (
          <li key={row.row}>
            <span>
              <strong>{row.name ?? row.anchor}</strong>
              <small>
                {row.reason ??
                  row.fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join(', ')}
              </small>
            </span>
            <Tag tone={row.reason === null ? 'ok' : 'warn'}>{result(row)}</Tag>
          </li>
        ))}
      </ul>
    </Waiting>
  )
}

/** A run as it goes on, what it found and what became of each row. */
export function RunStep({ id, begin, busy }: { id: string; begin: () => void; busy: boolean }) {
  const read = useRead(syncs.get, { id }, { quiet: true, every: 1000 })
  const run = read.data
  return (
    <Card title={run?.dry === false ? t('4. Import') : t('3. What the import would do')}>
      <Waiting on={read} what={t('the run')}>
        {run && (
          <div className={classes.inside}>
            {going(run) && (
              <Progress
                done={run.processed}
                of={run.state === 'reading' ? Math.max(run.total, 1) : run.total}
                label={run.state === 'reading' ? t('Reading the directory…') : t('Importing…')}
              />
            )}
            {run.reason !== null && <Notice level={run.state === 'failed' ? 'error' : 'warning'}>{run.reason}</Notice>}
            {run.dry && run.overBrake && (
              <Notice level="warning">
                {t('More people would leave than the brake lets pass: an owner would be asked first.')}
              </Notice>
            )}
            {run.state === 'done' && <Found of={run.counts} />}
            {run.state === 'done' && run.total > 0 && <Rows id={id} done />}
            {!going(run) && (
              <div className={classes.foot}>
                {run.dry && run.state === 'done' && (
                  <Button loading={busy} onClick={begin}>
                    {t('Import now')}
                  </Button>
                )}
                <Button variant="default" component={Link} to={`/dashboard/sync/runs/${id}`}>
                  {t('All rows')}
                </Button>
              </div>
            )}
          </div>
        )}
      </Waiting>
    </Card>
  )
}
