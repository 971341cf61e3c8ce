import { RouterProvider } from '@tanstack/react-router'
import { router } from './router.ts'

/** Everything that moves between screens without loading the page again. */
export default function Inside() {
  return <RouterProvider router={router} />
}
