import { messages } from '@claviger/contract/ground/messages'
import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { t } from '../ground/text/text.ts'
import { EmptyState } from '../ground/ui/page/EmptyState.tsx'
import { signOut } from '../shell/signOut.ts'

export function Personal() {
  return (
    <EmptyState
      title={t('This page is only for business workspaces')}
      icon={IconUser}
      action={<Button onClick={() => void signOut()}>{t('Sign in to another workspace')}</Button>}
    >
      {t(messages['personal-workspace'])}
    </EmptyState>
  )
}
