import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { Box, Button } from '@mantine/core'
import { IconWorldCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { SettingsFrame } from '../workspace-settings/SettingsFrame.tsx'
import { Domain } from './Domain.tsx'

const AddDomain = lazy(() => import('./AddDomain.tsx'))

export default function TrustDomainsPage() {
  const { can } = useSession()
  const list = useRead(trustDomains.list, {})
  const [adding, setAdding] = useState(false)
  const write = can('workspace.write')
  const items = list.data?.items ?? []
  const add = write && <Button onClick={() => setAdding(true)}>{t('Add domain…')}</Button>
  return (
    <SettingsFrame open="Trust domains">
      {() => (
        <Box maw={960}>
          <Card title={t('Trust domains')} flush right={items.length > 0 && add}>
            <Waiting on={list} what={t('the trust domains')}>
              {items.length === 0 ? (
                <EmptyState title={t('No trust domains yet')} icon={IconWorldCheck} action={add}>
                  {t('Verify with a DNS record that you own a domain. Then no other workspace can verify it.')}
                </EmptyState>
              ) : (
                <ul className="cv-ruled">
                  {items.map(domain => (
                    <Domain key={domain.id} domain={domain} write={write} />
                  ))}
                </ul>
              )}
            </Waiting>
          </Card>
          <Suspense>{adding && <AddDomain close={() => setAdding(false)} />}</Suspense>
        </Box>
      )}
    </SettingsFrame>
  )
}
