import { connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import { grantableRoles, roleNames } from '@claviger/contract/platform/permissions'
import { Button, Checkbox, Stack, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

export default function ApproveReach({ of, close }: { of: DirectoryConnection; close: () => void }) {
  const [given, setGiven] = useState<string[]>(of.reach.roles.map(String))
  const [touchesRank, setTouchesRank] = useState(of.reach.touchesRank)
  const [joins, setJoins] = useState(of.reach.joins)
  const [hosts, setHosts] = useState(of.reach.privateHosts.join('\n'))
  const approve = useWrite(connections.approve, {
    done() {
      toast('success', t('Approved'))
      close()
    },
  })
  const send = () =>
    approve.mutate({
      id: of.id,
      roles: given.map(Number),
      touchesRank,
      joins,
      privateHosts: hosts
        .split('\n')
        .map(host => host.trim())
        .filter(host => host !== ''),
    })
  return (
    <Panel open title={t('Granted access of {name}', { name: of.name })} close={close}>
      <Stack gap={16}>
        <Notice>
          {t(
            'The directory acts with your permissions within the limits you set here. It is paused when you are no longer an owner.',
          )}
        </Notice>
        <Checkbox.Group
          label={t('Roles it can assign')}
          description={t('It removes only the roles it assigned. Only owners can create owners.')}
          value={given}
          onChange={setGiven}
        >
          <Stack gap={16}>
            {grantableRoles.map(role => (
              <Checkbox key={role} size="xs" value={String(role)} label={t(roleNames[role])} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox
          size="xs"
          checked={touchesRank}
          onChange={event => setTouchesRank(event.currentTarget.checked)}
          label={t('Can change and suspend users with a role')}
          description={t(
            'Without this, you receive an email when one of them leaves. The directory never changes their address.',
          )}
        />
        <Checkbox
          size="xs"
          checked={joins}
          onChange={event => setJoins(event.currentTarget.checked)}
          label={t('Can link users of other directories')}
          description={t(
            'By immutable ID, User ID, email, or Employee ID, and never users with a role. Without this, they are conflicts.',
          )}
        />
        <Textarea
          autosize
          minRows={2}
          value={hosts}
          onChange={event => setHosts(event.currentTarget.value)}
          label={t('Private hosts it can connect to')}
          description={t('One per line, such as dc1.corp.local. Other private addresses are refused.')}
        />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button loading={approve.isPending} onClick={send}>
            {t('Approve')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
