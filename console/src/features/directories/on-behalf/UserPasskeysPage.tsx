import { UserPasskeys } from '#features/keys/security-keys/UserPasskeys.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { AddPasskeys } from './AddPasskeys.tsx'

export default function UserPasskeysPage() {
  return <OneUser>{user => <UserPasskeys user={user} Add={AddPasskeys} />}</OneUser>
}
