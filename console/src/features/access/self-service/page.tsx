import '@fontsource-variable/inter/wght.css'
import '#platform/look/font.css'
import '#platform/look/tokens.css'
import '#platform/look/shared.css'
import '#platform/light-page/page.css'
import { createRoot } from 'react-dom/client'
import { languageLoaded } from './page-prefetch.ts'
import { MsalResultPage } from './MsalResultPage.tsx'
import { SelfServicePage } from './SelfServicePage.tsx'
import { returnPath } from './state/page-actions.ts'
import { startMachine } from './wire/machine.ts'
import type { Machine } from './wire/machine.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

/** If the page is ready within this time, it is drawn only once and not empty first; milliseconds. */
const soon = 250

function known({ state, subscribe }: Machine): Promise<void> {
  return new Promise(done => {
    setTimeout(done, soon)
    const forget = subscribe(() => {
      if (state().stage === 'opening') return
      forget()
      done()
    })
  })
}

async function show(within: Element): Promise<void> {
  await languageLoaded
  const { render } = createRoot(within)
  if (window.location.pathname === returnPath) return render(<MsalResultPage />)
  const machine = startMachine()
  await known(machine)
  render(<SelfServicePage machine={machine} />)
}

void show(root)
