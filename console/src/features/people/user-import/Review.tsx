import { userImport } from '@claviger/contract/people/user-import'
import type { UserImport } from '@claviger/contract/people/user-import'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { count, many } from '../../../ground/ui/bits/moments.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { Boxes } from './Boxes.tsx'
import { Rows } from './Rows.tsx'
import classes from './import.module.css'

/** What each row would do, in numbers and one by one; then it is done or left. */
export function Review({ of, discard }: { of: UserImport; discard: () => void }) {
  const start = useWrite(userImport.start, { alsoRefresh: ['users', 'statistics', 'bulk-runs'] })
  const [asking, setAsking] = useState(false)
  const writes = of.created + of.updated
  const deletes = of.kind === 'delete'
  const go = () => start.mutate({ id: of.id })
  const act = deletes ? `Delete ${many(writes, 'user')}` : `Import ${many(writes, 'row')}`
  return (
    <>
      <Boxes of={of} />
      <Rows of={of} />
      <div className={classes.foot}>
        <p>
          <b>{deletes ? `${many(writes, 'user')} will be deleted.` : `${many(writes, 'row')} will be imported.`}</b>{' '}
          {of.refused > 0 && `${many(of.refused, 'error')} ${of.refused === 1 ? 'is' : 'are'} skipped. `}
          {of.unchanged > 0 &&
            `${many(of.unchanged, 'row')} ${of.unchanged === 1 ? 'stays' : 'stay'} as ${of.unchanged === 1 ? 'it is' : 'they are'}.`}
        </p>
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
        <Button
          {...(deletes ? { color: 'red' } : {})}
          disabled={writes === 0}
          loading={start.isPending}
          onClick={() => (deletes ? setAsking(true) : go())}
        >
          {writes === 0 ? 'Nothing to do' : deletes ? `${act}…` : act}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={`Delete ${many(writes, 'user')}?`}
        keep="Keep users"
        act={`Delete ${many(writes, 'user')}`}
        busy={start.isPending}
        close={() => setAsking(false)}
        confirm={go}
      >
        <p>
          {count(writes)} people lose access at once. You can undo this for 30 minutes, and restore them for 30 days.
        </p>
      </Confirm>
    </>
  )
}
