import { lookUps } from '@claviger/contract/governance/look-ups'
import type { FoundUser } from '@claviger/contract/governance/look-ups'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { SupportEvents, supportKeyFacts } from './support-parts.tsx'

type Part = 'keys' | 'devices' | 'events'
const once = { quiet: true } as const

function Keys({ of }: { of: { id: string; workspace: string } }) {
  const read = useRead(lookUps.keysOfUser, of, once)
  return (
    <Waiting on={read} what={t('the security keys')}>
      {read.data?.items.length === 0 ? (
        <p>{t('No security keys.')}</p>
      ) : (
        <Facts of={supportKeyFacts(read.data?.items ?? [])} />
      )}
    </Waiting>
  )
}

function Devices({ of }: { of: { id: string; workspace: string } }) {
  const read = useRead(lookUps.paired, of, once)
  return (
    <Waiting on={read} what={t('the devices')}>
      {read.data?.items.length === 0 ? (
        <p>{t('No paired computers or shared devices.')}</p>
      ) : (
        <Facts
          of={(read.data?.items ?? []).map(
            ({ id, name, lastUsedAt }) => [name, <When key={id} at={lastUsedAt} as="ago" />] as const,
          )}
        />
      )}
    </Waiting>
  )
}

function Events({ of }: { of: { id: string; workspace: string } }) {
  const read = useRead(lookUps.events, { ...of, pageSize: 50 }, once)
  return (
    <Waiting on={read} what={t('the events')}>
      <SupportEvents items={read.data?.items ?? []} />
    </Waiting>
  )
}

export function FoundUserCard({ user }: { user: FoundUser }) {
  const [part, setPart] = useState<Part | null>(null)
  const of = { id: user.id, workspace: user.workspace.id }
  const button = (name: Part, label: string) => (
    <Button variant="default" aria-pressed={part === name} onClick={() => setPart(part === name ? null : name)}>
      {label}
    </Button>
  )
  return (
    <Card title={user.name}>
      <Stack gap={16} miw={0}>
        <Facts
          of={[
            [
              t('Workspace'),
              <Link key="workspace" to={`/dashboard/super-admin/workspaces/${user.workspace.id}`}>
                {user.workspace.name}
              </Link>,
            ],
            [t('User ID'), user.userId],
            [t('Email'), user.email ?? '—'],
            [t('Active security keys'), count(user.keys)],
            [t('Created'), <When key="created" at={user.createdAt} as="day" />],
          ]}
        />
        <div className="cv-ends">
          {button('keys', t('Security keys'))}
          {button('devices', t('Paired devices'))}
          {button('events', t('Events'))}
        </div>
        {part === 'keys' && <Keys of={of} />}
        {part === 'devices' && <Devices of={of} />}
        {part === 'events' && <Events of={of} />}
      </Stack>
    </Card>
  )
}
