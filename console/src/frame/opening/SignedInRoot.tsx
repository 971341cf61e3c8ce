import { RouterProvider } from '@tanstack/react-router'
import { storedToken } from '#platform/data/tokens.ts'
import { useLanguage } from '#platform/text/language.ts'
import { screens } from '#routes.tsx'
import { readOwnAccount, permissionsOfAccount } from '#shell/session.tsx'
import { takeOver } from '#shell/browser-tabs.ts'
import { prefetchNotices } from '../Ribbon.tsx'
import { waitAtMost, longestWait } from './waitAtMost.ts'
import { router } from './router.ts'

/** A late notice shifts the whole page down, so it is awaited longer than other data; milliseconds. */
const patienceForNotices = 2000

/** Loads what the first screen needs: session, frame, file, and first data. The screen itself reports errors. */
export async function prefetchFirstScreen(): Promise<void> {
  const signedIn = storedToken('access') !== null || storedToken('refresh') !== null || (await takeOver())
  const [me] = await Promise.all([signedIn ? readOwnAccount() : undefined, router.load().catch(() => undefined)])
  const path: string | undefined = router.state.matches.at(-1)?.fullPath
  const screen = screens.find(one => one.path === path)
  if (me === undefined || screen?.may === undefined) return
  const can = permissionsOfAccount(me)
  const given = Object.fromEntries(new URLSearchParams(window.location.search))
  const own =
    can(screen.may) && (screen.billing !== true || me.billing)
      ? screen.load().then(file => file.bring?.(given, can))
      : undefined
  await Promise.all([waitAtMost(own, longestWait), waitAtMost(prefetchNotices(can), patienceForNotices)])
}

/** The routed console. A change of language remounts all of it, because its parts are memoized. */
export default function Inside() {
  return <RouterProvider key={useLanguage()} router={router} />
}
