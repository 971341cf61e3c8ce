import '@fontsource-variable/inter/wght.css'
import '../../../ground/look/tokens.css'
import './look/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MsalResultPage } from './MsalResultPage.tsx'
import { SelfServicePage } from './SelfServicePage.tsx'
import { startMachine } from './wire/machine.ts'
import { returnPath } from './wire/msal.ts'
import { firstLanguage, speak } from './words/words.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

const returned = window.location.pathname === returnPath

function show(within: Element) {
  createRoot(within).render(
    <StrictMode>{returned ? <MsalResultPage /> : <SelfServicePage machine={startMachine()} />}</StrictMode>,
  )
}

speak(firstLanguage())
  .catch(() => undefined)
  .finally(() => show(root))
