import { userImport } from '@claviger/contract/people/user-import'
import type { UserImport } from '@claviger/contract/people/user-import'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Match } from './Match.tsx'
import { Outcome } from './Outcome.tsx'
import { Review } from './Review.tsx'
import { ImportFrame, useImportOfAddress } from '../../work/imports/ImportFrame.tsx'
import { Upload } from './Upload.tsx'
import { useImport } from './useImport.ts'

/** A file of users on its way in. */
export function ImportSteps({ kind, title }: { kind: UserImport['kind']; title: string }) {
  const { id, enter, leave } = useImportOfAddress()
  const read = useImport(id)
  const of = id === undefined ? undefined : read.data
  const [back, setBack] = useState(false)
  const matches = of?.state === 'staged' || (of?.state === 'reviewed' && back)
  const drop = useWrite(userImport.discard, { done: leave })
  const discard = () => of && drop.mutate({ id: of.id })
  return (
    <ImportFrame
      title={title}
      last={kind === 'delete' ? t('Delete') : t('Import')}
      id={id}
      back={matches}
      read={read}
      upload={<Upload kind={kind} uploaded={enter} />}
    >
      {matches && <Match of={of} discard={discard} done={() => setBack(false)} />}
      {of?.state === 'reviewed' && !back && <Review of={of} back={() => setBack(true)} discard={discard} />}
      {(of?.state === 'running' || of?.state === 'done' || of?.state === 'stopped') && <Outcome of={of} />}
    </ImportFrame>
  )
}
