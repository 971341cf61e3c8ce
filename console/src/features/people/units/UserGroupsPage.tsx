import { useSession } from '#shell/session.tsx'
import { UserGroups } from '../groups/UserGroups.tsx'
import { OneUser } from '../users/OneUser.tsx'
import { UserUnits } from './UserUnits.tsx'

export default function UserGroupsPage() {
  const { can } = useSession()
  return (
    <OneUser>
      {user => (
        <>
          <UserGroups user={user} />
          {can('units.read') && <UserUnits user={user} />}
        </>
      )}
    </OneUser>
  )
}
