import { messages } from '@claviger/contract/platform/messages'
import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { t } from '../platform/text/text.ts'
import { EmptyState } from '../platform/ui/page/EmptyState.tsx'
import { signOut } from '../shell/signOut.ts'

export function Personal() {
  return (
    <EmptyState
      heading="h1"
      title={t('This page is only for business workspaces')}
      icon={IconUser}
      action={<Button onClick={() => void signOut()}>{t('Sign in to another workspace')}</Button>}
    >
      {t(messages['personal-workspace'])}
    </EmptyState>
  )
}
