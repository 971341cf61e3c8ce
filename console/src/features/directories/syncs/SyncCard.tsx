import { connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import { syncs } from '@claviger/contract/directories/syncs'
import { Button, Group, Menu, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { useSession } from '#shell/session.tsx'
import { kindNames } from '../connections/connection-labels.ts'
import { connectForms } from './forms.ts'
import { AccessLosses } from './AccessLosses.tsx'
import { SyncNotices } from './SyncNotices.tsx'
import { foundBy, isRunOpen, stateOf } from './sync-labels.ts'

const ApproveReach = lazy(() => import('./ApproveReach.tsx'))
const MappingEditor = lazy(() => import('./MappingEditor.tsx'))
const SyncSettings = lazy(() => import('./SyncSettings.tsx'))

type Listed = DirectoryConnection & { people: number; clashes: number }
type Open = 'reach' | 'mapping' | 'settings' | 'remove' | null

const looks = {
  successful: { shape: 'disc', tone: 'ok' },
  failed: { shape: 'triangle', tone: 'bad' },
  pending: { shape: 'dash', tone: 'mute' },
} as const

const wordOf = (of: Listed) => {
  if (of.connection === 'successful') return t('Last contact')
  return of.connection === 'failed' ? t('Not checked') : t('No contact yet')
}

function LastRun({ of }: { of: Listed }) {
  const { data } = useRead(syncs.list, { connection: of.id, pageSize: 1 }, { every: 5000 })
  const [run] = data?.items ?? []
  if (!run) return t('None yet')
  const found = foundBy(run).slice(0, 3).join(', ')
  return (
    <>
      <Link className="cv-linked" to={`/dashboard/sync/runs/${run.id}` as '/'}>
        {stateOf(run).word}
      </Link>{' '}
      <When at={run.startedAt} as="ago" />
      {found !== '' && !isRunOpen(run) && ` · ${found}`}
    </>
  )
}

function Remove({ of, close }: { of: Listed; close: () => void }) {
  return (
    <ConfirmCall
      of={connections.remove}
      input={{ id: of.id }}
      title={t('Disconnect {name}?', { name: of.name })}
      keep={t('Keep the directory')}
      act={t('Disconnect {name}', { name: of.name })}
      said={t('{name} disconnected', { name: of.name })}
      close={close}
    >
      <p>
        <strong>{t('Users who leave the directory keep their access here.')}</strong>
      </p>
      <p>{t('Its users and groups stay. You manage them by hand after that.')}</p>
      <AccessLosses input={{ without: of.id }} />
    </ConfirmCall>
  )
}

export function SyncCard({ of, edit }: { of: Listed; edit: () => void }) {
  const runs = useRead(syncs.list, { connection: of.id, pageSize: 1 }, { every: 5000 })
  const { can } = useSession()
  const go = useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const begin = useWrite(syncs.begin, { done: run => void go({ to: `/dashboard/sync/runs/${run.id}` } as never) })
  const write = can('directories.write')
  return (
    <Card
      title={of.name}
      right={
        <Group component="span" gap={8}>
          <Tag>{kindNames[of.kind]}</Tag>
          {!of.active && <Tag>{t('Inactive')}</Tag>}
          <Status {...looks[of.connection]}>{wordOf(of)}</Status>
          {write && (
            <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
              {connectForms.some(one => one.kind === of.kind) && (
                <Menu.Item onClick={edit}>{t('Connection…')}</Menu.Item>
              )}
              <Menu.Item onClick={() => setOpen('mapping')}>{t('Mapping…')}</Menu.Item>
              <Menu.Item onClick={() => setOpen('settings')}>{t('Settings…')}</Menu.Item>
              {can('directories.grant') && (
                <Menu.Item onClick={() => setOpen('reach')}>{t('Granted access…')}</Menu.Item>
              )}
              <Menu.Item data-danger onClick={() => setOpen('remove')}>
                {t('Disconnect…')}
              </Menu.Item>
            </MoreMenu>
          )}
        </Group>
      }
    >
      <DeferredContent until={!runs.isPending}>
        <Stack gap={16}>
          <SyncNotices of={of} approve={() => setOpen('reach')} />
          <Facts
            of={[
              [t('Users'), t('{count, plural, one {# user} other {# users}}', { count: of.people })],
              [t('Last run'), <LastRun key="run" of={of} />],
              [
                t('Next run'),
                of.nextRunAt && of.active && of.pausedReason === null ? (
                  <When key="next" at={of.nextRunAt} />
                ) : (
                  t('Manual')
                ),
              ],
              [t('Access approved by'), of.reach.approvedBy ? of.reach.approvedBy.name : t('Not approved yet')],
            ]}
          />
          {write && (
            <Group gap={8}>
              <Button
                variant="default"
                loading={begin.isPending && begin.variables?.dry === true}
                onClick={() => begin.mutate({ connection: of.id, dry: true })}
              >
                {t('Dry run')}
              </Button>
              <Button
                disabled={of.reach.approvedBy === null}
                loading={begin.isPending && begin.variables?.dry === false}
                onClick={() => begin.mutate({ connection: of.id, dry: false, whole: true })}
              >
                {t('Run now')}
              </Button>
            </Group>
          )}
        </Stack>
      </DeferredContent>
      <Suspense>
        {open === 'reach' && <ApproveReach of={of} close={close} />}
        {open === 'mapping' && <MappingEditor of={of} close={close} />}
        {open === 'settings' && <SyncSettings of={of} close={close} />}
        {open === 'remove' && <Remove of={of} close={close} />}
      </Suspense>
    </Card>
  )
}
