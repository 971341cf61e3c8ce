import { userImport } from '@claviger/contract/people/user-import'
import type { UserImport } from '@claviger/contract/people/user-import'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { count } from '../../../ground/text/formats.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { UserBoxes, UserRows } from './Rows.tsx'
import classes from '../../work/imports/import.module.css'

/** What each row would do, in numbers and one by one; then it is done or left. */
export function Review({ of, back, discard }: { of: UserImport; back: () => void; discard: () => void }) {
  const start = useWrite(userImport.start)
  const [asking, setAsking] = useState(false)
  const writes = of.created + of.updated
  const deletes = of.kind === 'delete'
  const go = () => start.mutate({ id: of.id })
  const remove = t('Delete {count, plural, one {# user} other {# users}}', { count: writes })
  const act = deletes ? `${remove}…` : t('Import {count, plural, one {# row} other {# rows}}', { count: writes })
  return (
    <>
      <UserBoxes of={of} />
      <UserRows of={of} />
      <div className={classes.foot} data-foot>
        <p>
          <b>
            {deletes
              ? t('{count, plural, one {# user} other {# users}} will be deleted.', { count: writes })
              : t('{count, plural, one {# row} other {# rows}} will be imported.', { count: writes })}
          </b>{' '}
          {of.refused > 0 &&
            t('{count, plural, one {# error is skipped.} other {# errors are skipped.}}', { count: of.refused })}{' '}
          {of.unchanged > 0 &&
            t('{count, plural, one {# row stays as it is.} other {# rows stay as they are.}}', { count: of.unchanged })}
        </p>
        <Button variant="default" onClick={discard}>
          {t('Discard')}
        </Button>
        <Button variant="default" onClick={back}>
          {t('Back')}
        </Button>
        <Button
          {...(deletes ? { color: 'red' } : {})}
          disabled={writes === 0}
          loading={start.isPending}
          onClick={() => (deletes ? setAsking(true) : go())}
        >
          {writes === 0 ? t('Nothing to do') : act}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={t('Delete {count, plural, one {# user} other {# users}}?', { count: writes })}
        keep={t('Keep users')}
        act={remove}
        busy={start.isPending}
        close={() => setAsking(false)}
        confirm={go}
      >
        <p>
          {t('{people} people lose access at once. You can undo this for 30 minutes, and restore them for 30 days.', {
            people: count(writes),
          })}
        </p>
      </Confirm>
    </>
  )
}
