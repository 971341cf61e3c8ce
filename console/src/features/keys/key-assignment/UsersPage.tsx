import { lazy } from 'react'
import { bringUsers } from '../../people/users/bringUsers.ts'
import { Users } from '../../people/users/Users.tsx'

const AssignMany = lazy(() => import('./AssignMany.tsx'))
const Card = lazy(async () => ({ default: (await import('./CardNumber.tsx')).CardNumber }))

export const bring = bringUsers

/** The users of the workspace, to whom keys can be assigned. */
export default function UsersPage() {
  return <Users Assign={AssignMany} Card={Card} />
}
