import { account } from '@claviger/contract/access/account'
import { Box, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSession } from '#shell/session.tsx'
import { Meter } from './Meter.tsx'
import { taskOf } from './tasks.ts'
import classes from './launchpad.module.css'

export function Strip() {
  const { can } = useSession()
  const step = useRead(account.registerStep, {}, { quiet: true })
  const tasks = step.data?.tasks ?? []
  const done = tasks.filter(task => task.done >= task.of).length
  if (tasks.length === 0 || done === tasks.length) return null
  return (
    <Grid
      component="section"
      className="cv-box"
      style={{ overflow: 'hidden' }}
      columns="minmax(150px, 0.6fr) minmax(0, 3fr)"
      gap={0}
      below={1024}
      aria-label={t('Getting started')}
    >
      <Box p="14px 16px">
        <h2 className="cv-heading">
          <Link className="cv-plain" to="/dashboard/launchpad">
            {t('Getting started')}
          </Link>
        </h2>
        <Box component="p" className="cv-quiet" mt={4}>
          {t('{done} of {total} steps completed.', { done, total: tasks.length })}
        </Box>
      </Box>
      <Grid component="ol" className={classes.steps} columns="repeat(3, minmax(0, 1fr))" gap={1} below={768}>
        {tasks.map((task, index) => {
          const { title, act, to, may, search = {} } = taskOf(task)
          const finished = task.done >= task.of
          return (
            <Stack key={task.id} component="li" gap={10} p="14px 16px" bg="var(--cv-surface)">
              <Meter title={title} number={index + 1} task={task} />
              {finished && <span className="cv-small">{t('Done')}</span>}
              {!finished && can(may) && (
                <Link className={classes.act} to={to} search={search}>
                  {act} →
                </Link>
              )}
            </Stack>
          )
        })}
      </Grid>
    </Grid>
  )
}
