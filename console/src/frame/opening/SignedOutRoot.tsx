import { Component, lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '#platform/text/language.ts'
import { Loading } from '#shell/Loading.tsx'
import { loadScreen } from '#shell/loadScreen.ts'
import type { ScreenFile } from '#shell/reloadOnce.ts'
import type { Screen } from '#shell/screen.ts'
import { longestWait, waitAtMost } from './waitAtMost.ts'

const Failure = lazy(() => import('./FailureAlone.tsx'))

class Boundary extends Component<{ children: ReactNode }, { fault: unknown }> {
  override state = { fault: null as unknown }
  static getDerivedStateFromError(fault: unknown) {
    return { fault }
  }
  override render() {
    return this.state.fault === null ? this.props.children : <Failure fault={this.state.fault} />
  }
}

/**
 * Lazily loads a page inside its own error boundary; a missing file triggers one reload. If rendered before `there`
 * resolves, React shows a placeholder for a quarter of a second, so callers should wait if they can.
 */
export function openWithoutFrame(screen: Pick<Screen, 'path' | 'load' | 'early'>): {
  page: ReactNode
  there: Promise<unknown>
} {
  const file = loadScreen(screen)
  const Later = lazy(() => file)
  let Now: ScreenFile['default'] | undefined
  const there = file.then(
    ({ default: found, bring }) => {
      Now = found
      return waitAtMost(
        bring?.(Object.fromEntries(new URLSearchParams(window.location.search)), () => false),
        longestWait,
      )
    },
    () => undefined,
  )
  function Screen() {
    // Keep the first component, so that its fields keep their content
    const [Shown] = useState(() => Now ?? Later)
    // On a change of language everything rerenders in place, so that multi-step pages stay at their step
    useLanguage()
    return <Shown />
  }
  const page = (
    <Boundary>
      <Suspense fallback={<Loading />}>
        <Screen />
      </Suspense>
    </Boundary>
  )
  return { page, there }
}
