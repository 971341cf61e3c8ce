import { logStreams } from '@claviger/contract/oversight/log-streams'
import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { Button, Group, Menu, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { kindNames } from './stream-kinds.ts'

const EditStream = lazy(() => import('./EditStream.tsx'))
const RemoveStream = lazy(() => import('./RemoveStream.tsx'))

function State({ of }: { of: LogStream }) {
  if (of.paused)
    return (
      <Status shape="dash" tone="mute">
        {t('Paused')}
      </Status>
    )
  if (of.error !== null)
    return (
      <Status shape="triangle" tone="bad">
        {t('Failing')}
      </Status>
    )
  return (
    <Status shape="disc" tone="ok">
      {t('Running')}
    </Status>
  )
}

function Progress({ of }: { of: LogStream }) {
  return (
    <p className="cv-muted">
      {of.deliveredAt === null ? (
        t('Nothing delivered yet')
      ) : (
        <Trans id="Last delivered <0/>" components={[<When key="at" at={of.deliveredAt} as="ago" />]} />
      )}
      {' · '}
      {t('{count, plural, =0 {nothing waiting} one {# log entry waiting} other {# log entries waiting}}', {
        count: of.waiting,
      })}
      {of.missed > 0 && (
        <>
          {' · '}
          {t(
            '{count, plural, one {# log entry} other {# log entries}} deleted by the retention period before being sent',
            {
              count: of.missed,
            },
          )}
        </>
      )}
    </p>
  )
}

function Acts({ stream }: { stream: LogStream }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const pause = useWrite(logStreams.pause)
  const test = useWrite(logStreams.test, {
    done({ delivered, reason }) {
      if (delivered) toast('success', t('Test entry delivered to {name}', { name: stream.name }))
      else toast('warning', t('Test entry not delivered'), reason === null ? {} : { detail: t(reason) })
    },
  })
  return (
    <Group gap={8} align="stretch" wrap="nowrap">
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate({ id: stream.id })}
        aria-label={t('Send test entry to {name}', { name: stream.name })}
      >
        {t('Send test entry')}
      </Button>
      <MoreMenu label={t('More actions for {name}', { name: stream.name })}>
        <Menu.Item onClick={() => pause.mutate({ id: stream.id, paused: !stream.paused })}>
          {stream.paused ? t('Resume') : t('Pause')}
        </Menu.Item>
        <Menu.Item onClick={() => setOpen('edit')}>{t('Edit…')}</Menu.Item>
        <Menu.Item data-danger onClick={() => setOpen('remove')}>
          {t('Remove…')}
        </Menu.Item>{' '}
      </MoreMenu>
      <Suspense>
        {open === 'edit' && <EditStream stream={stream} close={close} />}
        {open === 'remove' && <RemoveStream stream={stream} close={close} />}
      </Suspense>
    </Group>
  )
}

export function Stream({ stream, write }: { stream: LogStream; write: boolean }) {
  return (
    <Stack component="li" gap={12} p="12px 16px">
      <Group gap="8px 16px">
        <Stack gap={2} flex="1 1 280px" miw={0}>
          <Group component="span" className="cv-wrap" gap="4px 12px">
            <b>{stream.name}</b>
            <Tag>{t(kindNames[stream.kind])}</Tag>
            <State of={stream} />
          </Group>
          <span className="cv-mono cv-wrap">{stream.address}</span>
        </Stack>
        {write && <Acts stream={stream} />}
      </Group>
      <Progress of={stream} />
      {stream.error !== null && !stream.paused && (
        <Notice level="warning">
          {t(stream.error)}
          {stream.failingSince !== null && (
            <>
              {'. '}
              <Trans
                id="Failing since <0/>. No entries are lost, and delivery is retried automatically."
                components={[<When key="at" at={stream.failingSince} />]}
              />
            </>
          )}
        </Notice>
      )}
    </Stack>
  )
}
