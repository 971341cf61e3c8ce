import { account } from '@claviger/contract/access/account'
import { Box, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { FurtherSteps } from './FurtherSteps.tsx'
import { Meter } from './Meter.tsx'
import { taskOf } from './tasks.ts'

export default function LaunchpadPage() {
  const { can } = useSession()
  const step = useRead(account.registerStep, {})
  const tasks = step.data?.tasks ?? []
  const done = tasks.filter(task => task.done >= task.of).length
  const next = tasks.find(task => task.done < task.of)?.id
  return (
    <Stack gap={20} maw={720}>
      <PageHead
        title={t('Getting started')}
        under={
          <span>
            {step.data === undefined
              ? '\u00A0'
              : tasks.length === done
                ? t('Everything is set up.')
                : t('{done} of {total} steps completed.', { done, total: tasks.length })}
          </span>
        }
      />
      {step.isError && (
        <ErrorCard title={t("We couldn't load the first tasks")} fault={step.error} retry={() => void step.refetch()} />
      )}
      {step.isPending && <Bones lines={6} />}
      {/* Rendered empty under the skeleton, it would shift later */}
      {step.data && (
        <ol className="cv-box cv-ruled">
          {tasks.map((task, index) => {
            const { title, why, act, to, may, search = {} } = taskOf(task)
            return (
              <Stack key={task.id} component="li" gap={12} p="16px 20px 20px">
                <Meter title={title} number={index + 1} task={task} />
                <Group gap="12px 24px" justify="space-between">
                  <Box component="p" className="cv-quiet" flex="1 1 280px">
                    {why}
                  </Box>
                  {task.done < task.of && can(may) && (
                    <Button
                      variant={task.id === next ? 'filled' : 'default'}
                      renderRoot={props => <Link to={to} search={search} {...props} />}
                    >
                      {act}
                    </Button>
                  )}
                </Group>
              </Stack>
            )
          })}
        </ol>
      )}
      {step.data && <FurtherSteps />}
    </Stack>
  )
}
