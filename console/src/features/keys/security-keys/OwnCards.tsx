import { signIn } from '@claviger/contract/access/sign-in'
import { keyKinds, keyStatus, securityKeys } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { Box, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSession } from '#shell/session.tsx'
import { ResetOwnPin } from '../key-acts/OwnActs.tsx'
import { KeyStatus } from './key-columns.tsx'
import classes from './own-cards.module.css'

function Badge({ of }: { of: SecurityKey }) {
  const { me, name } = useSession()
  return (
    <div className={classes.badge} aria-hidden>
      <span className="cv-line">
        <WorkspaceIcon name={me.workspace.name} icon={me.workspace.icon} size={22} /> {me.workspace.name}
      </span>
      <Box component="b" className="cv-wrap" fz={14}>
        {name}
      </Box>
      <span className="cv-mono">{of.cardEnd === null ? '' : `···· ${of.cardEnd}`}</span>
    </div>
  )
}

/** The user's own cards as pictures, each with the way to change its PIN. */
export function OwnCards() {
  const { me, personal } = useSession()
  const [changing, setChanging] = useState<SecurityKey | null>(null)
  const sees = !personal && me.keyPermissions.includes(userPermissions.monitor)
  const list = useRead(
    securityKeys.list,
    { userId: me.id, type: [keyKinds.accessCard], pageSize: 20 },
    { quiet: true, when: sees },
  )
  const cards = (list.data?.items ?? []).filter(({ status }) => status !== keyStatus.pending)
  const may = me.keyPermissions.includes(userPermissions.resetPin)
  const elsewhere = useRead(
    signIn.authenticationProfile,
    { id: me.workspace.slug },
    { quiet: true, when: !may && cards.length > 0, fresh: 60_000 },
  ).data?.pinPage
  if (cards.length === 0) return null
  const change = (key: SecurityKey) => {
    if (key.verification !== verifications.pin) return null
    if (may)
      return (
        <Button variant="default" onClick={() => setChanging(key)}>
          {t('Change my PIN')}
        </Button>
      )
    return (
      elsewhere && (
        <Button component="a" href={elsewhere} variant="default">
          {t('Change my PIN')}
        </Button>
      )
    )
  }
  return (
    <Card title={t('My card')}>
      <Grid component="ul" columns={340} keeps below={768}>
        {cards.map(key => (
          <Group component="li" gap={16} key={key.id}>
            <Badge of={key} />
            <Stack className="cv-quiet" gap={4} align="flex-start" miw={0}>
              <strong>{key.name}</strong>
              <KeyStatus of={key} />
              <span>
                {key.lastActivity === null ? (
                  t('Not used yet')
                ) : (
                  <Trans id="Used <0/>" components={[<When key="0" at={key.lastActivity} as="ago" />]} />
                )}
              </span>
              {change(key)}
            </Stack>
          </Group>
        ))}
      </Grid>
      {changing && <ResetOwnPin of={changing} close={() => setChanging(null)} />}
    </Card>
  )
}
