import type { Endpoint, InputOf, OutputOf, Schema } from '@claviger/contract/platform/endpoint'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const wait = (reply: unknown): number => {
  const { resendAfter } = reply as { resendAfter?: number }
  return resendAfter ?? 600
}

export function Resend<I extends Schema, R extends Schema>({
  of,
  after,
  with: input = {},
}: {
  of: Endpoint<I, R>
  after: number
  with?: InputOf<I>
}) {
  const [left, setLeft] = useState(after)
  const again = useWrite(of, { done: (reply: OutputOf<R>) => setLeft(wait(reply)) })
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  if (left > 0) return <p className="cv-number">{t('Resend code in {time}', { time: clock(left) })}</p>
  return (
    <Button variant="subtle" loading={again.isPending} onClick={() => again.mutate(input)}>
      {t('Resend code')}
    </Button>
  )
}
