import { type Session, sessions } from '@claviger/contract/access/sessions'
import { myApps } from '@claviger/contract/sso/my-apps'
import { Box, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { AppIcon } from '#features/apps/applications/AppIcon.tsx'
import { OwnCards } from '#features/keys/security-keys/OwnCards.tsx'
import { OwnKeys } from '#features/keys/credentials/OwnKeys.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

const mostTiles = 8

/** Favorites first, then what was opened last. */
function Apps() {
  const list = useRead(myApps.list, {}, { quiet: true })
  const all = (list.data?.items ?? []).toSorted(
    (one, other) =>
      Number(other.favourite) - Number(one.favourite) ||
      (other.lastOpenedAt ?? '').localeCompare(one.lastOpenedAt ?? ''),
  )
  if (list.isPending)
    return (
      <Card title={t('My apps')}>
        <Bones lines={2} />
      </Card>
    )
  if (all.length === 0) return null
  return (
    <Card title={t('My apps')} right={<Link to="/dashboard/sso/my-apps">{t('All applications')}</Link>}>
      <Grid component="ul" columns={200} keeps gap={12}>
        {all.slice(0, mostTiles).map(({ id, name, picture, launch }) => (
          <li key={id}>
            <Box
              component="a"
              className="cv-choice cv-named"
              style={{ gap: 12 }}
              mih={64}
              p="12px 14px"
              bdrs={12}
              href={launch}
              target="_blank"
              rel="noreferrer"
            >
              <AppIcon name={name} picture={picture} size={40} />
              <Box component="b" className="cv-wrap" miw={0} fz={14} fw={550}>
                {name}
              </Box>
            </Box>
          </li>
        ))}
      </Grid>
    </Card>
  )
}

function SignedIn() {
  const list = useRead(sessions.list, {}, { quiet: true })
  const [strange, setStrange] = useState<Session | null>(null)
  return (
    <Card title={t('Your active sessions')} flush right={<Link to="/dashboard/profile">{t('Manage')}</Link>}>
      <Waiting on={list} what={t('your sessions')}>
        <ul className="cv-ruled">
          {list.data?.items.slice(0, 4).map(session => (
            <Group component="li" gap="2px 16px" justify="space-between" align="stretch" p="11px 16px" key={session.id}>
              <span>
                {session.device} {session.current && <Tag tone="accent">{t('This session')}</Tag>}
              </span>
              <Group component="span" className="cv-muted" gap="2px 6px">
                <span className="cv-mono">{session.ip}</span> · <When at={session.createdAt} />
                {!session.current && (
                  <Button variant="subtle" size="compact-xs" onClick={() => setStrange(session)}>
                    {t("This wasn't me…")}
                  </Button>
                )}
              </Group>
            </Group>
          ))}
        </ul>
      </Waiting>
      {strange && (
        <ConfirmCall
          of={sessions.end}
          input={{ id: strange.id }}
          title={t('End this session?')}
          keep={t('Cancel')}
          act={t('End session')}
          said={t('Session ended')}
          close={() => setStrange(null)}
        >
          {t(
            "{device} is signed out immediately. If this sign-in wasn't yours, also delete keys that you don't know, and tell your administrator.",
            { device: strange.device },
          )}
        </ConfirmCall>
      )}
    </Card>
  )
}

export function OwnStart() {
  const { me, name } = useSession()
  return (
    <Stack gap={16} maw={860}>
      <PageHead
        title={t('Hello, {firstName}', { firstName: me.firstName })}
        under={<span>{`${name} · ${me.workspace.name}`}</span>}
        actions={
          <Button component={Link} to="/dashboard/profile" variant="default">
            {t('Profile')}
          </Button>
        }
      />
      {me.passkeys === 1 && (
        <Notice level="warning">
          {t("You have only one passkey. Add a second one so that losing a key doesn't lock you out.")}
        </Notice>
      )}
      <Apps />
      <OwnCards />
      <Card
        title={t('Security keys')}
        flush
        right={<Link to="/dashboard/addSecurityKey">{t('Add security key')}</Link>}
      >
        <OwnKeys />
      </Card>
      <SignedIn />
    </Stack>
  )
}
