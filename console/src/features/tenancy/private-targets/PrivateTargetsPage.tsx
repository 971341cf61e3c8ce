import { outgoingNames, type PrivateTarget, privateTargets } from '@claviger/contract/tenancy/private-targets'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { SettingsFrame } from '../workspace-settings/SettingsFrame.tsx'
import { addressOf } from './target-address.ts'

const AllowAddress = lazy(() => import('./AllowAddress.tsx'))
const AllowBlocked = lazy(() => import('./AllowBlocked.tsx'))
const RemoveTarget = lazy(() => import('./RemoveTarget.tsx'))

// How long the list may be behind what was blocked, in milliseconds
const every = 5000

function Target({ target, owner }: { target: PrivateTarget; owner: boolean }) {
  const [open, setOpen] = useState<'allow' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const address = addressOf(target)
  const { approved } = target
  return (
    <Group component="li" gap="8px 16px" p="12px 16px">
      <Stack className="cv-wrap" gap={2} flex="1 1 280px" miw={0}>
        <span className="cv-mono">{address}</span>
        <span>
          <Tag>{t(outgoingNames[target.feature])}</Tag>{' '}
          {approved ? (
            <Status shape="disc" tone="ok">
              {t('Allowed')}
            </Status>
          ) : (
            <Status shape="triangle" tone="bad">
              {t('Blocked')}
            </Status>
          )}
        </span>
        <span className="cv-muted">
          {approved ? (
            <Trans
              id="Allowed by {name} <0/>"
              values={{ name: approved.by }}
              components={[<When key="at" at={approved.at} as="ago" />]}
            />
          ) : (
            <Trans id="First blocked <0/>" components={[<When key="at" at={target.createdAt} as="ago" />]} />
          )}
        </span>
      </Stack>
      {owner &&
        (approved ? (
          <Button variant="default" onClick={() => setOpen('remove')} aria-label={t('Block {address}…', { address })}>
            {t('Block…')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setOpen('allow')} aria-label={t('Allow {address}…', { address })}>
            {t('Allow…')}
          </Button>
        ))}
      <Suspense>
        {open === 'allow' && <AllowBlocked target={target} close={close} />}
        {open === 'remove' && <RemoveTarget target={target} close={close} />}
      </Suspense>
    </Group>
  )
}

/** Which addresses of private networks the server can call, for which feature, and what was blocked. */
export default function PrivateTargetsPage() {
  const { can } = useSession()
  const list = useRead(privateTargets.list, {}, { every })
  const [adding, setAdding] = useState(false)
  const owner = can('directories.grant')
  const items = list.data?.items ?? []
  const networks = list.data?.networks ?? []
  const add = owner && networks.length > 0 && (
    <Button onClick={() => setAdding(true)}>{t('Allow private address…')}</Button>
  )
  return (
    <SettingsFrame open="Private addresses">
      {() => (
        <Box maw={960}>
          <Card title={t('Private addresses')} flush right={items.length > 0 && add}>
            <Waiting on={list} what={t('the private addresses')}>
              {items.length === 0 ? (
                <EmptyState title={t('No private addresses yet')} icon={IconPlugConnected} action={add}>
                  {t(
                    'The server calls addresses in your private network only after an owner allows them, each for one feature.',
                  )}
                </EmptyState>
              ) : (
                <ul className="cv-ruled">
                  {items.map(target => (
                    <Target key={target.id} target={target} owner={owner} />
                  ))}
                </ul>
              )}
            </Waiting>
          </Card>
          {list.data && (
            <Notice>
              {networks.length === 0
                ? t('The operator of this installation allows no private addresses here (PRIVATE_NETWORKS).')
                : t('The operator of this installation lets owners allow addresses in these networks: {networks}', {
                    networks: networks.join(', '),
                  })}
            </Notice>
          )}
          <Suspense>{adding && <AllowAddress close={() => setAdding(false)} />}</Suspense>
        </Box>
      )}
    </SettingsFrame>
  )
}
