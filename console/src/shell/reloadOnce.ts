import type { ComponentType } from 'react'

export interface ScreenFile {
  default: ComponentType
}

/** A newer build has other file names: reload the page once for each screen, then let the failure rise (R7, decision G50). */
export async function reloadOnce(screen: string, load: () => Promise<ScreenFile>): Promise<ScreenFile> {
  const mark = `reloaded:${screen}`
  try {
    const file = await load()
    sessionStorage.removeItem(mark)
    return file
  } catch (fault) {
    if (sessionStorage.getItem(mark) !== null) throw new Error(`The screen ${screen} did not load`, { cause: fault })
    sessionStorage.setItem(mark, '1')
    window.location.reload()
    return new Promise(() => undefined)
  }
}
