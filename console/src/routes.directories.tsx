import type { Screen } from './shell/screen.ts'

/** Screens of directories and of workflows. */
export const directories: readonly Screen[] = []
