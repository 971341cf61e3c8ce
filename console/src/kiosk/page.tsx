import '@fontsource-variable/inter/wght.css'
import '#platform/look/font.css'
import '#platform/look/tokens.css'
import '#platform/look/shared.css'
import '#platform/light-page/page.css'
import { createRoot } from 'react-dom/client'
import { firstLanguage, setPageLanguage } from '#platform/light-page/page-texts.ts'
import { KioskPage } from './KioskPage.tsx'
import { startKiosk } from './kiosk.ts'
import { MusterPage } from './muster/MusterPage.tsx'
import { startMuster } from './muster/muster.ts'
import { preloadQrDetector } from './parts/qr-codes.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

async function show(within: Element): Promise<void> {
  const query = new URLSearchParams(window.location.search)
  const session = query.get('session') ?? ''
  await setPageLanguage(firstLanguage()).catch(() => undefined)
  const { render } = createRoot(within)
  if (query.get('view') === 'muster') render(<MusterPage muster={startMuster(session)} />)
  else {
    render(<KioskPage kiosk={startKiosk(session)} />)
    preloadQrDetector()
  }
}

void show(root)
// Lets a kiosk that is restarted without a network show its queue and take taps
if ('serviceWorker' in navigator)
  void navigator.serviceWorker
    .register('/attendance-worker.js', { scope: '/attendance-tracker' })
    .catch(() => undefined)
