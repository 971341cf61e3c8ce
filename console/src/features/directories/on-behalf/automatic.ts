import { useSyncExternalStore } from 'react'

// Whether the automatic registration was started in this tab: its bar polls only then, or while it still runs

const key = 'auto-obr'
const listeners = new Set<() => void>()
const tell = () => listeners.forEach(heard => heard())

export function followAutomatic(): void {
  sessionStorage.setItem(key, 'followed')
  tell()
}

export function leaveAutomatic(): void {
  sessionStorage.removeItem(key)
  tell()
}

const listen = (heard: () => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

export const useAutomatic = (): boolean =>
  useSyncExternalStore(listen, () => sessionStorage.getItem(key) === 'followed')
