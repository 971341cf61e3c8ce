import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { computers } from '@claviger/contract/keys/computers'
import { Stack } from '@mantine/core'
import { IconDeviceDesktopOff, IconUser } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { appsOf, offlineOf, LastSeenCell } from '../devices/device-columns.tsx'
import { useComputerActs } from './ComputerMenu.tsx'

type Found = OutputOf<typeof computers.get.reply>
const home = '/dashboard/devices/computers'

function Head({ of }: { of: Found }) {
  const { can } = useSession()
  const go = useNavigate()
  const { items, dialog } = useComputerActs(of, () => void go({ to: home } as never))
  return (
    <>
      <PageHead
        title={of.name}
        beside={<LastSeenCell device={of} />}
        under={
          <>
            {of.name !== of.hostName && <span>{of.hostName}</span>}
            <span>
              <Trans id="Last seen <0/>" components={[<When key="at" at={of.lastSeenAt} as="ago" />]} />
            </span>
            <LogLink id={of.id} name={of.name} />
          </>
        }
        actions={
          can('devices.write') && <MoreMenu label={t('More actions for {name}', { name: of.name })}>{items}</MoreMenu>
        }
      />
      {dialog}
    </>
  )
}

function About({ of }: { of: Found }) {
  return (
    <Card title={t('About this computer')}>
      <Facts
        of={[
          [t('System'), of.platform || '—'],
          [t('Agent'), of.version || '—'],
          [t('Programs'), appsOf(of) || '—'],
          [t('Machine ID'), <code key="machine">{of.machineId}</code>],
          [t('Registered'), <When key="at" at={of.createdAt} />],
          [t('Registered with'), of.creator],
          [
            t('Groups'),
            of.groupList.length === 0
              ? '—'
              : of.groupList.map((group, place) => (
                  <span key={group.id}>
                    {place > 0 && ', '}
                    <Link className="cv-linked" to={`/dashboard/devices/groups/${group.id}` as '/'}>
                      {group.name}
                    </Link>
                  </span>
                )),
          ],
        ]}
      />
    </Card>
  )
}

function SignIn({ of }: { of: Found }) {
  return (
    <Card title={t('Sign-in')}>
      <Facts
        of={[
          [t('Fixed account'), of.account ?? t('None (users sign in with their own account)')],
          [t('Offline uses'), offlineOf(of)],
          [
            t('PIN remembered'),
            of.rememberedPinHours === 0
              ? t('No, the PIN is required at every use')
              : t('{count, plural, one {# hour} other {# hours}}', { count: of.rememberedPinHours }),
          ],
        ]}
      />
    </Card>
  )
}

function Users({ of }: { of: Found }) {
  const { can } = useSession()
  return (
    <Card title={t('Used by')} flush>
      {of.userList.length === 0 ? (
        <EmptyState
          title={t('Not approved yet')}
          link={can('users.read') && { to: '/dashboard/users', label: t('Go to users') }}
          icon={IconUser}
        >
          {t('Users appear here after they sign in to this computer with a key.')}
        </EmptyState>
      ) : (
        <IconRows>
          {of.userList.map(user => (
            <IconRow
              key={user.key.id}
              icon={<IconUser size={20} stroke={1.6} aria-hidden />}
              name={can('users.read') ? <Link to={`/dashboard/users/${user.id}` as '/'}>{user.name}</Link> : user.name}
              about={user.key.name}
              last={<When at={user.lastUsedAt} as="ago" />}
              menu={null}
            />
          ))}
        </IconRows>
      )}
    </Card>
  )
}

export default function ComputerPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const found = useRead(computers.get, { _id: id }, { quiet: true })
  useCrumb(found.data?.name)
  const missing = {
    kind: t('Computer'),
    says: t('Computer not found'),
    why: t('The computer was removed, or the link is wrong.'),
    icon: IconDeviceDesktopOff,
    to: home,
    back: t('Back to computers'),
  }
  return (
    <OneRecord read={found} failed={t("We couldn't load this computer")} missing={missing}>
      {of => (
        <>
          <Head of={of} />
          <Grid columns="minmax(0, 3fr) minmax(0, 2fr)" align="start" below={1200}>
            <Stack gap={16}>
              <SignIn of={of} />
              <Users of={of} />
            </Stack>
            <About of={of} />
          </Grid>
        </>
      )}
    </OneRecord>
  )
}
