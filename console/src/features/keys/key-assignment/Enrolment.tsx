import { enrolmentSeconds, enrolmentStates, fingerprints } from '@claviger/contract/keys/fingerprints'
import { Button, Group, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import classes from '../keys.module.css'

const { notStarted, pending, fulfilled } = enrolmentStates

/** Progress of a fingerprint enrollment (begin, enroll, done); polled every two seconds until it ends. */
export function Enrolment({ challenge: first, securityKey }: { challenge: string; securityKey: string }) {
  const [challenge, setChallenge] = useState(first)
  const [ended, setEnded] = useState(false)
  const look = useRead(
    fingerprints.enrolment,
    { challenge },
    { quiet: true, ...(ended ? {} : { every: enrolmentSeconds.poll * 1000 }) },
  )
  const state = look.data?.state ?? notStarted
  const over = state > pending
  if (over !== ended) setEnded(over)
  const again = useWrite(fingerprints.restart, {
    done: reply => setChallenge(reply.challenge),
  })
  const says =
    state === notStarted
      ? t('Start at the reader within 30 seconds. The reader program asks for this code.')
      : state === pending
        ? t(
            'Place the finger on the reader until it is recognized. {count, plural, one {# fingerprint} other {# fingerprints}} so far.',
            {
              count: look.data?.fingers ?? 0,
            },
          )
        : state === fulfilled
          ? t('Done. You can now use the fingerprint.')
          : t('Fingerprint enrollment timed out or was cancelled, start over')
  return (
    <Stack className="cv-linked" gap={16}>
      <Group component="p" className={classes.model} gap={12} mb={12} wrap="nowrap" role="status">
        <IconFingerprint size={32} stroke={1.4} aria-hidden /> {says}
      </Group>
      {state === notStarted && <Value of={challenge} what={t('code')} />}
      {over && state !== fulfilled && (
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate({ id: securityKey })}>
          {t('Start over')}
        </Button>
      )}
    </Stack>
  )
}
