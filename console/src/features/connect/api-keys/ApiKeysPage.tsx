import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { Button } from '@mantine/core'
import { IconApi, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { keyColumns, keyLines, menuOf } from './api-key-columns.tsx'

const CreateKey = lazy(() => import('./CreateKey.tsx'))

export default function ApiKeysPage() {
  const { can } = useSession()
  const [creating, setCreating] = useState(false)
  const create = can('api-keys.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setCreating(true)}>
      {t('Create API key')}
    </Button>
  )
  return (
    <>
      <ListPage<ApiKey, typeof apiKeys.list.input>
        of={apiKeys.list}
        noun={t('API keys')}
        title={t('API keys')}
        add={create}
        search={t('Search name…')}
        columns={keyColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={keyLines}
        rowMenu={menuOf}
        empty={
          <EmptyState title={t('No API keys yet')} icon={IconApi} action={create}>
            {t(
              'Programs use API keys to act as administrators here. For example, HR software adds users, or a script reads the log.',
            )}
          </EmptyState>
        }
      />
      <Suspense>{creating && <CreateKey close={() => setCreating(false)} />}</Suspense>
    </>
  )
}
