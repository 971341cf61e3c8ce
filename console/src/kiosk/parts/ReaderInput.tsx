import { useLayoutEffect, useRef } from 'react'
import { keepFocus, submitted } from '#platform/light-page/reader-input.ts'
import { t } from '#platform/light-page/page-texts.ts'
import { longestReading } from '../wire/limits.ts'

/** Hidden input for a keyboard reader. The server converts the format of the workspace's readers. */
export function ReaderInput({ tap }: { tap: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  // Focus before the first paint: a tap right after it must not lose its first digits, which would be another card
  useLayoutEffect(() => (input.current ? keepFocus(input.current, document) : undefined), [])
  return (
    <input
      ref={input}
      className="cv-reader"
      aria-label={t('Card reader')}
      inputMode="none"
      autoComplete="off"
      spellCheck="false"
      maxLength={longestReading}
      onKeyDown={event => {
        const text = submitted(event.key, event.currentTarget)
        if (text === null) return
        event.preventDefault()
        tap(text)
      }}
    />
  )
}
