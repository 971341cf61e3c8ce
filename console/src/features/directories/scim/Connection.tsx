import { connections } from '@claviger/contract/directories/connections'
import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { Button, Checkbox, Group, Menu, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { lookOf, standings } from './scim-labels.ts'

const ApproveConnection = lazy(() => import('./ApproveConnection.tsx'))
const EditConnection = lazy(() => import('./EditConnection.tsx'))
const EditMapping = lazy(() => import('./EditMapping.tsx'))
const GroupRoles = lazy(() => import('./GroupRoles.tsx'))
const NewToken = lazy(() => import('./NewToken.tsx'))
const RemoveConnection = lazy(() => import('./RemoveConnection.tsx'))

type Open = 'approve' | 'edit' | 'mapping' | 'roles' | 'token' | 'remove' | null

interface ConnectionProps {
  of: ScimConnection
  shown: (token: { token: string; url: string }) => void
}

function Warnings({ of }: { of: ScimConnection }) {
  const { can } = useSession()
  const approve = useWrite(connections.approve, { done: () => toast('success', t('Approved')) })
  const goOn = useWrite(scim.goOn, {
    done: () => toast('success', t('The directory can exceed its limit for one day')),
  })
  return (
    <>
      {of.approvedBy === null && (
        <Notice level="warning">
          {t("The directory can't change anything until an owner approves the connection.")}{' '}
          {can('directories.grant') && (
            <Button
              variant="default"
              loading={approve.isPending}
              onClick={() => approve.mutate({ id: of.id, roles: [], touchesRank: false, privateHosts: [] })}
            >
              {t('Approve')}
            </Button>
          )}
        </Notice>
      )}
      {of.held > 0 && (
        <Notice level="warning">
          {t(
            '{count, plural, one {# suspension is} other {# suspensions are}} waiting: the directory exceeded its limit within one hour. Review the requests first.',
            { count: of.held },
          )}{' '}
          {can('directories.grant') && (
            <Button variant="default" loading={goOn.isPending} onClick={() => goOn.mutate({ id: of.id })}>
              {t('Allow for one day')}
            </Button>
          )}
        </Notice>
      )}
      {of.connection === 'failed' && of.connectionReason !== null && (
        <Notice level="error">{t(of.connectionReason)}</Notice>
      )}
    </>
  )
}

const tokenWords = ({ tokens: [first, second] }: ScimConnection) => {
  if (!first) return t('None. Create one so that the directory can sign in')
  return (
    <>
      <Trans
        id="Created <0/> by {name}"
        values={{ name: first.createdBy }}
        components={[<When key="0" at={first.createdAt} as="day" />]}
      />
      {first.standing !== 'whole' && (
        <>
          {' · '}
          <Status shape="triangle" tone="bad">
            {t(standings[first.standing])}
          </Status>
        </>
      )}
      {second?.expiresAt && (
        <>
          {' · '}
          <Trans id="the previous token is valid until <0/>" components={[<When key="0" at={second.expiresAt} />]} />
        </>
      )}
    </>
  )
}

export function Connection({ of, shown }: ConnectionProps) {
  const { can } = useSession()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const update = useWrite(scim.update)
  const { word, shape, tone } = lookOf(of)
  const write = can('directories.write')
  return (
    <Card
      title={of.name}
      right={
        <Group component="span" gap="8px 10px">
          <Tag>{of.active ? t('Active') : t('Inactive')}</Tag>
          <Status shape={shape} tone={tone}>
            {word}
          </Status>
          {write && (
            <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
              <Menu.Item onClick={() => setOpen('token')}>{t('New SCIM token…')}</Menu.Item>
              {can('directories.grant') && (
                <Menu.Item onClick={() => setOpen('approve')}>{t('Granted access…')}</Menu.Item>
              )}
              <Menu.Item onClick={() => setOpen('mapping')}>{t('Mapping…')}</Menu.Item>
              <Menu.Item onClick={() => setOpen('roles')}>{t('Roles by group…')}</Menu.Item>
              <Menu.Item onClick={() => setOpen('edit')}>{t('Settings…')}</Menu.Item>
              <Menu.Item data-danger onClick={() => setOpen('remove')}>
                {t('Delete…')}
              </Menu.Item>
            </MoreMenu>
          )}
        </Group>
      }
    >
      <Stack gap={16}>
        <Warnings of={of} />
        <Facts
          of={[
            [
              t('SCIM URL'),
              <span key="url" className="cv-mono">
                {of.url} <Copy value={of.url} what={t('SCIM URL')} />
              </span>,
            ],
            [t('Token'), tokenWords(of)],
            [
              t('Users'),
              t('{people, plural, one {# person} other {# people}}, {groups, plural, one {# group} other {# groups}}', {
                people: of.people,
                groups: of.groups,
              }),
            ],
            [
              t('Last request'),
              of.tokens[0]?.lastUsedAt ? <When key="when" at={of.tokens[0].lastUsedAt} as="ago" /> : t('Never'),
            ],
          ]}
        />
        <Group gap="12px 20px" justify="space-between">
          {write && (
            <Checkbox
              size="xs"
              label={t('Connection enabled')}
              checked={of.active}
              disabled={update.isPending}
              onChange={event => update.mutate({ id: of.id, active: event.currentTarget.checked })}
            />
          )}
          <Button variant="default" component={Link} to={`/dashboard/scim/${of.id}/requests`}>
            {t('Requests')}
          </Button>
        </Group>
      </Stack>
      <Suspense>
        {open === 'approve' && <ApproveConnection of={of} close={close} />}
        {open === 'edit' && <EditConnection of={of} close={close} />}
        {open === 'mapping' && <EditMapping of={of} close={close} />}
        {open === 'roles' && <GroupRoles of={of} close={close} />}
        {open === 'remove' && <RemoveConnection of={of} close={close} />}
        {open === 'token' && (
          <NewToken
            of={of}
            close={close}
            made={token => {
              close()
              shown(token)
            }}
          />
        )}
      </Suspense>
    </Card>
  )
}
