import { UserPasskeys } from '#features/keys/security-keys/UserPasskeys.tsx'
import { UserPasswords } from '#features/keys/stored-passwords/UserPasswords.tsx'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { useSession } from '#shell/session.tsx'
import { AddPasskeys } from './AddPasskeys.tsx'

export default function UserPasskeysPage() {
  const { can } = useSession()
  return (
    <OneUser>
      {user => (
        <div className="cv-in-order">
          <UserPasskeys user={user} Add={AddPasskeys} />
          {can('passwords.read') && <UserPasswords user={user} />}
        </div>
      )}
    </OneUser>
  )
}
