import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Boxes } from './Boxes.tsx'
import type { ImportStepProps } from './import-kind.ts'
import { Rows } from './Rows.tsx'
import classes from './import.module.css'

export function Review({ kind, of, discard, back }: ImportStepProps & { discard: () => void; back: () => void }) {
  const start = useWrite(kind.calls.start)
  const [asking, setAsking] = useState(false)
  const { writes, says, act, asks, draw } = kind.review(of)
  const [main, ...rest] = says
  const go = () => start.mutate({ id: of.id })
  return (
    <>
      <Boxes kind={kind} of={of} />
      {draw}
      <Rows kind={kind} of={of} />
      <Group className={`${classes.foot ?? ''} cv-quiet`} gap={8} py={12} data-foot>
        <p className="cv-own-line-on-phone">
          <b>{main}</b> {rest.join(' ')}
        </p>
        <Button variant="default" onClick={discard}>
          {t('Discard')}
        </Button>
        <Button variant="default" onClick={back}>
          {t('Back')}
        </Button>
        <Button
          {...(asks ? { color: 'red' } : {})}
          disabled={writes === 0}
          loading={start.isPending}
          onClick={() => (asks ? setAsking(true) : go())}
        >
          {writes === 0 ? t('Nothing to do') : asks ? `${act}…` : act}
        </Button>
      </Group>
      {asks && (
        <Confirm
          open={asking}
          title={asks.title}
          keep={asks.keep}
          act={act}
          busy={start.isPending}
          close={() => setAsking(false)}
          confirm={go}
        >
          <p>{asks.says}</p>
        </Confirm>
      )}
    </>
  )
}
