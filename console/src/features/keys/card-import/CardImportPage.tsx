import { cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport } from '@claviger/contract/keys/card-import'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { ImportFrame, useImportOfAddress } from '../../work/imports/ImportFrame.tsx'
import classes from '../../work/imports/import.module.css'
import { CardOutcome } from './CardOutcome.tsx'
import { CardBoxes, CardRows } from './CardRows.tsx'
import { CardUpload } from './CardUpload.tsx'
import { MatchCards } from './MatchCards.tsx'
import { useCardImport } from './useCardImport.ts'

/** What each row would do, in numbers and one by one; then it is done or left. */
function Review({ of, back, discard }: { of: CardImport; back: () => void; discard: () => void }) {
  const start = useWrite(cardImport.start)
  const cards = of.results.success
  return (
    <>
      <CardBoxes of={of} />
      <CardRows of={of} />
      <div className={classes.foot} data-foot>
        <p>
          <b>{t('{count, plural, one {# card} other {# cards}} will be assigned.', { count: cards })}</b>{' '}
          {of.total > cards &&
            t('{count, plural, one {# row is skipped.} other {# rows are skipped.}}', { count: of.total - cards })}
        </p>
        <Button variant="default" onClick={discard}>
          {t('Discard')}
        </Button>
        <Button variant="default" onClick={back}>
          {t('Back')}
        </Button>
        <Button disabled={cards === 0} loading={start.isPending} onClick={() => start.mutate({ id: of.id })}>
          {cards === 0
            ? t('Nothing to do')
            : t('Assign {count, plural, one {# card} other {# cards}}', { count: cards })}
        </Button>
      </div>
    </>
  )
}

/** Cards and their users on their way in. */
export default function CardImportPage() {
  const { id, enter, leave } = useImportOfAddress()
  const read = useCardImport(id)
  const of = id === undefined ? undefined : read.data
  const [back, setBack] = useState(false)
  const matches = of?.state === 'staged' || (of?.state === 'reviewed' && back)
  const drop = useWrite(cardImport.discard, { done: leave })
  const discard = () => of && drop.mutate({ id: of.id })
  return (
    <ImportFrame
      title={t('Import cards')}
      last={t('Assign')}
      id={id}
      back={matches}
      read={read}
      upload={<CardUpload uploaded={enter} />}
    >
      {matches && <MatchCards of={of} discard={discard} done={() => setBack(false)} />}
      {of?.state === 'reviewed' && !back && <Review of={of} back={() => setBack(true)} discard={discard} />}
      {(of?.state === 'running' || of?.state === 'done' || of?.state === 'stopped') && <CardOutcome of={of} />}
    </ImportFrame>
  )
}
