import { lazy } from 'react'
import { Users } from '../../people/users/Users.tsx'

const AssignMany = lazy(() => import('./AssignMany.tsx'))

/** The users of the workspace, to whom keys can be assigned. */
export default function UsersPage() {
  return <Users Assign={AssignMany} />
}
