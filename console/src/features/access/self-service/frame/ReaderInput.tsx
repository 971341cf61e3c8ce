import { useLayoutEffect, useRef } from 'react'
import { isListening } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { byHand, keepFocus, submitted } from '#platform/light-page/reader-input.ts'
import { t } from '#platform/light-page/page-texts.ts'

/** Hidden input for a keyboard reader in steps 0 and 1 (R117–R120). */
export function ReaderInput({ state, tell }: StepProps) {
  const input = useRef<HTMLInputElement>(null)
  const began = useRef<number>(null)
  const on = isListening(state)
  // Focus before the first paint: a tap right after it must not lose its first digits, which would be another card
  useLayoutEffect(() => (on && input.current ? keepFocus(input.current, document) : undefined), [on])
  return (
    <input
      ref={input}
      className="cv-reader"
      aria-label={t('Card reader')}
      aria-describedby="step-title step-under"
      inputMode="none"
      autoComplete="off"
      spellCheck="false"
      maxLength={200}
      disabled={!on}
      tabIndex={on ? 0 : -1}
      onKeyDown={event => {
        const key = event.key.length === 1 && !event.ctrlKey && !event.metaKey
        if (key && event.currentTarget.value === '') began.current = event.timeStamp
        const text = submitted(event.key, event.currentTarget)
        if (text === null) return
        event.preventDefault()
        const hand = byHand(text, began.current, event.timeStamp)
        began.current = null
        tell({ is: 'read', text, ...(hand && { at: 'hand' }) })
      }}
    />
  )
}
