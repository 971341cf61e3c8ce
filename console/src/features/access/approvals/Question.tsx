import { approvals } from '@claviger/contract/access/approvals'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Button, Stack } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { askPasskey } from '#platform/data/passkey-ceremony.ts'
import { isSilent, CallError } from '#platform/data/refusal.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { currentPosition } from '#platform/data/position.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'

type Seen = OutputOf<(typeof approvals)['calls']['look']['reply']>

const final = ['approval-over', 'approval-number', 'approval-other', 'challenge-refused']

function Facts({ of }: { of: Seen }) {
  return (
    <Grid component="dl" className="cv-box" columns="auto 1fr" gap="8px 16px" p="14px 16px">
      <dt className="cv-muted">{t('Account')}</dt>
      <dd className="cv-wrap">{of.email}</dd>
      {of.workspace !== null && (
        <>
          <dt className="cv-muted">{t('Workspace')}</dt>
          <dd className="cv-wrap">{of.workspace}</dd>
        </>
      )}
      <dt className="cv-muted">{t('Device')}</dt>
      <dd className="cv-wrap">{of.device}</dd>
      <dt className="cv-muted">{t('Address')}</dt>
      <dd className="cv-mono cv-wrap">{of.ip}</dd>
      <dt className="cv-muted">{t('Time')}</dt>
      <dd className="cv-wrap">
        <When at={of.askedAt} />
      </dd>
    </Grid>
  )
}

export function Question({ request }: { request: string }) {
  const look = useWrite(approvals.look, { quiet: true })
  const refuse = useWrite(approvals.refuse, { quiet: true })
  const [picked, setPicked] = useState<number | null>(null)
  const [fault, setFault] = useState<{ says: string; over: boolean } | null>(null)
  const [approved, setApproved] = useState(false)
  const { mutate } = look
  useEffect(() => mutate({ request }), [mutate, request])

  async function approve({ session, options }: Seen, number: number) {
    setPicked(number)
    setFault(null)
    try {
      const given = { session, number, assertion: await askPasskey(options) }
      try {
        await call(approvals.answer, given, { quiet: true })
      } catch (problem) {
        if (!(problem instanceof CallError && problem.code === 'position-wanted')) throw problem
        await call(approvals.answer, { ...given, position: await currentPosition() }, { quiet: true })
      }
      setApproved(true)
    } catch (problem) {
      if (!isSilent(problem))
        setFault({
          says: (problem as Error).message,
          over: problem instanceof CallError && final.includes(problem.code),
        })
    } finally {
      setPicked(null)
    }
  }

  const over = look.error?.message ?? refuse.error?.message ?? (fault?.over ? fault.says : undefined)
  if (over !== undefined) return <Notice level="error">{over}</Notice>
  if (approved)
    return (
      <Stack className="cv-quiet" gap={12} align="center" ta="center">
        <IconCircleCheckFilled className="cv-ok" size={56} aria-hidden />
        <p role="status">{t('Approved. Your computer is signing you in. You can close this page.')}</p>
      </Stack>
    )
  if (refuse.isSuccess)
    return (
      <Stack className="cv-quiet" gap={12} align="center" ta="center">
        <IconCircleX className="cv-ok" size={56} stroke={1.4} aria-hidden />
        <p role="status">{t("Refused. The sign-in was stopped. If this wasn't you, contact your administrator.")}</p>
      </Stack>
    )
  const seen = look.data
  if (!seen) return <p role="status">{t('Opening the request…')}</p>
  const busy = picked !== null || refuse.isPending
  return (
    <Stack gap={14}>
      <Facts of={seen} />
      {fault && <Notice level="error">{fault.says}</Notice>}
      <Grid component="fieldset" columns="repeat(3, 1fr)" gap={10}>
        <legend>{t('Which number does your computer show?')}</legend>
        {seen.numbers.map(number => (
          <Button
            key={number}
            variant="default"
            className="cv-number"
            mih={64}
            fz={26}
            disabled={busy && picked !== number}
            loading={picked === number}
            onClick={() => void approve(seen, number)}
          >
            {number}
          </Button>
        ))}
      </Grid>
      <p className="cv-quiet">{t('Your phone then asks for your fingerprint, your face, or its code.')}</p>
      <Button
        size="lg"
        variant="light"
        color="red"
        disabled={busy}
        loading={refuse.isPending}
        onClick={() => refuse.mutate({ request })}
      >
        {t("It's not me")}
      </Button>
    </Stack>
  )
}
