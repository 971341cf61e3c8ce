import { cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport } from '@claviger/contract/keys/card-import'
import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { Progress } from '../../people/bulk-runs/Progress.tsx'
import { Steps } from '../../people/user-import/Steps.tsx'
import classes from '../../people/user-import/import.module.css'
import { CardOutcome } from './CardOutcome.tsx'
import { CardBoxes, CardRows } from './CardRows.tsx'
import { CardUpload } from './CardUpload.tsx'
import { MatchCards } from './MatchCards.tsx'
import { useCardImport } from './useCardImport.ts'

const stepOf: Record<CardImport['state'], number> = {
  uploading: 0,
  staged: 1,
  reviewing: 2,
  reviewed: 2,
  running: 3,
  done: 4,
}

/** What each row would do, in numbers and one by one; then it is done or left. */
function Review({ of, discard }: { of: CardImport; discard: () => void }) {
  const start = useWrite(cardImport.start)
  const cards = of.results.success
  return (
    <>
      <CardBoxes of={of} />
      <CardRows of={of} />
      <div className={classes.foot}>
        <p>
          <b>{t('{count, plural, one {# card} other {# cards}} will be assigned.', { count: cards })}</b>{' '}
          {of.total > cards &&
            t('{count, plural, one {# row is skipped.} other {# rows are skipped.}}', { count: of.total - cards })}
        </p>
        <Button variant="default" onClick={discard}>
          {t('Discard')}
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

/** Cards and their users on their way in, step by step; the import is in the address, so a closed tab loses nothing. */
export default function CardImportPage() {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const go = useNavigate()
  const id = given['id']
  const read = useCardImport(id)
  const of = id === undefined ? undefined : read.data
  const drop = useWrite(cardImport.discard, { done: () => void go({ to: '.', search: {} } as never) })
  const discard = () => of && drop.mutate({ id: of.id })
  const facts = of && (
    <span>
      {of.fileName} · {t('{count, plural, one {# row} other {# rows}}', { count: of.total })} · {of.encoding}
    </span>
  )
  return (
    <div className={classes.page}>
      <PageHead title={t('Import cards')} under={facts} />
      <Steps at={of ? stepOf[of.state] : 0} last={t('Assign')} />
      {id === undefined && <CardUpload uploaded={one => void go({ to: '.', search: { id: one.id } } as never)} />}
      {id !== undefined && read.isError && (
        <ErrorCard title={t('We could not load this import')} fault={read.error} retry={() => void read.refetch()} />
      )}
      {id !== undefined && read.isPending && <Bones lines={6} />}
      {of?.state === 'staged' && <MatchCards of={of} discard={discard} />}
      {of?.state === 'reviewing' && (
        <Card>
          <Progress
            done={of.seen}
            of={of.total}
            label={t('Reviewing row {seen} of {total}', { seen: count(of.seen), total: count(of.total) })}
          />
        </Card>
      )}
      {of?.state === 'reviewed' && <Review of={of} discard={discard} />}
      {(of?.state === 'running' || of?.state === 'done') && <CardOutcome of={of} />}
    </div>
  )
}
