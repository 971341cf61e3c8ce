import { autoStates, onBehalf } from '@claviger/contract/directories/on-behalf'
import { messages } from '@claviger/contract/platform/messages'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { leaveAutomatic } from './automatic.ts'
import { passkeyRuns } from './on-behalf-labels.ts'

/** After this time, the page says that it takes longer than usual (R202); milliseconds. */
const long = 30_000

/** State of the automatic registration (R173): polled until it ends. */
export default function AutoState() {
  const [ended, setEnded] = useState(false)
  const { data, dataUpdatedAt } = useRead(
    onBehalf.autoState,
    {},
    { quiet: true, fresh: 0, ...(!ended && { every: 2000 }) },
  )
  if (!data) return null
  const pending = data.state === autoStates.pending
  if (ended === pending) setEnded(!pending)
  const { run } = data
  const slow = pending && run !== null && dataUpdatedAt - Date.parse(run.startedAt) > long
  return (
    <Notice level={levels[data.state] ?? 'info'}>
      <Group gap="8px 16px" justify="space-between">
        <div role="status">
          {data.state === autoStates.pending && run && (
            <p>
              {t('Registering passkeys with Microsoft: {seen} of {total} users', {
                seen: count(run.processed),
                total: count(run.total),
              })}
            </p>
          )}
          {data.state === autoStates.success && run && (
            <p>
              {t('{count, plural, one {# passkey} other {# passkeys}} registered with Microsoft', {
                count: run.succeeded,
              })}
              {run.total > run.succeeded && t(', {failed} failed', { failed: count(run.total - run.succeeded) })}
            </p>
          )}
          {data.state === autoStates.error && <p>{t('No passkey was registered with Microsoft. Try again.')}</p>}
          {data.state === autoStates.noResults && (
            <p>
              {t("Nothing to do. These users already have a Microsoft passkey or weren't imported from Microsoft.")}
            </p>
          )}
          {slow && <p>{t(messages['slow-operation'])}</p>}
        </div>
        <Group gap={12} wrap="nowrap">
          {run && <Anchor href={`${passkeyRuns.home}/${run.id}`}>{t('Show result per user')}</Anchor>}
          {!pending && (
            <Button variant="default" size="compact-sm" onClick={leaveAutomatic}>
              {t('Close')}
            </Button>
          )}
        </Group>
      </Group>
    </Notice>
  )
}

const levels: Readonly<Record<number, 'info' | 'warning' | 'error'>> = {
  [autoStates.error]: 'error',
  [autoStates.noResults]: 'warning',
}
