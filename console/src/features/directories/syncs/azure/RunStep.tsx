import type { SyncRun } from '@claviger/contract/directories/syncs'
import { syncs } from '@claviger/contract/directories/syncs'
import { Box, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Progress } from '#features/work/runs/Progress.tsx'
import { appliedReasonOf } from '#features/directories/links/link-labels.ts'
import { foundBy, outcomeOf, planOf } from '../sync-labels.ts'

const found = (run: SyncRun): string[] => {
  const phrases = foundBy(run)
  return phrases.length === 0 ? [t('The directory matches the users and groups here.')] : phrases
}
const going = ({ finishedAt, state }: SyncRun) => finishedAt === null && state !== 'braked'

function Rows({ id }: { id: string }) {
  const rows = useRead(syncs.rows, { id, pageSize: 25 }, { quiet: true })
  return (
    <Waiting on={rows} what={t('the rows')}>
      <ul className="cv-ruled" aria-label={t('Rows')}>
        {rows.data?.items.map(row => (
          <Group component="li" gap={12} justify="space-between" wrap="nowrap" p="8px 0" key={row.row}>
            <Box component="span" miw={0}>
              <Box component="strong" display="block">
                {row.name ?? row.anchor}
              </Box>
              <Box component="small" className="cv-quiet" display="block">
                {appliedReasonOf(row.reason) || planOf(row)}
              </Box>
            </Box>
            <Tag tone={row.reason === null ? 'ok' : 'warn'}>{row.result === null ? t('Planned') : outcomeOf(row)}</Tag>
          </Group>
        ))}
      </ul>
    </Waiting>
  )
}

export function RunStep({ id, begin, busy }: { id: string; begin: () => void; busy: boolean }) {
  const read = useRead(syncs.get, { id }, { quiet: true, every: 1000 })
  const run = read.data
  return (
    <Card title={run?.dry === false ? t('4. Import') : t('3. Preview')}>
      <Waiting on={read} what={t('the run')}>
        {run && (
          <Stack gap={14}>
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
                {t('More users would lose access than the safety threshold allows. An owner must approve the run.')}
              </Notice>
            )}
            {run.state === 'done' && (
              <ul>
                {found(run).map(phrase => (
                  <li key={phrase}>{phrase}</li>
                ))}
              </ul>
            )}
            {run.state === 'done' && run.total > 0 && <Rows id={id} />}
            {run.state === 'done' && run.counts.clashes > 0 && (
              <Notice level="warning">
                <Trans
                  id="A directory user looks like an existing user. <0>Resolve the conflict</0>."
                  components={[<Link key="0" to="/dashboard/sync/clashes" />]}
                />
              </Notice>
            )}
            {!going(run) && (
              <Group gap={8} align="stretch">
                {run.dry && run.state === 'done' && (
                  <Button loading={busy} onClick={begin}>
                    {t('Import now')}
                  </Button>
                )}
                <Button variant="default" component={Link} to={`/dashboard/sync/runs/${id}`}>
                  {t('All rows')}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Waiting>
    </Card>
  )
}
