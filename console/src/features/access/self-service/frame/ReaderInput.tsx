import { useEffect, useRef } from 'react'
import { listens } from '../state/view.ts'
import type { StepProps } from '../steps/props.ts'
import { t } from '../words/words.ts'
import classes from '../look/frame.module.css'

/** After a click the focus comes back that late, so that the click is not lost; milliseconds (R117). */
const returnAfter = 100

const typing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null

/** Takes what a reader types, at steps 0 and 1 (R117–R120). */
export function ReaderInput({ state, tell }: StepProps) {
  const input = useRef<HTMLInputElement>(null)
  const on = listens(state)
  useEffect(() => {
    if (!on) return undefined
    const focus = () => input.current?.focus({ preventScroll: true })
    let timer = 0
    const clicked = (event: MouseEvent) => {
      if (typing(event.target)) return
      window.clearTimeout(timer)
      timer = window.setTimeout(focus, returnAfter)
    }
    // A reader types on, wherever the keyboard's focus is: the first sign brings it back
    const typed = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey
      if (plain && event.key.length === 1 && event.key !== ' ' && !typing(event.target)) focus()
    }
    focus()
    document.addEventListener('click', clicked)
    document.addEventListener('keydown', typed, { capture: true })
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('click', clicked)
      document.removeEventListener('keydown', typed, { capture: true })
    }
  }, [on])
  return (
    <input
      ref={input}
      className={classes.reader}
      aria-label={t('Card reader')}
      aria-describedby="step-title step-under"
      inputMode="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      disabled={!on}
      tabIndex={on ? 0 : -1}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        const text = event.currentTarget.value
        event.currentTarget.value = ''
        tell({ is: 'read', text })
      }}
    />
  )
}
