import { CloseButton, UnstyledButton } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#platform/text/text.ts'
import { Dot } from '../bits/Status.tsx'
import { dismiss, toastDuration, toasts } from './toast.ts'
import type { Toast } from './toast.ts'
import classes from './toasts.module.css'

const looks = {
  success: { shape: 'disc', tone: 'ok' },
  error: { shape: 'disc', tone: 'bad' },
  warning: { shape: 'triangle', tone: 'warn' },
  info: { shape: 'ring', tone: 'accent' },
} as const

function One({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.id), toastDuration(toast.kind))
    return () => clearTimeout(timer)
  }, [held, toast])
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className={classes.toast} data-kind={toast.kind} role={toast.kind === 'error' ? 'alert' : 'status'} {...hold}>
      <Dot {...looks[toast.kind]} />
      <div className="cv-fill cv-wrap">
        <strong>{toast.message}</strong>
        {(toast.detail ?? toast.action) && (
          <p className="cv-small">
            {toast.detail}{' '}
            {toast.action && (
              <UnstyledButton
                c="var(--cv-accent-text)"
                fw={600}
                onClick={() => {
                  dismiss(toast.id)
                  toast.action?.do()
                }}
              >
                {toast.action.label}
              </UnstyledButton>
            )}
          </p>
        )}
      </div>
      <CloseButton size="sm" aria-label={t('Dismiss')} onClick={() => dismiss(toast.id)} />
    </div>
  )
}

/** Height of the page's sticky footer, whose buttons toasts must not cover. */
function footOf(page: HTMLElement): number {
  const tops = [...page.querySelectorAll<HTMLElement>('[data-foot]')]
    .map(foot => foot.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && bottom > window.innerHeight - 120)
  return Math.max(0, ...tops.map(({ top }) => window.innerHeight - top))
}

export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  const corner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const page = document.documentElement
    // Measuring forces a layout of the whole page, so do it only while toasts are shown
    const any = shown.length > 0
    page.style.setProperty('--cv-toasts', `${any ? (corner.current?.offsetHeight ?? 0) : 0}px`)
    const measure = () => page.style.setProperty('--cv-under', `${any ? footOf(page) : 0}px`)
    measure()
    if (!any) return
    const watch = new MutationObserver(measure)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [shown])
  return (
    <div
      ref={corner}
      className={classes.corner}
      data-toasts={shown.length > 0 || undefined}
      role="region"
      aria-label={t('Notifications')}
    >
      {shown.map(toast => (
        <One key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
