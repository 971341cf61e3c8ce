import { apiApplications, type ApiApplication } from '@claviger/contract/connect/api-applications'
import { Button, Menu } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'

const ApplicationPanel = lazy(() => import('./ApplicationPanel.tsx'))
const DeleteApplication = lazy(() => import('./DeleteApplication.tsx'))

const makers = { azure: 'Entra ID', okta: 'Okta' } as const

function found({ check }: ApiApplication): string {
  if (check === null) return t('Not checked yet')
  if (check.ok) return t('Works')
  if (check.reason !== null) return check.reason
  return t('Missing permissions: {names}', { names: check.missing.join(', ') })
}

function Tags({ of }: { of: ApiApplication }) {
  return (
    <>
      <Tag>{makers[of.type]}</Tag>
      {of.check && !of.check.ok && <Tag tone="bad">{t('Not working')}</Tag>}
      {of.expiry === 'ended' && <Tag tone="bad">{t('Credential expired')}</Tag>}
      {of.expiry === 'soon' && <Tag tone="warn">{t('Credential expires soon')}</Tag>}
    </>
  )
}

function Row({ of, edit, remove }: { of: ApiApplication; edit: () => void; remove: () => void }) {
  const { can } = useSession()
  const check = useWrite(apiApplications.check, {
    done: now => toast(now.check?.ok ? 'success' : 'warning', found(now)),
  })
  return (
    <IconRow
      icon={<IconPlugConnected size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <strong>{of.name}</strong> <Tags of={of} />
        </>
      }
      about={
        <>
          {of.address} · {found(of)}
        </>
      }
      last={
        of.credential === 'installation' ? (
          t("This installation's application")
        ) : of.endsAt === null ? (
          t('No expiration date')
        ) : (
          <Trans id="Credential expires <0/>" components={[<When key="0" at={of.endsAt} as="day" />]} />
        )
      }
      menu={
        can('workspace.write') && (
          <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
            <Menu.Item disabled={check.isPending} onClick={() => check.mutate({ id: of.id })}>
              {t('Check now')}
            </Menu.Item>
            <Menu.Item onClick={edit}>{t('Edit…')}</Menu.Item>
            <Menu.Item data-danger onClick={remove}>
              {t('Delete…')}
            </Menu.Item>
          </MoreMenu>
        )
      }
    />
  )
}

export default function ApplicationsPage() {
  const { can } = useSession()
  const list = useRead(apiApplications.list, {})
  const [editing, setEditing] = useState<ApiApplication | 'new' | null>(null)
  const [deleting, setDeleting] = useState<ApiApplication | null>(null)
  const items = list.data?.items ?? []
  const add = can('workspace.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setEditing('new')}>
      {t('Add API application')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('API applications')}
        under={t('Connections to Entra ID and Okta, with the credentials created there for Claviger')}
        add={add}
        entries={entriesOf(list)}
      />
      <BlockedAddresses feature="api-applications" />
      <Card flush>
        <Waiting on={list} what={t('the API applications')}>
          {items.length === 0 ? (
            <EmptyState title={t('No API applications yet')} icon={IconPlugConnected} action={add}>
              {t(
                'Claviger uses an API application to read users and groups from Entra ID or Okta. Its secret is encrypted and never shown again.',
              )}
            </EmptyState>
          ) : (
            <IconRows>
              {items.map(one => (
                <Row key={one.id} of={one} edit={() => setEditing(one)} remove={() => setDeleting(one)} />
              ))}
            </IconRows>
          )}
        </Waiting>
      </Card>
      <Suspense>
        {editing !== null && (
          <ApplicationPanel of={editing === 'new' ? null : editing} close={() => setEditing(null)} />
        )}
        {deleting !== null && <DeleteApplication of={deleting} close={() => setDeleting(null)} />}
      </Suspense>
    </>
  )
}
