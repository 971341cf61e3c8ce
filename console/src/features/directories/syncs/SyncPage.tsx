import { connectionKinds, connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import { Button, Menu, Stack } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { syncTabs } from '../connections/sync-tabs.ts'
import { kindNames } from '../connections/connection-labels.ts'
import { connectForms } from './forms.ts'
import { SyncCard } from './SyncCard.tsx'
import classes from './syncs.module.css'

const Precedence = lazy(() => import('./Precedence.tsx'))

interface Editing {
  kind: number
  connection: DirectoryConnection | null
}

function Connect({ choose }: { choose: (kind: number) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>{t('Connect a directory')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {connectForms.map(({ kind }) => (
          <Menu.Item key={kind} onClick={() => choose(kind)}>
            {kindNames[kind]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/dashboard/sync/azureAD">
          {t('Import from Entra ID…')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Edit({ of: { kind, connection }, close }: { of: Editing; close: () => void }) {
  const Form = connectForms.find(one => one.kind === kind)?.Form
  const title = connection
    ? t('Edit {name}', { name: connection.name })
    : t('Connect {directory}', { directory: kindNames[kind] ?? '' })
  return (
    <Panel open title={title} close={close}>
      <Suspense>{Form && <Form connection={connection} done={close} />}</Suspense>
    </Panel>
  )
}

export default function SyncPage() {
  const { can } = useSession()
  const list = useRead(connections.list, {}, { every: 5000 })
  const [editing, setEditing] = useState<Editing | null>(null)
  const [ordering, setOrdering] = useState(false)
  const all = list.data?.items ?? []
  const items = all.filter(one => one.kind !== connectionKinds.scim)
  const connect = can('directories.write') && <Connect choose={kind => setEditing({ kind, connection: null })} />
  return (
    <>
      <PageHead
        title={t('Directories')}
        actions={
          items.length > 0 && (
            <>
              {all.length > 1 && can('directories.grant') && (
                <Button variant="default" onClick={() => setOrdering(true)}>
                  {t('Order…')}
                </Button>
              )}
              {connect}
            </>
          )
        }
      />
      <Tabs of={syncTabs('directories')} label={t('Directories')} />
      <Waiting on={list} what={t('the directories')}>
        {items.length === 0 ? (
          <EmptyState title={t('No directories yet')} icon={IconUsersGroup} action={connect}>
            {t(
              'Users are then created, updated, and deprovisioned from the directory. A dry run shows what would change first.',
            )}
          </EmptyState>
        ) : (
          <Stack className={classes.cards} gap={16} maw={960}>
            {items.map(one => (
              <SyncCard key={one.id} of={one} edit={() => setEditing({ kind: one.kind, connection: one })} />
            ))}
          </Stack>
        )}
      </Waiting>
      <Suspense>{ordering && <Precedence of={all} close={() => setOrdering(false)} />}</Suspense>
      {editing && <Edit of={editing} close={() => setEditing(null)} />}
    </>
  )
}
