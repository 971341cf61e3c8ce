import { useEffect, useEffectEvent } from 'react'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function useShortcuts(open: { palette: () => void; shortcuts: () => void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      open.palette()
    } else if (event.key === '?' && !typing(event.target) && localStorage.getItem('single-keys') !== 'off') {
      open.shortcuts()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
