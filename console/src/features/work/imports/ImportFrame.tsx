import type { importStates } from '@claviger/contract/work/imports'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Refusal } from '../../../ground/data/refusal.ts'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { Progress } from '../runs/Progress.tsx'
import { Steps } from './Steps.tsx'
import classes from './import.module.css'

type State = (typeof importStates)[number]

const stepOf: Record<State, number> = {
  uploading: 0,
  staged: 1,
  reviewing: 2,
  reviewed: 2,
  running: 3,
  done: 4,
  stopped: 4,
}

/** The import that stands in the address, so that a closed tab loses nothing; `enter` and `leave` change it. */
export function useImportOfAddress() {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const go = useNavigate()
  return {
    id: given['id'],
    enter: ({ id }: { id: string }) => void go({ to: '.', search: { id } } as never),
    leave: () => void go({ to: '.', search: {} } as never),
  }
}

interface InSteps {
  fileName: string
  state: State
  encoding: string
  total: number
  processed: number
}

interface ImportFrameProps {
  title: string
  /** Name of the last step. */
  last: string
  /** Undefined before there is an import. */
  id: string | undefined
  read: UseQueryResult<InSteps, Refusal>
  /** The columns are matched again, after a review. */
  back?: boolean
  /** The first step. */
  upload: ReactNode
  /** The step at which the import is. */
  children: ReactNode
}

/** A file's way in, step by step: what file it is, where it stands, and the step itself. */
export function ImportFrame({ title, last, id, read, back = false, upload, children }: ImportFrameProps) {
  const of = id === undefined ? undefined : read.data
  const facts = of && (
    <span>
      {of.fileName} · {t('{count, plural, one {# row} other {# rows}}', { count: of.total })} · {of.encoding}
    </span>
  )
  return (
    <div className={classes.page}>
      <PageHead title={title} under={facts} />
      <Steps at={of ? stepOf[back ? 'staged' : of.state] : 0} last={last} />
      {id === undefined && upload}
      {id !== undefined && read.isError && (
        <ErrorCard title={t('We could not load this import')} fault={read.error} retry={() => void read.refetch()} />
      )}
      {id !== undefined && read.isPending && <Bones lines={6} />}
      {of?.state === 'reviewing' && (
        <Card>
          <Progress
            done={of.processed}
            of={of.total}
            label={t('Reviewing row {seen} of {total}', { seen: count(of.processed), total: count(of.total) })}
          />
        </Card>
      )}
      {children}
    </div>
  )
}
