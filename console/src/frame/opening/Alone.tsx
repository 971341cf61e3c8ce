import { Component, lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { Loading } from '../../shell/Loading.tsx'
import { reloadOnce } from '../../shell/reloadOnce.ts'
import type { ScreenFile } from '../../shell/reloadOnce.ts'

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

/** What is rendered for an address: a lazy file that is reloaded once when it is gone, inside its own boundary. */
export function alone(name: string, load: () => Promise<ScreenFile>): ReactNode {
  const Screen = lazy(() => reloadOnce(name, load))
  return (
    <Boundary>
      <Suspense fallback={<Loading />}>
        <Screen />
      </Suspense>
    </Boundary>
  )
}
