import {
  type OutgoingFeature,
  outgoingNames,
  type PrivateTarget,
  privateTargets,
} from '@claviger/contract/tenancy/private-targets'
import { Button, Group, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { addressOf } from './target-address.ts'

const AllowBlocked = lazy(() => import('./AllowBlocked.tsx'))

// A check that was blocked just now shows up while its result is still read, in milliseconds
const every = 5000

/** Lists private addresses that a feature could not call. Owners can allow them here; others must ask an owner. */
export function BlockedAddresses({ feature }: { feature: OutgoingFeature }) {
  const { can } = useSession()
  const list = useRead(privateTargets.list, {}, { every, when: can('workspace.read') })
  const [asked, setAsked] = useState<PrivateTarget | null>(null)
  const blocked = list.data?.items.filter(one => one.feature === feature && one.approved === null) ?? []
  if (blocked.length === 0) return null
  const owner = can('directories.grant')
  return (
    <Notice level="warning">
      {t('Calls to these private addresses are blocked:')}
      <Stack component="ul" gap={8} my={8}>
        {blocked.slice(0, 5).map(one => (
          <Group component="li" gap="4px 12px" key={one.id}>
            <span className="cv-mono">{addressOf(one)}</span>
            {owner && (
              <Button variant="default" size="compact-sm" onClick={() => setAsked(one)}>
                {t('Allow {address} for {feature}', { address: addressOf(one), feature: t(outgoingNames[feature]) })}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {!owner && t('Ask an owner of this workspace to allow them.')}
      <Suspense>{asked && <AllowBlocked target={asked} close={() => setAsked(null)} />}</Suspense>
    </Notice>
  )
}
