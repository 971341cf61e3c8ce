import { scim } from '@claviger/contract/directories/scim'
import { Button, Stack } from '@mantine/core'
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { Connection } from './Connection.tsx'
import { TokenOnce } from './TokenOnce.tsx'

const AddConnection = lazy(() => import('./AddConnection.tsx'))

export default function ScimPage() {
  const { can } = useSession()
  const list = useRead(scim.get, {}, { every: 10_000 })
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<{ token: string; url: string } | null>(null)
  const items = list.data?.items ?? []
  const add = can('directories.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Add SCIM connection')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('SCIM')} add={add} entries={entriesOf(list)} />
      <Waiting on={list} what={t('the SCIM connections')}>
        {items.length === 0 ? (
          <EmptyState title={t('No SCIM connections yet')} icon={IconArrowsExchange} action={add}>
            {t('Entra ID, Okta, and others can then create, update, and suspend users and groups here.')}
          </EmptyState>
        ) : (
          <Stack gap={16} maw={960}>
            {items.map(one => (
              <Connection key={one.id} of={one} shown={setMade} />
            ))}
          </Stack>
        )}
      </Waiting>
      <Suspense>
        {adding && (
          <AddConnection
            close={() => setAdding(false)}
            made={token => {
              setAdding(false)
              setMade(token)
            }}
          />
        )}
      </Suspense>
      {made && <TokenOnce made={made} close={() => setMade(null)} />}
    </>
  )
}
