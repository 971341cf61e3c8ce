import { securityKeys } from '@claviger/contract/keys/security-keys'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { IconFingerprint } from '@tabler/icons-react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { PasskeyRows } from './PasskeyRows.tsx'

export function KeyPasskeys({ of }: { of: KeyInfo }) {
  const { can } = useSession()
  const list = useRead(securityKeys.credentials, { id: of.id }, { quiet: true })
  return (
    <Card title={t('Passkeys')} flush>
      <Waiting on={list} what={t('the passkeys')}>
        {list.data && list.data.items.length > 0 ? (
          <PasskeyRows of={list.data.items} />
        ) : (
          <EmptyState
            title={t('No passkeys yet')}
            link={can('keys.write') && { to: `/dashboard/users/${of.owner.id}/passkeys`, label: t('Add passkey') }}
            icon={IconFingerprint}
          >
            {t('A passkey appears here when the key is first used to sign in at a site.')}
          </EmptyState>
        )}
      </Waiting>
    </Card>
  )
}
