import { Component, lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '../../ground/text/language.ts'
import { Loading } from '../../shell/Loading.tsx'
import { reloadOnce } from '../../shell/reloadOnce.ts'
import type { ScreenFile } from '../../shell/reloadOnce.ts'
import { atMost, patience } from './atMost.ts'

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
 * What is rendered for an address: a file that is reloaded once when it is gone, inside its own boundary. Once `there`
 * has settled it is drawn at once; before that something stands in its place, and then React shows nothing else for a
 * quarter of a second, so whoever can wait does.
 */
export function alone(name: string, load: () => Promise<ScreenFile>): { page: ReactNode; there: Promise<unknown> } {
  const file = reloadOnce(name, load)
  const Later = lazy(() => file)
  let Now: ScreenFile['default'] | undefined
  const there = file.then(
    ({ default: found, bring }) => {
      Now = found
      return atMost(
        bring?.(Object.fromEntries(new URLSearchParams(window.location.search)), () => false),
        patience,
      )
    },
    () => undefined,
  )
  function Screen() {
    // The one it begins with it keeps, and with it what stands in its fields
    const [Shown] = useState(() => Now ?? Later)
    // Drawn anew in another language, each part where it stands: whoever waits for a code stays at its step
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
