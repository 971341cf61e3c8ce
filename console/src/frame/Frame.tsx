import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../platform/look/overlays.css'
import { t } from '../platform/text/text.ts'
import { screens } from '../routes.tsx'
import { Guard } from './Guard.tsx'
import { Personal } from './Personal.tsx'
import { SessionKeeper } from '../shell/session.tsx'
import { onLost } from '../shell/signOut.ts'
import { tourStep } from '../shell/tour-state.ts'
import { onPersonal } from '../shell/shell-wiring.ts'
import { Header } from './Header.tsx'
import { Menu } from './menu/Menu.tsx'
import { Ribbon } from './Ribbon.tsx'
import { SupportBar } from './SupportBar.tsx'
import { startKeepingTyped, stopKeepingTyped } from './palette/typed-ahead.ts'
import { useShortcuts } from './palette/useShortcuts.ts'
import { useFold } from './menu/useFold.ts'
import classes from './frame.module.css'

const Palette = lazy(async () => {
  try {
    return await import('./palette/Palette.tsx')
  } catch (fault) {
    // Without a search field, the keyboard belongs to the page again
    stopKeepingTyped()
    throw fault
  }
})
const SignInAgain = lazy(() => import('./SignInAgain.tsx'))
const Shortcuts = lazy(() => import('./palette/Shortcuts.tsx'))
const Tour = lazy(() => import('./tour/Tour.tsx'))

function Guarded() {
  const path: string | undefined = useMatches().at(-1)?.fullPath
  const screen = screens.find(one => one.path === path)
  return (
    <Guard
      may={screen?.may ?? 'self'}
      home={path === '/dashboard'}
      billing={screen?.billing}
      personal={screen?.menu?.when === 'personal'}
    >
      <Outlet />
    </Guard>
  )
}

export function Frame() {
  const [folded, fold] = useFold()
  const path = useRouterState({ select: state => state.location.pathname })
  // The open menu drawer and the personal-account notice apply only to the page on which they appeared
  const [drawnOn, setDrawnOn] = useState<string | null>(null)
  const [personalOn, setPersonalOn] = useState<string | null>(null)
  const [floating, setFloating] = useState<'palette' | 'shortcuts' | null>(null)
  const [lost, setLost] = useState<{ done: (again: boolean) => void } | null>(null)
  useEffect(
    () =>
      onLost(
        () =>
          new Promise(go =>
            setLost({
              done(again) {
                setLost(null)
                go(again)
              },
            }),
          ),
      ),
    [],
  )
  useEffect(() => onPersonal(() => setPersonalOn(window.location.pathname)), [])
  const openPalette = () => {
    // The open palette already has the focus, so nothing would take what is kept
    if (floating === 'palette') return
    startKeepingTyped()
    setFloating('palette')
  }
  useShortcuts({ palette: openPalette, shortcuts: () => setFloating('shortcuts') })
  const close = () => {
    stopKeepingTyped()
    setFloating(null)
  }
  const [toured] = useState(() => tourStep() !== null)

  return (
    <SessionKeeper>
      <a className={classes.skip} href="#page">
        {t('Skip to content')}
      </a>
      <div className="cv-frame" data-folded={folded || undefined}>
        <Menu
          folded={folded}
          fold={() => fold(!folded)}
          drawn={drawnOn === path}
          closeDrawer={() => setDrawnOn(null)}
        />
        <div className={`cv-column ${classes.column}`}>
          <SupportBar />
          <Ribbon />
          <Header
            openMenu={() => setDrawnOn(path)}
            openPalette={openPalette}
            openShortcuts={() => setFloating('shortcuts')}
          />
          <main id="page" className={`cv-column ${classes.page}`} tabIndex={-1}>
            {personalOn === path ? <Personal /> : <Guarded />}
          </main>
        </div>
      </div>
      <Suspense>
        {lost && <SignInAgain done={lost.done} />}
        {floating === 'palette' && <Palette close={close} />}
        {floating === 'shortcuts' && <Shortcuts close={close} />}
        {toured && <Tour />}
      </Suspense>
    </SessionKeeper>
  )
}

export default Frame
