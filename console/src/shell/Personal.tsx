import { messages } from '@claviger/contract/ground/messages'
import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { EmptyState } from '../ground/ui/page/EmptyState.tsx'
import { signOut } from './signOut.ts'

/** A personal account opened a business page. */
export function Personal() {
  return (
    <EmptyState
      title="This page belongs to business workspaces"
      icon={<IconUser size={26} stroke={1.6} aria-hidden />}
      action={<Button onClick={() => void signOut()}>Sign in to another workspace</Button>}
    >
      {messages['personal-workspace']}
    </EmptyState>
  )
}
