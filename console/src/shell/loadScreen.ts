import { allTexts } from '#platform/text/language.ts'
import { reloadOnce } from './reloadOnce.ts'
import type { ScreenFile } from './reloadOnce.ts'
import type { Screen } from './screen.ts'

/** Loads the file of a screen, and its texts unless the console started with them. */
export const loadScreen = ({ path, load, early }: Pick<Screen, 'path' | 'load' | 'early'>): Promise<ScreenFile> =>
  reloadOnce(path, async () => {
    const [file] = await Promise.all([load(), early === true ? undefined : allTexts()])
    return file
  })
