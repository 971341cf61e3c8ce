import { OneUser } from '#features/people/users/OneUser.tsx'
import { UserInfo } from '#features/people/users/UserInfo.tsx'
import { useSession } from '#shell/session.tsx'
import { AccessMap } from './AccessMap.tsx'

export default function UserPage() {
  const { can } = useSession()
  return (
    <OneUser>{user => <UserInfo user={user} access={can('policies.read') && <AccessMap user={user} />} />}</OneUser>
  )
}
