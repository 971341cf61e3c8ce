import { lazy, Suspense } from 'react'
import { useAutomatic } from './automatic.ts'

const AutoState = lazy(() => import('./AutoState.tsx'))

export function AutoBar() {
  return <Suspense>{useAutomatic() && <AutoState />}</Suspense>
}
