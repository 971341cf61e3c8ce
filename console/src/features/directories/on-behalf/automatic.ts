import { useSyncExternalStore } from 'react'

// Whether the automatic registration was begun in this tab: its bar asks how it stands only then, or where it still runs

const key = 'auto-obr'
const listeners = new Set<() => void>()
const tell = () => listeners.forEach(heard => heard())

/** It was begun here, and its bar is to be shown. */
export function followAutomatic(): void {
  sessionStorage.setItem(key, 'followed')
  tell()
}

/** Its bar was closed. */
export function leaveAutomatic(): void {
  sessionStorage.removeItem(key)
  tell()
}

const listen = (heard: () => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** Is the bar to be shown? */
export const useAutomatic = (): boolean =>
  useSyncExternalStore(listen, () => sessionStorage.getItem(key) === 'followed')
