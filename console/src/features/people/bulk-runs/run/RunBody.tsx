import type { Permission } from '@claviger/contract/ground/permissions'
import type { Run } from '@claviger/contract/work/runs'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count } from '../../../../ground/text/formats.ts'
import { t } from '../../../../ground/text/text.ts'
import { When } from '../../../../ground/ui/bits/When.tsx'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { PageHead } from '../../../../ground/ui/page/PageHead.tsx'
import { useSession } from '../../../../shell/session.tsx'
import { Progress } from '../Progress.tsx'
import classes from '../bulk-runs.module.css'

interface RunBodyProps {
  run: Run
  title: string
  /** Beside whose it is and when it began. */
  also?: ReactNode
  /** Needed to take it back. */
  may: Permission
  undo: (run: Run) => void
  busy: boolean
  /** What happened to each. */
  children: ReactNode
}

/** The page of one run, on users or on keys: how far it has come, the way back, and below what happened to each. */
export function RunBody({ run, title, also, may, undo, busy, children }: RunBodyProps) {
  const { can } = useSession()
  return (
    <>
      <PageHead
        title={title}
        under={
          <>
            <span>{t('By {actorName}', { actorName: run.actorName })}</span>
            <When at={run.startedAt} />
            {also}
          </>
        }
        actions={
          run.undoUntil !== null &&
          can(may) && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
              loading={busy}
              onClick={() => undo(run)}
            >
              {t('Undo')}
            </Button>
          )
        }
      />
      <div className={classes.page}>
        <Card>
          <Progress
            done={run.seen}
            of={run.total}
            label={t('{done} done, {failed} not done, {waiting} waiting', {
              done: count(run.succeeded),
              failed: count(run.seen - run.succeeded),
              waiting: count(run.total - run.seen),
            })}
          />
        </Card>
        {children}
      </div>
    </>
  )
}
