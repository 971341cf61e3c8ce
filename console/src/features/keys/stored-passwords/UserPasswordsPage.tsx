import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { useRead } from '#platform/data/useRead.ts'
import { useSession } from '#shell/session.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { Passwords } from './Passwords.tsx'

function OfUser({ user }: { user: string }) {
  const { can } = useSession()
  const list = useRead(storedPasswords.list, { id: user }, { quiet: true })
  return <Passwords user={user} write={can('passwords.write')} list={list} />
}

export default function UserPasswordsPage() {
  return <OneUser>{user => <OfUser user={user.id} />}</OneUser>
}
