import { userImport } from '@claviger/contract/people/user-import'
import type { UserImport } from '@claviger/contract/people/user-import'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../../../ground/text/text.ts'
import { count } from '../../../ground/text/formats.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { Fetch } from '../../work/Fetch.tsx'
import { StopImport } from '../../work/imports/StopImport.tsx'
import { Progress } from '../../work/runs/Progress.tsx'
import { Undo, Undone } from './Undo.tsx'
import { UserBoxes, UserRows } from './Rows.tsx'
import classes from '../../work/imports/import.module.css'

/** How far the import has come; afterwards what became of each row. */
export function Outcome({ of }: { of: UserImport }) {
  const ended = of.state !== 'running'
  const label = ended
    ? t('Import finished: {created} created, {updated} updated, {unchanged} unchanged, {refused} with errors', {
        created: count(of.created),
        updated: count(of.updated),
        unchanged: count(of.unchanged),
        refused: count(of.refused),
      })
    : t('Importing row {seen} of {total}', { seen: count(of.processed), total: count(of.total) })
  if (of.kind === 'delete' && of.runId !== null)
    return (
      <Card title={t('Users are being deleted')}>
        <div className={classes.upload}>
          <p>{t('How far this has come, and the way back, is shown with the run.')}</p>
          <Button component={Link} to={`/dashboard/users/runs/${of.runId}`}>
            {t('Show the run')}
          </Button>
        </div>
      </Card>
    )
  return (
    <>
      <Card>
        <Progress done={of.processed} of={of.total} label={label} />
        {!ended && <StopImport calls={userImport} id={of.id} />}
      </Card>
      {of.undo && <Undone of={of} undo={of.undo} />}
      {ended && (
        <>
          <div className={classes.right}>
            {!of.undo && <Undo of={of} />}
            <Fetch calls={userImport} id={of.id} failed={of.refused} />
            <Button component={Link} to="/dashboard/users">
              {t('To the users')}
            </Button>
          </div>
          <UserBoxes of={of} />
          <UserRows of={of} />
        </>
      )}
    </>
  )
}
