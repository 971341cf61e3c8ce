import type { Permission } from '@claviger/contract/platform/permissions'
import type { ComponentType } from 'react'

export interface ScreenFile {
  default: ComponentType
  /** Prefetches the screen's data, so that it renders only once; gets the query and a permission check. */
  bring?: (given: Record<string, string>, can: (may: Permission) => boolean) => Promise<unknown>
}

/** After a deployment, old files are gone: reloads the page once per screen, then rethrows (R7, decision G50). */
export async function reloadOnce(screen: string, load: () => Promise<ScreenFile>): Promise<ScreenFile> {
  const mark = `reloaded:${screen}`
  try {
    const file = await load()
    sessionStorage.removeItem(mark)
    return file
  } catch (fault) {
    // A reload while offline would lose the page
    if (!navigator.onLine || sessionStorage.getItem(mark) !== null)
      throw new Error(`The screen ${screen} did not load`, { cause: fault })
    sessionStorage.setItem(mark, '1')
    window.location.reload()
    return new Promise(() => undefined)
  }
}
