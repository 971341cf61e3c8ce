import type { Permission } from '@claviger/contract/ground/permissions'
import type { ComponentType } from 'react'

export interface ScreenFile {
  default: ComponentType
  /** Asks for what it shows at first, so that it is drawn once; told the query of its address and who may do what. */
  bring?: (given: Record<string, string>, can: (may: Permission) => boolean) => Promise<unknown>
}

/** A newer build has other file names: reload the page once for each screen, then let the failure rise (R7, decision G50). */
export async function reloadOnce(screen: string, load: () => Promise<ScreenFile>): Promise<ScreenFile> {
  const mark = `reloaded:${screen}`
  try {
    const file = await load()
    sessionStorage.removeItem(mark)
    return file
  } catch (fault) {
    // Without a network a reload would leave nothing of the page
    if (!navigator.onLine || sessionStorage.getItem(mark) !== null)
      throw new Error(`The screen ${screen} did not load`, { cause: fault })
    sessionStorage.setItem(mark, '1')
    window.location.reload()
    return new Promise(() => undefined)
  }
}
