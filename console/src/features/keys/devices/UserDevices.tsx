import { deviceKinds, devices } from '@claviger/contract/keys/devices'
import type { PairedDevice } from '@claviger/contract/keys/devices'
import type { User } from '@claviger/contract/people/users'
import { Menu } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceTablet, IconDevices } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { dayOf } from '#platform/text/formats.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { nameOf } from '#features/people/users/user-status.ts'

const aboutOf = (device: PairedDevice) =>
  device.offlineUntil === null
    ? t('With {key}', { key: device.key.name })
    : t('With {key} · {uses, plural, one {# offline use} other {# offline uses}} left until {day}', {
        key: device.key.name,
        uses: device.offlineUsesLeft,
        day: dayOf(device.offlineUntil),
      })

function Row({ device, forget }: { device: PairedDevice; forget: (() => void) | undefined }) {
  const Icon = device.kind === deviceKinds.computer ? IconDeviceDesktop : IconDeviceTablet
  return (
    <IconRow
      icon={<Icon size={20} stroke={1.6} aria-hidden />}
      name={
        device.kind === deviceKinds.computer ? (
          <Link to={`/dashboard/devices/computers/${device.id}` as '/'}>{device.name}</Link>
        ) : (
          device.name
        )
      }
      about={aboutOf(device)}
      last={<Trans id="Used <0/>" components={[<When key="0" at={device.lastUsedAt} as="ago" />]} />}
      menu={
        forget && (
          <MoreMenu bare label={t('Actions for {name}', { name: `${device.name}, ${device.key.name}` })}>
            <Menu.Item data-danger onClick={forget}>
              {t('Remove…')}
            </Menu.Item>
          </MoreMenu>
        )
      }
    />
  )
}

export function UserDevices({ user }: { user: User }) {
  const { can } = useSession()
  const [going, setGoing] = useState<PairedDevice | null>(null)
  const list = useRead(devices.ofUser, { id: user.id }, { quiet: true })
  const items = list.data?.items ?? []
  return (
    <Card title={t('Devices')} flush>
      <Waiting on={list} what={t('the devices')}>
        {items.length === 0 ? (
          <EmptyState
            title={t('No devices yet')}
            link={can('workspace.read') && { to: '/dashboard/downloads', label: t('Open downloads') }}
            icon={IconDevices}
          >
            {t('A computer or shared device appears here after this user signs in there with a key.')}
          </EmptyState>
        ) : (
          <IconRows>
            {items.map(device => (
              <Row
                key={`${device.id} ${device.key.id}`}
                device={device}
                forget={can('devices.write') ? () => setGoing(device) : undefined}
              />
            ))}
          </IconRows>
        )}
      </Waiting>
      {going && (
        <ConfirmCall
          of={devices.removeFromUser}
          input={{ userId: user.id, ids: [going.id] }}
          title={t('Remove 1 device?')}
          keep={t('Keep device')}
          act={t('Remove 1 device')}
          said={t('Device removed')}
          close={() => setGoing(null)}
        >
          <p>
            {t("{name}'s keys don't work offline on {device} until they are used there online again.", {
              name: nameOf(user),
              device: going.name,
            })}
          </p>
        </ConfirmCall>
      )}
    </Card>
  )
}
