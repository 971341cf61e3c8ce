import { lazy } from 'react'
import { bringUsers } from '#features/people/users/bringUsers.ts'
import { Users } from '#features/people/users/Users.tsx'
import { AutoBar } from './AutoBar.tsx'

const AssignMany = lazy(() => import('#features/keys/key-assignment/AssignMany.tsx'))
const RegisterMany = lazy(() => import('./RegisterMany.tsx'))
const Card = lazy(async () => ({ default: (await import('#features/keys/key-assignment/CardNumber.tsx')).CardNumber }))

export const bring = bringUsers

export default function UsersPage() {
  return (
    <Users Assign={AssignMany} Register={RegisterMany} Card={Card}>
      <AutoBar />
    </Users>
  )
}
