import { UserPasskeys } from '../../keys/security-keys/UserPasskeys.tsx'
import { OneUser } from '../../people/users/OneUser.tsx'
import { AddPasskeys } from './AddPasskeys.tsx'

/** The passkeys of a user, with what registers more of them elsewhere. */
export default function UserPasskeysPage() {
  return <OneUser>{user => <UserPasskeys user={user} Add={AddPasskeys} />}</OneUser>
}
