import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import type { User } from '@claviger/contract/people/users'
import { useRead } from '#platform/data/useRead.ts'
import { useSession } from '#shell/session.tsx'
import { Passwords } from './Passwords.tsx'

export function UserPasswords({ user }: { user: User }) {
  const { can } = useSession()
  const list = useRead(storedPasswords.list, { id: user.id }, { quiet: true })
  return <Passwords user={user.id} write={can('passwords.write')} list={list} />
}
