import { keyStatus, securityKeys } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import type { User } from '@claviger/contract/people/users'
import { Box, Button, Stack, UnstyledButton } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSession } from '#shell/session.tsx'
import { nameOf } from '#features/people/users/user-status.ts'
import { useKeyActs } from '../key-acts/useKeyActs.tsx'
import { KeyStatus } from './key-columns.tsx'
import { keyIcons, markOf, typeOf, verificationOf, waitsForOwner } from '../key-labels.ts'
import { KeyPassport } from './passport/KeyPassport.tsx'
import { RecentUses } from './passport/RecentUses.tsx'

const AssignKey = lazy(() => import('../key-assignment/AssignKey.tsx'))

/** A key whose owner has not activated it, with the actions that help. */
function WaitingRow({ of }: { of: SecurityKey }) {
  const { acts, dialog } = useKeyActs(of)
  const main = acts.filter(act => act.main)
  const Icon = keyIcons[of.picture]
  return (
    <>
      <IconRow
        icon={<Icon size={20} stroke={1.6} aria-hidden />}
        name={
          <>
            <Link to={`/dashboard/security-keys/${of.id}` as '/'}>
              <strong>{of.name}</strong>
            </Link>{' '}
            <KeyStatus of={of} />
          </>
        }
        about={
          <>
            {typeOf(of)} · <Trans id="assigned <0/>" components={[<When key="0" at={of.createdAt} as="ago" />]} />
          </>
        }
        {...(main.length > 0 && {
          acts: main.map(act => (
            <Button key={act.label} variant={act.danger ? 'subtle' : 'default'} onClick={act.do}>
              {act.label}
            </Button>
          )),
        })}
      />
      {dialog}
    </>
  )
}

function Row({ of, write, chosen, choose }: { of: SecurityKey; write: boolean; chosen: boolean; choose: () => void }) {
  const { items, dialog } = useKeyActs(of)
  const Icon = keyIcons[of.picture]
  return (
    <>
      <IconRow
        chosen={chosen}
        icon={<Icon size={20} stroke={1.6} aria-hidden />}
        name={
          <>
            <UnstyledButton type="button" mih={24} aria-pressed={chosen} onClick={choose}>
              <strong>{of.name}</strong>
            </UnstyledButton>{' '}
            <KeyStatus of={of} /> {of.isDefault && <Tag tone="accent">{t('Default')}</Tag>}
          </>
        }
        about={
          <>
            {markOf(of)} · {verificationOf(of)} ·{' '}
            {t('{count, plural, one {# passkey} other {# passkeys}}', { count: of.passkeys })}
          </>
        }
        last={
          of.lastActivity === null ? (
            t('Not used yet')
          ) : (
            <Trans id="Used <0/>" components={[<When key="0" at={of.lastActivity} as="ago" />]} />
          )
        }
        menu={
          write && (
            <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
              {items}
            </MoreMenu>
          )
        }
      />
      {dialog}
    </>
  )
}

/** What the user can still sign in with if a key is lost. */
function IfLost({ of, among, user }: { of: SecurityKey; among: readonly SecurityKey[]; user: User }) {
  const count = among.filter(
    one => one.id !== of.id && one.status === keyStatus.active && !one.isBlocked && !waitsForOwner(one),
  ).length
  const named = { key: of.name, name: nameOf(user), count }
  return (
    <Notice level={count === 0 ? 'warning' : 'info'}>
      {count === 0
        ? t("If “{key}” is lost, {name} can't sign in with another key. Suspend it first; nothing is deleted.", named)
        : t(
            'If “{key}” is lost, {name} can still sign in with {count, plural, one {# other key} other {# other keys}}. Suspend it first; nothing is deleted.',
            named,
          )}
    </Notice>
  )
}

function Chosen({ of }: { of: SecurityKey }) {
  const info = useRead(securityKeys.info, { id: of.id }, { quiet: true })
  return (
    <Waiting on={info} what={t('the security key')}>
      {info.data && <KeyPassport of={info.data} />}
      <Box component="p" fz={13}>
        <Link to={`/dashboard/security-keys/${of.id}` as '/'}>{t('All details of {name}', { name: of.name })}</Link>
      </Box>
    </Waiting>
  )
}

/** The keys of a user with the passport of the chosen one beside them. */
export function UserKeys({ user }: { user: User }) {
  const { can } = useSession()
  const assigning = useOverlayAddress('assign', can('keys.write'))
  const list = useRead(securityKeys.ofUserInfo, { userId: user.id }, { quiet: true })
  const [picked, setPicked] = useState<string>()
  const write = can('keys.write')
  const assign = write && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={assigning.begin}>
      {t('Assign key')}
    </Button>
  )
  const all = list.data?.items ?? []
  const pending = all.filter(one => one.status === keyStatus.pending)
  const items = all.filter(one => one.status !== keyStatus.pending)
  const chosen = items.find(one => one.id === picked) ?? items[0]
  return (
    <Grid columns={chosen ? 'minmax(0, 3fr) minmax(0, 2fr)' : 'minmax(0, 1fr)'} align="start" below={1200}>
      <Stack gap={16}>
        {(items.length > 0 || pending.length === 0) && (
          <Card title={t('Security keys')} flush right={items.length > 0 && assign}>
            <Waiting on={list} what={t('the security keys')}>
              {items.length === 0 ? (
                <EmptyState title={t('No security keys yet')} icon={IconKey} action={assign}>
                  {t('Assign a card, a phone, a hardware key, a smart card, or a fingerprint.')}
                </EmptyState>
              ) : (
                <IconRows>
                  {items.map(key => (
                    <Row
                      key={key.id}
                      of={key}
                      write={write}
                      chosen={key.id === chosen?.id}
                      choose={() => setPicked(key.id)}
                    />
                  ))}
                </IconRows>
              )}
            </Waiting>
          </Card>
        )}
        {pending.length > 0 && (
          <Card title={t('Waiting for activation')} flush right={items.length === 0 && assign}>
            <IconRows>
              {pending.map(key => (
                <WaitingRow key={key.id} of={key} />
              ))}
            </IconRows>
          </Card>
        )}
        {chosen && chosen.status === keyStatus.active && <IfLost of={chosen} among={items} user={user} />}
        {chosen && <RecentUses of={chosen} />}
      </Stack>
      {chosen && (
        <Stack gap={16}>
          <Chosen of={chosen} />
        </Stack>
      )}
      <Suspense>{assigning.open && <AssignKey user={user.id} close={assigning.end} />}</Suspense>
    </Grid>
  )
}
