import { Button, Stack } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Progress } from '../runs/Progress.tsx'
import type { FileImport, ImportKind } from './import-kind.ts'
import { Match } from './Match.tsx'
import { Outcome } from './Outcome.tsx'
import { Review } from './Review.tsx'
import { Steps } from './Steps.tsx'
import { Upload } from './Upload.tsx'
import { useImport } from './useImport.ts'

const stepOf: Record<FileImport['state'], number> = {
  uploading: 0,
  staged: 1,
  reviewing: 2,
  reviewed: 2,
  running: 3,
  done: 4,
  stopped: 4,
}

/** Import in steps. Its ID is in the address, so that a closed tab loses nothing. */
export function ImportPage({ of: kind }: { of: ImportKind }) {
  const { id }: Record<string, string | undefined> = useSearch({ strict: false })
  const go = useNavigate()
  const { read, of } = useImport(kind, id)
  const [back, setBack] = useState(false)
  const drop = useWrite(kind.calls.discard, { done: () => void go({ to: '.', search: {} } as never) })
  const discard = () => of && drop.mutate({ id: of.id })
  const matches = of?.state === 'staged' || (of?.state === 'reviewed' && back)
  return (
    <Stack gap={16}>
      <PageHead
        title={t(kind.title)}
        under={
          of && (
            <span>
              {of.fileName} · {t('{count, plural, one {# row} other {# rows}}', { count: of.total })} · {of.encoding}
            </span>
          )
        }
        actions={
          <Button component={Link} to={kind.runs} search={{ show: 'imports' } as never} variant="default">
            {t('Earlier imports')}
          </Button>
        }
      />
      <Steps at={of ? stepOf[matches ? 'staged' : of.state] : 0} last={t(kind.last)} />
      {id === undefined && (
        <Upload kind={kind} uploaded={begun => void go({ to: '.', search: { id: begun.id } } as never)} />
      )}
      {id !== undefined && read.isError && (
        <ErrorCard title={t("We couldn't load this import")} fault={read.error} retry={() => void read.refetch()} />
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
      {matches && <Match kind={kind} of={of} discard={discard} done={() => setBack(false)} />}
      {of?.state === 'reviewed' && !back && <Review kind={kind} of={of} discard={discard} back={() => setBack(true)} />}
      {(of?.state === 'running' || of?.state === 'done' || of?.state === 'stopped') && <Outcome kind={kind} of={of} />}
    </Stack>
  )
}
