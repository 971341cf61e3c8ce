import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { Box, Button } from '@mantine/core'
import { IconPlus, IconWorldCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { OneWorkspace } from '../workspaces/OneWorkspace.tsx'
import { DomainLine } from './DomainLine.tsx'
import { RemoveDomain } from './RemoveDomain.tsx'

const AddDomain = lazy(() => import('./AddDomain.tsx'))
const DomainPanel = lazy(() => import('./DomainPanel.tsx'))

function Domains({ workspace, add }: { workspace: { id: string; name: string }; add: ReactNode }) {
  const list = useRead(trustDomains.ofWorkspace, { id: workspace.id })
  const [opened, setOpened] = useState<TrustDomain | null>(null)
  const items = list.data?.items ?? []
  return (
    <Card title={t('Trust domains')} flush>
      <Waiting on={list} what={t('the trust domains')}>
        {items.length === 0 ? (
          <EmptyState title={t('No trust domains yet')} action={add} icon={IconWorldCheck}>
            {t("This workspace hasn't added a domain. You can add one for it.")}
          </EmptyState>
        ) : (
          <ul className="cv-ruled">
            {items.map(domain => (
              <DomainLine key={domain.id} domain={domain}>
                <Button
                  variant="default"
                  onClick={() => setOpened(domain)}
                  aria-label={t('Decide on {domain}…', { domain: domain.domain })}
                >
                  {t('Decide…')}
                </Button>
                <RemoveDomain domain={domain} workspace={workspace.id} />
              </DomainLine>
            ))}
          </ul>
        )}
      </Waiting>
      <Suspense>
        {opened && <DomainPanel key={opened.id} of={{ ...opened, workspace }} close={() => setOpened(null)} />}
      </Suspense>
    </Card>
  )
}

export default function WorkspaceDomainsPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const list = useRead(trustDomains.ofWorkspace, { id }, { quiet: true })
  const [adding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Add domain')}
    </Button>
  )
  return (
    <OneWorkspace primary={() => add} entries={entriesOf(list)}>
      {workspace => (
        <Box maw={960}>
          <Domains workspace={workspace} add={add} />
          <Suspense>{adding && <AddDomain workspace={workspace.id} close={() => setAdding(false)} />}</Suspense>
        </Box>
      )}
    </OneWorkspace>
  )
}
