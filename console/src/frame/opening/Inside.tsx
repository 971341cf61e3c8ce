import { RouterProvider } from '@tanstack/react-router'
import { held } from '../../ground/data/tokens.ts'
import { askWho } from '../../shell/session.tsx'
import { router } from './router.ts'

/** Brings what the first screen is made of: whose it is, the frame and its own file. What fails is said by the screen. */
export async function bringFirst(): Promise<void> {
  const signedIn = held('access') !== null || held('refresh') !== null
  await Promise.allSettled([router.load(), ...(signedIn ? [askWho()] : [])])
}

/** Everything that moves between screens without loading the page again. */
export default function Inside() {
  return <RouterProvider router={router} />
}
