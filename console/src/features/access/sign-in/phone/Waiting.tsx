import { approvals } from '@claviger/contract/access/approvals'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Box, Button, Progress, Stack } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { QrCode } from '#features/keys/key-activation/QrCode.tsx'
import { useAnswer } from './useAnswer.ts'

export type PhoneApproval = OutputOf<(typeof approvals)['calls']['begin']['reply']>

/** Remaining time in percent, updated once a second. */
function useLeft(seconds: number): number {
  const [ends] = useState(() => Date.now() + seconds * 1000)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000)
    return () => window.clearInterval(timer)
  }, [])
  return Math.max(0, ((ends - now) / (seconds * 1000)) * 100)
}

interface WaitingProps {
  asked: PhoneApproval
  again: () => void
  back: () => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

export function Waiting({ asked, again, back, done }: WaitingProps) {
  const ended = useAnswer(done)
  const left = useLeft(asked.seconds)
  const leave = () => {
    void call(approvals.cancel, {}, { quiet: true }).catch(() => undefined)
    back()
  }
  if (ended !== null)
    return (
      <Stack gap={14}>
        <Notice level="warning">{ended || t('The request was refused or has expired.')}</Notice>
        <Button size="lg" fullWidth autoFocus onClick={again}>
          {t('Send again')}
        </Button>
        <Button size="lg" variant="subtle" onClick={back}>
          {t('Back')}
        </Button>
      </Stack>
    )
  return (
    <Stack gap={14}>
      <Box
        component="p"
        className="cv-number"
        my={4}
        fz={64}
        fw={650}
        lts="0.04em"
        lh={1.1}
        ta="center"
        role="status"
        aria-label={t('Choose {number} on your phone', { number: asked.number })}
      >
        {asked.number}
      </Box>
      <Progress value={left} size="sm" aria-label={t('Time left')} />
      <Box component="p" className="cv-quiet" ta="center">
        {t(
          "Open the notification on your phone and choose this number there. No notification? Scan this code with your phone's camera.",
        )}
      </Box>
      <QrCode text={asked.link} label={t('QR code to open the request on your phone')} />
      <Button size="lg" variant="subtle" onClick={leave}>
        {t('Cancel')}
      </Button>
    </Stack>
  )
}
