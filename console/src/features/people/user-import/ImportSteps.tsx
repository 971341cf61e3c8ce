import { userImport } from '@claviger/contract/people/user-import'
import type { UserImport } from '@claviger/contract/people/user-import'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { count } from '../../../ground/text/formats.ts'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { Progress } from '../bulk-runs/Progress.tsx'
import { Match } from './Match.tsx'
import { Outcome } from './Outcome.tsx'
import { Review } from './Review.tsx'
import { Steps } from './Steps.tsx'
import { Upload } from './Upload.tsx'
import { useImport } from './useImport.ts'
import classes from './import.module.css'

const stepOf: Record<UserImport['state'], number> = {
  uploading: 0,
  staged: 1,
  reviewing: 2,
  reviewed: 2,
  running: 3,
  done: 4,
}

/** A file's way in, step by step; the import is in the address, so a closed tab loses nothing. */
export function ImportSteps({ kind, title }: { kind: UserImport['kind']; title: string }) {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const go = useNavigate()
  const id = given['id']
  const read = useImport(id)
  const of = id === undefined ? undefined : read.data
  const leave = () => void go({ to: '.', search: {} } as never)
  const drop = useWrite(userImport.discard, { done: leave })
  const discard = () => of && drop.mutate({ id: of.id })
  const facts = of && (
    <span>
      {of.fileName} · {t('{count, plural, one {# row} other {# rows}}', { count: of.total })} · {of.encoding}
    </span>
  )
  return (
    <div className={classes.page}>
      <PageHead title={title} under={facts} />
      <Steps at={of ? stepOf[of.state] : 0} last={kind === 'delete' ? t('Delete') : t('Import')} />
      {id === undefined && (
        <Upload kind={kind} uploaded={one => void go({ to: '.', search: { id: one.id } } as never)} />
      )}
      {id !== undefined && read.isError && (
        <ErrorCard title={t('We could not load this import')} fault={read.error} retry={() => void read.refetch()} />
      )}
      {id !== undefined && read.isPending && <Bones lines={6} />}
      {of?.state === 'staged' && <Match of={of} discard={discard} />}
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
      {(of?.state === 'running' || of?.state === 'done') && <Outcome of={of} />}
    </div>
  )
}
