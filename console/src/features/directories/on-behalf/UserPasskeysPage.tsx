import { UserPasskeys } from '../../keys/security-keys/UserPasskeys.tsx'
import { OneUser } from '../../people/users/OneUser.tsx'
import { AddPasskeys } from './AddPasskeys.tsx'

export default function UserPasskeysPage() {
  return <OneUser>{user => <UserPasskeys user={user} Add={AddPasskeys} />}</OneUser>
}
