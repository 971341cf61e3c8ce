import { lazy, Suspense } from 'react'
import { useAutomatic } from './automatic.ts'

const AutoState = lazy(() => import('./AutoState.tsx'))

/** How the automatic registration stands, where it was begun in this tab. */
export function AutoBar() {
  return <Suspense>{useAutomatic() && <AutoState />}</Suspense>
}
